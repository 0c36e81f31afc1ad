import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AccountRecord } from '../accounts/account-record.ts'
import { asPushed, intentOf, newUlid, orderOf, post } from '../testing/device.ts'
import { killableCouch } from '../testing/killable-couch.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { openMailboxes } from './mailboxes.ts'
import type { Move } from './move-mailbox.ts'
import { openPendingMailboxes } from './pending-mailboxes.ts'
import { needsNewGeneration, openRotation } from './rotation.ts'

let service: TestService
let me: SignedIn

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', limits: { documentsPerMinute: 100_000 } })
})
beforeEach(async () => {
  const email = `rotation-${newUlid().toLowerCase()}@mogra.example`
  await service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  me = await service.signIn(email)
})
afterAll(() => service.close())

const recordOf = async () => {
  const record = await service.services.couch.db('accounts').get<AccountRecord>(`account:${me.account.id}`)
  if (!record) throw new Error('the account is gone')
  return record
}
const mailbox = async () => service.services.couch.db((await recordOf()).mailbox.name)
const idsIn = async () => (await mailbox()).ids('', '\uffff')
const moves = () => service.services.couch.db('work').range<Move>('move:', 'move:\uffff')

/** Pushes to the account's current mailbox until the push is acknowledged. */
async function push(...docs: { _id: string }[]) {
  await vi.waitFor(
    async () => {
      const headers = { cookie: me.cookie }
      const body = { docs: docs.map((doc) => asPushed(doc)), new_edits: false }
      const answer = await post(`${service.url}/db/${(await recordOf()).mailbox.name}/_bulk_docs`, body, headers)
      expect([answer.status, await answer.json()]).toEqual([201, []])
    },
    { timeout: 10_000 },
  )
}

const favourite = (n: string) => ({
  _id: `favourite:flower-${n}:phone`,
  ...{ type: 'favourite', device: 'phone', flower: `flower-${n}`, on: true, updatedAt: '2026-11-21T10:00:00.000Z' },
})

/** The second revision of a document that was pushed. */
function asChanged<T extends object>(doc: T) {
  const hash = 'b'.repeat(32)
  return { ...doc, _rev: `2-${hash}`, _revisions: { start: 2, ids: [hash, ...asPushed({})._revisions.ids] } }
}

/** The tombstone that its device pushes. */
const asWithdrawn = ({ _id, type, device }: ReturnType<typeof favourite>) =>
  asChanged({ _id, type, device, _deleted: true })

async function move() {
  expect(await service.services.rotation.want(me.account.id)).toBe(true)
  await service.services.rotation.work(true)
}

