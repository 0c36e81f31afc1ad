import { afterEach, expect, test } from 'vitest'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { attentionOf, refusedDocuments } from '../attention.ts'
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
