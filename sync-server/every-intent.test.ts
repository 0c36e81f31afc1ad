import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Intent, type IntentKind, intents, type Receipt, ROLES, type Role, receiptId, ulidOf } from '#model'
import { databases } from '../design-docs/databases.ts'
import { applicationGivens } from './applications/application-workflows.given.ts'
import { bulkGivens } from './bulk/bulk-workflows.given.ts'
import { conversationGivens } from './conversations/conversation-workflows.given.ts'
import { workflowsByKind } from './decider/define-workflow.ts'
import { deliveryGivens } from './deliveries/delivery-workflows.given.ts'
import { orderGivens } from './orders/order-workflows.given.ts'
import { partnerGivens } from './partners/partner-workflows.given.ts'
import { peopleGivens } from './people/people-workflows.given.ts'
import { supportGivens } from './support/support-workflows.given.ts'
import { changedDocuments } from './testing/changed-documents.ts'
import { askedIntentOf, asPushed, post } from './testing/device.ts'
import { distinctPoints } from './testing/distinct-points.ts'
import { type Givens, openWorlds, type World } from './testing/given-world.ts'
import { type KillableDeciders, killableDeciders } from './testing/killable-decider.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

/** If a declared intent has no entry here, this does not compile. */
const givens: Givens<IntentKind> = {
  ...applicationGivens,
  ...bulkGivens,
  ...conversationGivens,
  ...deliveryGivens,
  ...orderGivens,
  ...partnerGivens,
  ...peopleGivens,
  ...supportGivens,
}
const DAY_MS = 86_400_000

let service: TestService
let deciders: KillableDeciders
let newWorld: ReturnType<typeof openWorlds>
let laterMs = 0

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(Date.now() + laterMs) })
  // The outbox sends nothing, and intents wait for the deciders of this test.
  await Promise.all([service.services.decider.stop(), service.services.outbox.stop()])
  deciders = killableDeciders(service)
  newWorld = openWorlds(service, deciders)
})
beforeEach(() => {
  laterMs = 0
})
afterAll(() => service.close())

interface Prepared {
  world: World
  intent: Intent
}

/** A new person and the intent that they will ask. */
async function prepare(kind: IntentKind, role: Role): Promise<Prepared> {
  const world = await newWorld(role)
  return { world, intent: askedIntentOf<IntentKind>(kind, await givens[kind](world)) }
}

const strangers = new Map<Role, World['me']>()

/** Somebody with this role who has nothing to do with what is asked. */
async function strangerOf(role: Role): Promise<World['me']> {
  const known = strangers.get(role) ?? (await newWorld(role)).me
  strangers.set(role, known)
  return known
}

const receiptOf = ({ world, intent }: Prepared) =>
  service.services.mailboxes.get<Receipt>(world.me.mailbox.name, receiptId(ulidOf(intent._id)))

/** Returns the documents that `run` leaves in the core and in the person's mailbox. */
async function writtenBy({ world: { me } }: Prepared, run: () => Promise<unknown>): Promise<string[]> {
  const { ends, since } = changedDocuments(service.couchdbUrl)
  const before = await ends([...databases.map(({ name }) => name), me.mailbox.name])
  await run()
  const { account, mailbox } = me
  return since(before, { [account.id]: 'me', [account.email]: 'my e-mail', [mailbox.name]: 'mailbox' })
}

/** Pushes the intent, kills the decider at this point, and lets another one finish the rest `thenLaterMs` later. */
async function askAndKill(prepared: Prepared | undefined, point: string, thenLaterMs = 0): Promise<string[]> {
  if (!prepared) throw new Error('nobody is left who could ask')
  const { world, intent } = prepared
  return writtenBy(prepared, async () => {
    await deciders.push(intent, world.me)
    await deciders.killAt(point)
    laterMs += thenLaterMs
    await deciders.decideAll()
  })
}

