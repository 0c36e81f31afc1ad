import { afterEach, expect, test, vi } from 'vitest'
import { anOrder, aUlid } from '../../testing/documents.ts'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { attentionOf, refusedDocuments } from '../attention.ts'
import { ordersNewestFirst } from '../orders/orders.ts'
import { recordRejected } from '../push-state/rejected-documents.ts'

const opened: TestDevice[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

/** The ids of the refused documents that this page shows. */
function shown(page: TestDevice) {
  const entry = page.live.entry(refusedDocuments)
  entry.subscribe(() => undefined)
  return () => {
    const answer = entry.answer()
    return answer.status === 'ready' ? answer.data.map(({ id }) => id) : answer.status
  }
}

test('a page that is closed announces nothing and throws no error', async () => {
  const page = testDevice()
  await page.close()
  expect(() => page.announce(['refused'])).not.toThrow()
})

test('a refusal, which no changes feed reports, is announced to this page and to the others', async () => {
  const one = testDevice()
  const two = one.openTab()
  opened.push(one, two)
  const pages = [shown(one), shown(two)]
  for (const page of pages) await expect.poll(() => page()).toEqual([])

  const offered = { _id: 'favourite:tulips:mine', _rev: '1-a' }
  await recordRejected(one.databases.mailbox().db, offered, 'not_understood', one.now().toISOString())
  one.announce(['refused'])
  for (const page of pages) await expect.poll(() => page()).toEqual(['favourite:tulips:mine'])
  await attentionOf(() => two).putAway('favourite:tulips:mine')
  for (const page of pages) await expect.poll(() => page()).toEqual([])
})

/** The number of orders that this page's list shows. */
function listed(page: TestDevice) {
  const entry = page.live.entry(ordersNewestFirst)
  entry.subscribe(() => undefined)
  return () => {
    const answer = entry.answer()
    return answer.status === 'ready' ? answer.data.items.length : answer.status
  }
}

test('a list shows what was stored between an earlier read of the same documents and the start of its feed', async () => {
  const page = testDevice()
  opened.push(page)
  const mailbox = page.databases.mailbox()
  await Promise.all((['order', 'intent', 'receipt'] as const).map((kind) => mailbox.allOf(kind)))
  await mailbox.db.bulkDocs([anOrder(aUlid())])
  const count = listed(page)
  await expect.poll(() => count()).not.toBe('loading')
  expect(count()).toBe(1)
})

test('a page that was frozen shows, once it is visible, an order that its changes feed has missed', async () => {
  const page = testDevice()
  opened.push(page)
  const { db } = page.databases.mailbox()
  const changes = db.changes.bind(db)
  const spy = vi.spyOn(db, 'changes')
  spy.mockImplementation((options) => changes(options?.live ? { ...options, since: Number.MAX_SAFE_INTEGER } : options))
  const count = listed(page)
  await expect.poll(() => count()).toBe(0)
  spy.mockRestore()
  await db.bulkDocs([anOrder(aUlid())])
  page.wake('visible')
  await expect.poll(() => count()).toBe(1)
  await db.bulkDocs([anOrder(aUlid(2))])
  await expect.poll(() => count()).toBe(2)
})

test('a page that becomes visible again and again leaves no more listeners at its database', async () => {
  const page = testDevice()
  opened.push(page)
  const { db } = page.databases.mailbox()
  const count = listed(page)
  await expect.poll(() => count()).toBe(0)
  const atRest = db.listenerCount('destroyed')
  for (let n = 1; n <= 5; n += 1) {
    await db.bulkDocs([anOrder(aUlid(n))])
    page.wake('visible')
    await expect.poll(() => count()).toBe(n)
  }
  await expect.poll(() => db.listenerCount('destroyed')).toBeLessThanOrEqual(atRest)
})
