import { afterAll, beforeAll, expect, test } from 'vitest'
import { holderTasks } from './run-service.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

const work = () => service.services.couch.db('work')
const marks = [
  { _id: 'ending:nobody', type: 'ending', account: 'nobody', email: '', mailbox: 'mailbox-gone', startedAt: '' },
  { _id: 'adoption:nobody', type: 'adoption', visitor: 'nobody', account: 'nobody' },
  { _id: 'departure:nobody', type: 'departure', visitor: 'nobody' },
]

/** Runs each task once; returns the marks that are still as they were written. */
async function leftAfterTasks() {
  for (const task of holderTasks(service.services)) await task.work()
  const found = await work().many<{ clearedAt?: string }>(marks.map(({ _id }) => _id))
  return found.flatMap((mark) => (mark && mark.clearedAt === undefined ? [mark._id] : []))
}

test('what requests left unfinished is continued by the holder of the lease, and by no other instance', async () => {
  const { decider } = service.services
  await decider.stop()
  for (const mark of marks) await work().create(mark)
  const progress = await work().get('retention')
  if (progress) await work().remove(progress)
  expect(await leftAfterTasks()).toEqual(marks.map(({ _id }) => _id))
  expect(await work().get('retention')).toBeUndefined()

  await decider.start()
  expect(await leftAfterTasks()).toEqual([])
  expect(await work().get('retention')).toMatchObject({ doneAt: expect.any(String) })
})
