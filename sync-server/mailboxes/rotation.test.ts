import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AccountRecord } from '../accounts/account-record.ts'
import { asPushed, intentOf, newUlid, orderOf, post } from '../testing/device.ts'
import { killableCouch } from '../testing/killable-couch.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { openMailboxes } from './mailboxes.ts'
import type { Move } from './move-mailbox.ts'
import { openPendingMailboxes } from './pending-mailboxes.ts'
import { openRotation } from './rotation.ts'

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

/** By the session's own mailbox, wherever that is; acknowledged. */
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

/** What follows what was pushed of it. */
function asChanged<T extends object>(doc: T) {
  const hash = 'b'.repeat(32)
  return { ...doc, _rev: `2-${hash}`, _revisions: { start: 2, ids: [hash, ...asPushed({})._revisions.ids] } }
}

/** As its device takes it back. */
const asWithdrawn = ({ _id, type, device }: ReturnType<typeof favourite>) =>
  asChanged({ _id, type, device, _deleted: true })

async function move() {
  expect(await service.services.rotation.want(me.account.id)).toBe(true)
  await service.services.rotation.work(true)
}

test('a moved mailbox holds what lived at the same revisions, without what was deleted, and the session tells it', async () => {
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

test('the poll held on the old mailbox ends, and the device can ask where the new one is', async () => {
  const held = fetch(`${service.url}/db/${me.mailbox.name}/_changes?feed=longpoll&heartbeat=10000&since=now`, {
    headers: { cookie: me.cookie },
  }).then((answer) => answer.json())
  await expect.poll(() => service.services.notifier.watching()).toBe(1)
  await move()
  expect(await held).toMatchObject({ results: [] })
})

test('what the old mailbox took while it was moved comes along, and no older copy overtakes a newer one', async () => {
  const { couch, mailboxes, rotation } = service.services
  const fact = (version: number) => ({ _id: 'order:late', type: 'order', version })
  await mailboxes.put(me.mailbox.name, fact(1))
  await move()
  const { name } = (await recordOf()).mailbox
  // By who had not heard: a request let in before, a decision under way.
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

test('what comes to the old mailbox later is in the new one within seconds', async () => {
  const { mailboxes } = service.services
  await move()
  const { name } = (await recordOf()).mailbox
  // Both by a decision that was under way.
  for (const _id of ['order:later', 'notice:later']) {
    await mailboxes.put(me.mailbox.name, { _id, type: 'order', version: 1 })
    await vi.waitFor(async () => expect(await mailboxes.get(name, _id)).toBeDefined(), { timeout: 15_000 })
  }
})

test('who waits at the new mailbox is woken by what a device still writes to the old one', async () => {
  const { notifier, mailboxes } = service.services
  await move()
  const { name } = (await recordOf()).mailbox
  const watch = notifier.watch(name)
  const late = favourite('slow')
  await service.fillMailbox(me.mailbox.name, [late])
  // A CouchDB of its own hints at it, too, and may be the faster.
  expect(['touched', 'hinted']).toContain(await watch.next(10_000))
  expect(await mailboxes.get(name, late._id)).toBeDefined()
  watch.end()
})

test('what came to the old mailbox shortly before a service was away for long is in the new one soon after its start', async () => {
  const { couch, pendingMailboxes, notifier, mailboxes } = service.services
  await move()
  const { name } = (await recordOf()).mailbox
  // Nobody who listens hears of it.
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
  'what a device changes or takes back while the mailbox is copied is so in the new one: %s',
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

test('what a mover writes late, when another has taken over and brought something newer, is no second one', async () => {
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

/** Runs a move until the given point, and kills it there. */
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
  'killed %s, the next move ends with one mailbox that lacks nothing',
  async (point) => {
    const { couch, mailboxes } = service.services
    const fact = (version: number) => ({ _id: 'order:moving', type: 'order', version })
    await mailboxes.put(me.mailbox.name, fact(1))
    await push(favourite('before'), favourite('gone'))
    await couch.db(me.mailbox.name).replicate([asWithdrawn(favourite('gone'))])
    await killAt(point)
    // The account has a mailbox all the time, and what that acknowledges meanwhile counts.
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

test('a worn mailbox moves once it is quiet, and the old one goes after a week', async () => {
  const { couch, rotation } = service.services
  const old = couch.db(me.mailbox.name)
  const tombstones = Array.from({ length: 5_001 }, (_, n) => ({
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
