import { expect, test } from 'vitest'
import { openSemaphore } from '../semaphore.ts'

const patient = new AbortController().signal

test('a request without a free permit waits for one in order, and other names have permits of their own', async () => {
  const place = openSemaphore(1)
  const leave = await place('here', patient)
  const entered: string[] = []
  const waiting = ['first', 'second'].map(async (who) => {
    const out = await place('here', patient)
    entered.push(who)
    return out
  })
  ;(await place('elsewhere', patient))()
  expect(entered).toEqual([])
  leave()
  ;(await waiting[0])?.()
  ;(await waiting[1])?.()
  expect(entered).toEqual(['first', 'second'])
  ;(await place('here', patient))()
})

test('no request waits forever, and an aborted request takes no permit', async () => {
  const place = openSemaphore(1, 50)
  const leave = await place('here', patient)
  const gone = new AbortController()
  const given = place('here', gone.signal)
  gone.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  await expect(place('here', gone.signal)).rejects.toThrow('gone')
  await expect(place('here', patient)).rejects.toMatchObject({
    status: 429,
    extra: { retryAfterSeconds: expect.any(Number) },
  })
  leave()
  ;(await place('here', patient))()
})
