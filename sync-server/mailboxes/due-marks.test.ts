import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUlid } from '../testing/device.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type DueMarks, openDueMarks } from './due-marks.ts'

let service: TestService
let dueMarks: DueMarks

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  await service.services.decider.stop()
  dueMarks = openDueMarks(service.services)
})
afterAll(() => service.close())

async function seen(mailbox: string) {
  const mark = await dueMarks.of(mailbox)
  if (!mark) throw new Error(`${mailbox} has no mark`)
  return mark
}

test('a mark that was seen before a push of its mailbox ended outlives that push', async () => {
  const mailbox = `mailbox-${newUlid().toLowerCase()}`
  const end = await dueMarks.mark(mailbox, 'asha')
  const before = await seen(mailbox)
  expect(await dueMarks.clear(before), 'a push is under way').toBe(false)
  end()
  expect(await dueMarks.clear(before), 'what it stored may not have been looked at').toBe(false)
  expect(await dueMarks.clear(await seen(mailbox))).toBe(true)
  expect(await dueMarks.of(mailbox)).toBeUndefined()
})

test('so does one among all that stand', async () => {
  const mailbox = `mailbox-${newUlid().toLowerCase()}`
  const end = await dueMarks.mark(mailbox, 'asha')
  const before = (await dueMarks.open()).find((mark) => mark.mailbox === mailbox)
  end()
  expect(before && (await dueMarks.clear(before))).toBe(false)
  expect(await dueMarks.clear(await seen(mailbox))).toBe(true)
})
