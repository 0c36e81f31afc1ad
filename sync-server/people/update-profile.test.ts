import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account, Role, SpokenLanguage } from '#model'
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

test('a visitor chooses the language of the mails, and nothing else', async () => {
  const answer = await post(`${service.url}/api/visitors`, {})
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const visitor = { cookie, ...((await answer.json()) as Omit<SignedIn, 'cookie'>) }
  const language = await deciders.push(profileIntentOf({ language: 'hi' }), visitor)
  const name = await deciders.push(profileIntentOf({ name: 'Asha', language: 'en' }), visitor)
  await deciders.decideAll()
  expect(await deciders.outcomeOf(language, visitor)).toMatchObject({ outcome: 'done' })
  expect(await deciders.outcomeOf(name, visitor)).toMatchObject({ outcome: 'refused', reason: 'role_changed' })
  expect(await service.services.accounts.get(visitor.account.id)).toMatchObject({ language: 'hi' })
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

describe('the fields of a role', () => {
  const OF_PARTNER = {
    ...({ vehicleType: 'van', vehicleNumber: 'MH02FX4821', serviceRadius: 15 } as const),
    languages: ['hindi', 'tamil'] satisfies SpokenLanguage[],
    ...{ emergencyContact: '+919820099998', emailNotices: false, autoAccept: true },
  }
  const OF_SUPPLIER = {
    ...{ businessName: 'Gulab Traders', contactPerson: 'Asha Rathore', address: '14 Johari Bazaar, Jaipur' },
    ...{ citiesServed: ['delhi', 'jaipur'], emailNotices: true, autoResponse: 'We deliver before 6 AM.' },
  }

  async function somebody(role: Role): Promise<SignedIn> {
    const email = `${role.toLowerCase()}-${ulid()}@mogra.example`
    const account = await service.services.accounts.create({ email, name: 'Asha', role, verified: true })
    if (account === 'email_taken') throw new Error(email)
    const cookie = `sid=${await service.services.sessions.start(account, { provenBy: 'code', userAgent: 'Phone' })}`
    return { cookie, account: { ...account }, mailbox: account.mailbox }
  }
  async function change(who: SignedIn, payload: Parameters<typeof profileIntentOf>[0]) {
    const asked = await deciders.push(profileIntentOf(payload), who)
    await deciders.decideAll()
    return deciders.outcomeOf(asked, who)
  }

  test('are changed by a partner and by a supplier, each their own', async () => {
    for (const [role, fields] of [
      ['PARTNER', OF_PARTNER],
      ['SUPPLIER', OF_SUPPLIER],
    ] as const) {
      const who = await somebody(role)
      expect(await change(who, { ...fields, name: 'Asha R.' })).toMatchObject({ outcome: 'done' })
      expect(await orderFact(who)).toMatchObject({ ...fields, name: 'Asha R.' })
    }
  })

  test('are refused from every other role, together with what was changed beside them', async () => {
    for (const [role, fields] of [
      ['CUSTOMER', OF_PARTNER],
      ['ADMIN', OF_SUPPLIER],
      ['SUPPLIER', OF_PARTNER],
      ['PARTNER', OF_SUPPLIER],
    ] as const) {
      const who = await somebody(role)
      expect(await change(who, { ...fields, name: 'Mallory' })).toMatchObject({
        outcome: 'refused',
        reason: 'role_changed',
      })
      expect(await orderFact(who)).toMatchObject({ name: 'Asha', version: 1 })
    }
  })

  test('that only support may change are refused at the gate', async () => {
    const who = await somebody('PARTNER')
    const bad = [{ licenseNumber: 'X' }, { standing: 'approved' }, { bankAccountEnds: '1' }, { vehicleType: 'tank' }]
    const docs = bad.map((payload) => asPushed({ ...profileIntentOf({ name: 'A' }), payload }))
    const url = `${service.url}/db/${who.mailbox.name}/_bulk_docs`
    const answer = await post(url, { docs, new_edits: false }, { cookie: who.cookie })
    expect(await answer.json()).toEqual(
      docs.map(({ _id }) => ({ id: _id, error: 'forbidden', reason: 'not_understood' })),
    )
  })
})