/** Pushes the intent and decides it without a kill; also returns the points that the decider passes. */
async function askInPeace(prepared: Prepared) {
  const { world, intent } = prepared
  let points: string[] = []
  const written = await writtenBy(prepared, async () => {
    await deciders.push(intent, world.me)
    points = await deciders.decideAll()
  })
  expect(await receiptOf(prepared)).toMatchObject({ outcome: 'done' })
  expect(await service.services.pendingMailboxes.of(world.me.mailbox.name)).toBeUndefined()
  return { points, written }
}

test('a decider is opened only if every declared intent has exactly one workflow', () => {
  const { all } = service.services.workflows
  const [first] = all
  expect(workflowsByKind(all).size).toBe(intents.length)
  expect(() => workflowsByKind(all.slice(1))).toThrow(`${first?.kind} must have one workflow, and has 0`)
  expect(() => workflowsByKind([...all, ...all.slice(0, 1)])).toThrow(
    `${first?.kind} must have one workflow, and has 2`,
  )
})

describe.each(intents.map(({ kind, askedBy }) => ({ kind, askedBy })))('$kind', ({ kind, askedBy }) => {
  const [asker = 'CUSTOMER', ...furtherRoles] = askedBy
  const otherRoles = ROLES.filter((role) => !askedBy.includes(role))

  test('is decided once, even if the decider is killed before or after any step', { timeout: 300_000 }, async () => {
    const { points, written } = await askInPeace(await prepare(kind, asker))
    expect(points).toContain('before write decision')
    expect(points.at(-1)).toBe('after write receipt')

    const distinct = distinctPoints(points)
    const prepared = await Promise.all([...distinct, 'later'].map(() => prepare(kind, asker)))
    for (const { point } of distinct) expect([point, await askAndKill(prepared.pop(), point)]).toEqual([point, written])
    // A workflow whose decision was lost finds its work done, however late it is by then.
    expect(await askAndKill(prepared.pop(), 'before write decision', 2 * DAY_MS)).toEqual(written)
  })

  test.each(furtherRoles)('is done for the role %s as well', async (role) => {
    const { world, intent } = await prepare(kind, role)
    await world.ask(intent)
    expect(await receiptOf({ world, intent })).toMatchObject({ outcome: 'done' })
  })

  if (otherRoles.length === 0) return

  test('is refused by the gate for every other role', async () => {
    const { intent } = await prepare(kind, asker)
    const body = { docs: [asPushed(intent)], new_edits: false }
    for (const role of otherRoles) {
      const { cookie, mailbox } = await strangerOf(role)
      const answer = await post(`${service.url}/db/${mailbox.name}/_bulk_docs`, body, { cookie })
      expect([role, answer.status, await answer.json()]).toEqual([
        role,
        201,
        [{ id: intent._id, error: 'forbidden', reason: 'not_allowed' }],
      ])
    }
  })

  test('is refused by the decider if the account got another role meanwhile', async () => {
    const { world, intent: first } = await prepare(kind, asker)
    const { accounts, sessions } = service.services
    const { me } = world
    for (const role of otherRoles) {
      const intent = askedIntentOf<IntentKind>(kind, first.payload)
      const prepared = { world, intent }
      // A change of the role has ended the last session.
      const account = await accounts.get(me.account.id)
      if (account?.status !== 'active') throw new Error('the account is gone')
      const cookie = `sid=${await sessions.start(account, { provenBy: 'code', userAgent: 'Phone' })}`
      await deciders.push(intent, { ...me, cookie })
      await accounts.change(me.account.id, { role })
      const written = await writtenBy(prepared, () => deciders.decideAll())
      expect([role, await receiptOf(prepared)]).toMatchObject([role, { outcome: 'refused', reason: 'role_changed' }])
      expect([role, ...written.map((doc) => doc.slice(0, doc.indexOf(':')))]).toEqual([role, '<mailbox>', 'audit'])
      await accounts.change(me.account.id, { role: asker })
    }
  })
})
