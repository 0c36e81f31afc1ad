import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversationId, supportConversation, supportRowId } from '#model'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { conversationWorld } from './testing/conversation-world.ts'

let service: TestService
let clock = Date.parse('2026-11-26T06:00:00.000Z')
let anita: SignedIn
let kabir: SignedIn

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
  anita = await person('ADMIN', { name: 'Anita' })
  kabir = await person('ADMIN', { name: 'Kabir' })
})
afterAll(() => service.close())

const world = conversationWorld(() => service)
const { person, ask, outcomeOf, asking, send, conversationOf, messagesOf, recordOf, rowOf } = world

const openRow = async (who: SignedIn) => {
  const row = await rowOf(who)
  return row && !('closedAt' in row) ? row : undefined
}
const versionOf = async (who: SignedIn) => (await openRow(who))?.version ?? 0
/** An admin closes what this person has asked, as the admin has read it. */
const close = (admin: SignedIn, { account }: SignedIn, version: number, more: object = {}) =>
  ask(admin, 'settle-item', { item: supportRowId(account.id), version, outcome: 'closed', ...more })

test('an admin closes a conversation that needs no answer: its row is gone, and its person sees no change', async () => {
  const { asha, key } = await asking('Thanks!')
  const [fact, messages] = [await conversationOf(asha, key), await messagesOf(asha, key)]
  const receipt = await close(anita, asha, await versionOf(asha), { note: 'Only thanks' })
  expect(receipt).toMatchObject({ outcome: 'done', result: { item: supportRowId(asha.account.id) } })
  expect(await rowOf(asha)).toHaveProperty('closedAt')
  expect(await recordOf(key)).not.toHaveProperty('listed')
  await service.services.sweep.sweepNow()
  expect([await conversationOf(asha, key), await messagesOf(asha, key)]).toEqual([fact, messages])
})

test('a later message brings the row back, with the time from which it waits and nobody who has taken it', async () => {
  const { asha, key } = await asking('Thanks!')
  await ask(anita, 'take-ticket', { subject: supportRowId(asha.account.id) })
  await close(anita, asha, await versionOf(asha))
  clock += 60_000
  await send(asha, key, 'One more thing')
  const row = await openRow(asha)
  expect(row).toMatchObject({ lastSeq: 2, at: new Date(clock).toISOString() })
  expect(row).not.toHaveProperty('taken')
  expect(outcomeOf(await close(kabir, asha, row?.version ?? 0))).toBe('done')
})

test('an admin who has not read the last message closes nothing, and learns that there is one', async () => {
  const { asha, key } = await asking('Thanks!')
  const read = await versionOf(asha)
  clock += 60_000
  await send(asha, key, 'Where are they?')
  const refusal = await close(anita, asha, read)
  expect(refusal).toMatchObject({
    reason: 'already_settled',
    result: { what: 'written', when: new Date(clock).toISOString() },
  })
  expect(await openRow(asha)).toMatchObject({ lastSeq: 2 })
})

test('an admin who read the conversation before it was taken closes it, whoever has it', async () => {
  const { asha } = await asking('Thanks!')
  const read = await versionOf(asha)
  await ask(kabir, 'take-ticket', { subject: supportRowId(asha.account.id) })
  expect(outcomeOf(await close(anita, asha, read))).toBe('done')
})

test('an answer or another admin’s closing comes first, also if the person has written again', async () => {
  const { asha, key } = await asking('Thanks!')
  const read = await versionOf(asha)
  await close(kabir, asha, read)
  const second = await close(anita, asha, read)
  expect(second).toMatchObject({ reason: 'already_settled' })
  expect(second).not.toHaveProperty('result')
  await send(asha, key, 'When?')
  const readAgain = await versionOf(asha)
  await send(kabir, key, 'At noon.')
  expect(outcomeOf(await close(anita, asha, readAgain))).toBe('already_settled')
  await send(asha, key, 'Thanks!')
  expect(outcomeOf(await close(anita, asha, readAgain))).toBe('already_settled')
  expect(await openRow(asha)).toMatchObject({ lastSeq: 4 })
})

test('an admin’s own question and a person who never wrote are no items', async () => {
  const key = supportConversation(anita.account.id)
  await send(anita, key, 'Is the desk slow?')
  expect(outcomeOf(await close(anita, anita, await versionOf(anita)))).toBe('item_unknown')
  expect(outcomeOf(await close(kabir, anita, await versionOf(anita)))).toBe('done')
  expect(outcomeOf(await close(kabir, await person('CUSTOMER'), 1))).toBe('item_unknown')
})

test('the conversation of a deleted account is no item', async () => {
  const { asha, key } = await asking('Thanks!')
  const read = await versionOf(asha)
  await service.services.conversations.erase(conversationId(key), asha.account.id)
  expect(outcomeOf(await close(anita, asha, read))).toBe('item_unknown')
})

test('closing that is decided twice writes once', async () => {
  const { asha, key } = await asking('Thanks!')
  const by = { id: anita.account.id, version: await versionOf(asha) }
  const asked = { at: new Date(clock).toISOString(), intent: ulid() }
  const settle = () => service.services.conversations.settle(asha.account.id, asked, by)
  await settle()
  await send(asha, key, 'One more thing')
  expect(await settle()).not.toHaveProperty('refused')
  expect((await recordOf(key)).entries.map(({ what }) => what)).toEqual(['written', 'settled', 'written'])
  expect(await openRow(asha)).toMatchObject({ lastSeq: 2 })
})

test('the audit names the admin who closed it', async () => {
  const { asha } = await asking('Thanks!')
  const { _id } = await close(kabir, asha, await versionOf(asha))
  const audited = await service.services.couch.db('audit').get(_id.replace('receipt:', 'audit:'))
  expect(audited).toMatchObject({ kind: 'settle-item', account: kabir.account.id, outcome: 'done' })
})