test('a moved mailbox holds the living documents at the same revisions and no deleted ones, and the session names it', async () => {
  await push(favourite('kept'), favourite('gone'))
  const body = { docs: [asWithdrawn(favourite('gone'))], new_edits: false }
  await post(`${service.url}/db/${me.mailbox.name}/_bulk_docs`, body, { cookie: me.cookie })
  const before = await (await mailbox()).revs(await idsIn())
  expect([...before.keys()]).toContain(favourite('kept')._id)
  expect([...before.keys()]).not.toContain(favourite('gone')._id)

  await move()
  const { name, generation } = (await recordOf()).mailbox
  expect(name).not.toBe(me.mailbox.name)
  expect(generation).toBe(2)
  expect(await (await mailbox()).revs(await idsIn())).toEqual(before)
  expect((await (await mailbox()).size()).deleted).toBe(0)
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${service.url}/api/sessions/current`, { headers: { cookie: me.cookie } })
      expect(await answer.json()).toMatchObject({ mailbox: { name, generation } })
    },
    { timeout: 5_000 },
  )
  const old = await fetch(`${service.url}/db/${me.mailbox.name}`, { headers: { cookie: me.cookie } })
  expect(old.status).toBe(404)
})

test('when a mailbox moves, the poll held on the old one ends, so that the device asks for the new one', async () => {
  const held = fetch(`${service.url}/db/${me.mailbox.name}/_changes?feed=longpoll&heartbeat=10000&since=now`, {
    headers: { cookie: me.cookie },
  }).then((answer) => answer.json())
  await expect.poll(() => service.services.notifier.watching()).toBe(1)
  await move()
  expect(await held).toMatchObject({ results: [] })
})

test('documents written to the old mailbox during a move are copied, and no older copy replaces a newer one', async () => {
  const { couch, mailboxes, rotation } = service.services
  const fact = (version: number) => ({ _id: 'order:late', type: 'order', version })
  await mailboxes.put(me.mailbox.name, fact(1))
  await move()
  const { name } = (await recordOf()).mailbox
  // These writers did not know of the move: a request that was admitted before, and a decision in progress.
  const late = { ...favourite('late'), _rev: `1-${'c'.repeat(32)}` }
  const intent = { ...intentOf(orderOf()), _rev: `1-${'d'.repeat(32)}` }
  await couch.db(me.mailbox.name).replicate([late, intent])
  await mailboxes.put(me.mailbox.name, fact(2))
  await mailboxes.put(name, fact(3))
  await rotation.work()
  expect((await couch.db(name).revs([late._id])).get(late._id)).toBe(late._rev)
  expect(await mailboxes.get(name, 'order:late')).toMatchObject({ version: 3 })
  expect(await service.leavesOf(name, 'order:late')).toHaveLength(1)
  const receipt = intent._id.replace('intent:', 'receipt:')
  await vi.waitFor(async () => expect(await mailboxes.get(name, receipt)).toMatchObject({ outcome: 'done' }), {
    timeout: 20_000,
  })
})

test('documents written to the old mailbox after a move are in the new one within seconds', async () => {
  const { mailboxes } = service.services
  await move()
  const { name } = (await recordOf()).mailbox
  // A decision in progress writes both.
  for (const _id of ['order:later', 'notice:later']) {
    await mailboxes.put(me.mailbox.name, { _id, type: 'order', version: 1 })
    await vi.waitFor(async () => expect(await mailboxes.get(name, _id)).toBeDefined(), { timeout: 15_000 })
  }
})

test('a poll on the new mailbox is woken by a write to the old one', async () => {
  const { notifier, mailboxes } = service.services
  await move()
  const { name } = (await recordOf()).mailbox
  const watch = notifier.watch(name)
  const late = favourite('slow')
  await service.fillMailbox(me.mailbox.name, [late])
  // A separate CouchDB also sends a hint, which may arrive first.
  expect(['touched', 'hinted']).toContain(await watch.next(10_000))
  expect(await mailboxes.get(name, late._id)).toBeDefined()
  watch.end()
})

test('documents written to the old mailbox before a long downtime are in the new one soon after the start', async () => {
  const { couch, pendingMailboxes, notifier, mailboxes } = service.services
  await move()
  const { name } = (await recordOf()).mailbox
  // This write sends no notification.
  await couch.db(me.mailbox.name).create({ _id: 'order:lonely', type: 'order', version: 1 })
  const inAnHour = () => new Date(Date.now() + 3_600_000)
  const stop = openRotation({ couch, notifier, mailboxes, pendingMailboxes, now: inAnHour }).start(() => true)
  await stop()
  expect(await mailboxes.get(name, 'order:lonely')).toBeDefined()
  await couch.db(me.mailbox.name).create({ _id: 'order:never', type: 'order', version: 1 })
  await openRotation({ couch, notifier, mailboxes, pendingMailboxes, now: inAnHour }).work()
  expect(await mailboxes.get(name, 'order:never')).toBeUndefined()
})

const AGAIN = ['cut short after it', 'not cut short'] as const
test.each(AGAIN)(
  'a change or a deletion that a device makes while the mailbox is copied is in the new one: %s',
  async (how) => {
    const { couch, pendingMailboxes, notifier, mailboxes, now } = service.services
    const [kept, gone] = [favourite('kept'), favourite('gone')]
    await push(kept, gone)
    const old = couch.db(me.mailbox.name)
    const changed = asChanged({ ...kept, on: false })
    const change = () => old.replicate([changed, asWithdrawn(gone)])
    if (how === 'cut short after it') {
      await killAt('after copy')
      await change()
    } else {
      const mover = openRotation({
        ...{ couch, notifier, mailboxes, now, report: () => {} },
        pendingMailboxes: {
          ...pendingMailboxes,
          async mark(...args) {
            await change()
            return pendingMailboxes.mark(...args)
          },
        },
      })
      await mover.want(me.account.id)
      await mover.work(true)
    }
    await service.services.rotation.work(true)
    const { name } = (await recordOf()).mailbox
    expect(name).not.toBe(me.mailbox.name)
    expect(await service.leavesOf(name, kept._id)).toMatchObject([{ rev: changed._rev, body: { on: false } }])
    expect(await service.leavesOf(name, gone._id)).toMatchObject([{ isDeleted: true }])
  },
)

test('a late write of a delayed mover creates no conflict with what the next mover wrote', async () => {
  const { couch, pendingMailboxes, notifier, mailboxes, now, rotation } = service.services
  const kept = favourite('kept')
  await push(kept)
  await rotation.want(me.account.id)
  const [stalled, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  function db(name: string) {
    const store = couch.db(name)
    const isNew = name.startsWith('mailbox-') && name !== me.mailbox.name
    return !isNew
      ? store
      : {
          ...store,
          async replicate(docs: Parameters<typeof store.replicate>[0]) {
            stalled.resolve()
            await over.promise
            return store.replicate(docs)
          },
        }
  }
  const slow = openRotation({ couch: { ...couch, db }, pendingMailboxes, notifier, mailboxes, now, report: () => {} })
  const slowly = slow.work(true)
  await stalled.promise
  const changed = asChanged({ ...kept, on: false })
  await couch.db(me.mailbox.name).replicate([changed])
  await rotation.work(true)
  over.resolve()
  await slowly
  const { name } = (await recordOf()).mailbox
  expect(await service.leavesOf(name, kept._id)).toMatchObject([{ rev: changed._rev }])
})

/** Runs a move up to the given point and kills it there. */
async function killAt(point: string) {
  const { services } = service
  const { couch, die } = killableCouch(services.couch)
  const { notifier, now } = services
  const rotation = openRotation({
    ...{ couch, notifier, now, report: () => {} },
    mailboxes: openMailboxes({ couch, notifier }),
    pendingMailboxes: openPendingMailboxes({ couch, now }),
    onStep(at) {
      if (at !== point) return
      die()
      throw new Error('killed')
    },
  })
  await services.rotation.want(me.account.id)
  await rotation.work(true)
}

const STEPS = ['make database', 'copy', 'mark', 'switch', 'note']
test.each(STEPS.flatMap((step) => [`before ${step}`, `after ${step}`]))(
  'if a move is killed %s, the next one leaves the account with one complete mailbox',
  async (point) => {
    const { couch, mailboxes } = service.services
    const fact = (version: number) => ({ _id: 'order:moving', type: 'order', version })
    await mailboxes.put(me.mailbox.name, fact(1))
    await push(favourite('before'), favourite('gone'))
    await couch.db(me.mailbox.name).replicate([asWithdrawn(favourite('gone'))])
    await killAt(point)
    // The account has a mailbox at all times, and what it acknowledges in the meantime counts.
    const intent = intentOf(orderOf())
    await push(favourite('meanwhile'), intent)
    await mailboxes.put((await recordOf()).mailbox.name, fact(2))
    await service.services.rotation.work(true)
    await service.services.rotation.work(true)
    expect((await recordOf()).mailbox.generation).toBe(2)
    expect(await idsIn()).toEqual(
      expect.arrayContaining([favourite('before')._id, favourite('meanwhile')._id, intent._id, 'account']),
    )
    const { name } = (await recordOf()).mailbox
    expect(await mailboxes.get(name, 'order:moving')).toMatchObject({ version: 2 })
    expect(await service.leavesOf(name, 'order:moving')).toHaveLength(1)
    expect((await couch.db(name).size()).deleted).toBe(0)
    const receipt = intent._id.replace('intent:', 'receipt:')
    await vi.waitFor(async () => expect(await idsIn()).toContain(receipt), { timeout: 20_000 })
    expect((await moves()).filter(({ from }) => from === me.mailbox.name)).toHaveLength(1)
  },
)

test('a mailbox is worn after more than 2,000 deletions, however many documents it holds', () => {
  expect(needsNewGeneration({ deleted: 2_000 })).toBe(false)
  expect(needsNewGeneration({ deleted: 2_001 })).toBe(true)
})

test('a worn mailbox moves when it is quiet, and the old one is deleted after a week', async () => {
  const { couch, rotation } = service.services
  const old = couch.db(me.mailbox.name)
  const tombstones = Array.from({ length: 2_001 }, (_, n) => ({
    ...{ _id: `favourite:worn-${n}:phone`, _rev: `1-${'e'.repeat(32)}`, _deleted: true },
    ...{ type: 'favourite', device: 'phone' },
  }))
  for (let from = 0; from < tombstones.length; from += 1_000) await old.replicate(tombstones.slice(from, from + 1_000))
  await push(favourite('one'))
  await rotation.work()
  await push(favourite('two'))
  await rotation.work()
  expect((await recordOf()).mailbox.name).toBe(me.mailbox.name)
  await rotation.work()
  expect((await recordOf()).mailbox.generation).toBe(2)
  expect(await (await mailbox()).size()).toMatchObject({ deleted: 0 })

  const { pendingMailboxes, notifier, mailboxes } = service.services
  expect(await old.ids('', '\uffff', 1)).toHaveLength(1)
  const inAWeek = () => new Date(Date.now() + 8 * 86_400_000)
  await openRotation({ couch, notifier, mailboxes, pendingMailboxes, now: inAWeek }).work()
  await expect(old.size()).rejects.toMatchObject({ statusCode: 404 })
  expect((await moves()).filter(({ from }) => from === me.mailbox.name)).toEqual([])
})
