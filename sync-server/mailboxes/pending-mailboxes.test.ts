import { afterAll, beforeAll, expect, test } from 'vitest'
import { Undecided } from '../couch/failures.ts'
import { newUlid } from '../testing/device.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { openPendingMailboxes, type PendingMailboxes } from './pending-mailboxes.ts'

let service: TestService
let pendingMailboxes: PendingMailboxes

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  await service.services.decider.stop()
  pendingMailboxes = openPendingMailboxes(service.services)
})
afterAll(() => service.close())

async function seen(mailbox: string) {
  const mark = await pendingMailboxes.of(mailbox)
  if (!mark) throw new Error(`${mailbox} has no mark`)
  return mark
}

test('a mark that was read before a push of its mailbox ended is not cleared by that reading', async () => {
  const mailbox = `mailbox-${newUlid().toLowerCase()}`
  const end = await pendingMailboxes.mark(mailbox, 'asha')
  const before = await seen(mailbox)
  expect(await pendingMailboxes.clear(before), 'a push is under way').toBe(false)
  end()
  expect(await pendingMailboxes.clear(before), 'what it stored may not have been looked at').toBe(false)
  expect(await pendingMailboxes.clear(await seen(mailbox))).toBe(true)
  expect(await pendingMailboxes.of(mailbox)).toBeUndefined()
})

test('a mark that was read in the list of all marks before a push ended is not cleared either', async () => {
  const mailbox = `mailbox-${newUlid().toLowerCase()}`
  const end = await pendingMailboxes.mark(mailbox, 'asha')
  const before = (await pendingMailboxes.open()).find((mark) => mark.mailbox === mailbox)
  end()
  expect(before && (await pendingMailboxes.clear(before))).toBe(false)
  expect(await pendingMailboxes.clear(await seen(mailbox))).toBe(true)
})

test('a mark of another process is kept for two minutes by this process’s clock, whatever the other clock says', async () => {
  const mailbox = `mailbox-${newUlid().toLowerCase()}`
  const { couch, now } = service.services
  let ms = 0
  const here = openPendingMailboxes({ couch, now, clock: () => ms })
  const behind = openPendingMailboxes({ couch, now: () => new Date(Date.now() - 600_000) })
  const isCleared = async () => {
    const mark = await here.of(mailbox)
    return mark && here.clear(mark)
  }
  const end = await behind.mark(mailbox, 'asha')
  expect(await isCleared(), 'it has only just been seen').toBe(false)
  ms += 119_999
  expect(await isCleared()).toBe(false)
  end()
  await behind.mark(mailbox, 'asha')
  ms += 1
  expect(await isCleared(), 'it is another one by now').toBe(false)
  ms += 120_000
  expect(await isCleared()).toBe(true)
})

const BROKEN = {
  'conflicts again and again': () => 'conflict' as const,
  'has no quorum': () => {
    throw new Undecided('no quorum')
  },
}
test.each(Object.entries(BROKEN))('a mailbox whose mark %s does not delay the other mailboxes', async (_how, fail) => {
  const { couch, now } = service.services
  const [broken = '', ...others] = Array.from({ length: 3 }, () => `mailbox-${newUlid().toLowerCase()}`)
  const store = couch.db('work')
  const putAll: typeof store.putAll = async (docs) => {
    const decisions = new Map(docs.flatMap(({ _id }) => (_id === `due:${broken}` ? [[_id, fail()] as const] : [])))
    const put = await store.putAll(docs.filter(({ _id }) => !decisions.has(_id)))
    return docs.map(({ _id }) => decisions.get(_id) ?? put.shift() ?? 'conflict')
  }
  const marks = openPendingMailboxes({ now, couch: { ...couch, db: (name) => ({ ...couch.db(name), putAll }) } })
  const marked = await Promise.allSettled([broken, ...others].map((mailbox) => marks.mark(mailbox, 'asha')))
  expect(marked.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  for (const mailbox of others) expect(await marks.of(mailbox)).toMatchObject({ mailbox, account: 'asha' })
})
