import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '#model'
import { asPushed, post, profileIntentOf } from '../testing/device.ts'
import { type KillableDeciders, killableDeciders } from '../testing/killable-decider.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
let deciders: KillableDeciders
let me: SignedIn

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  me = await service.signIn('customer@mogra.example')
  await service.services.decider.stop()
  deciders = killableDeciders(service)
})
afterAll(() => service.close())

const orderFact = (who = me) => service.services.mailboxes.get<Account>(who.mailbox.name, 'account')
const profile = { name: 'Ananya D.', phone: '+919820099999', city: 'pune' }

test('a changed profile is in the core and on every device, and its e-mail stays', async () => {
  const before = await orderFact()
  const ulid = await deciders.push(profileIntentOf({ ...profile, language: 'hi' }), me)
  await deciders.decideAll()
  expect(await deciders.outcomeOf(ulid, me)).toMatchObject({ outcome: 'done' })
  expect(await orderFact()).toMatchObject({
    ...{ ...profile, language: 'hi', email: me.account.email },
    version: (before?.version ?? 0) + 1,
  })
  expect(await service.services.accounts.findByEmail(me.account.email)).toMatchObject({ ...profile, language: 'hi' })
})

test('a telephone number can be removed, and the city stays if it is not named', async () => {
  await deciders.push(profileIntentOf({ name: 'Ananya', phone: ' ' }), me)
  await deciders.decideAll()
  const fact = await orderFact()
  expect(fact).toMatchObject({ name: 'Ananya', city: 'pune' })
  expect(fact).not.toHaveProperty('phone')
})

test('an invalid profile is refused at the gate', async () => {
  const bad = [
    { name: '', phone: '1' },
    { ...profile, email: 'other@example.com' },
    { ...profile, city: 'atlantis' },
  ]
  const docs = bad.map((payload) => asPushed({ ...profileIntentOf(profile), payload }))
  const url = `${service.url}/db/${me.mailbox.name}/_bulk_docs`
  const answer = await post(url, { docs, new_edits: false }, { cookie: me.cookie })
  expect(await answer.json()).toEqual(
    docs.map(({ _id }) => ({ id: _id, error: 'forbidden', reason: 'not_understood' })),
  )
})
