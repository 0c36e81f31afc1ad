// @vitest-environment jsdom
import { act, renderHook, screen } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { DeletionJob } from '../../data/admin/desk.ts'
import '../../i18n/desk-texts.ts'
import { startLanguage } from '../../i18n/start.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer, deviceWithAnswers } from '../../testing/fake-service.ts'
import { openLocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { RunningDeletions } from './running-deletions.tsx'
import { useDeletions } from './use-deletions.ts'

beforeAll(startLanguage)

const job: DeletionJob = {
  ...{ id: 'j1', by: 'a1', at: '2026-11-21T10:00:00.000Z', state: 'waiting', isEverybody: false },
  ...{ done: 0, total: 3, undoSeconds: 9 },
}
const LIST = 'GET /api/admin/deletions'
const ONE = 'GET /api/admin/deletions/j1'

/** A desk whose service answers what `listed` and `ended` return now. */
async function desk(listed: () => Response | Promise<Response>, ended: () => Response = () => answer(200, job)) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { device, asked } = deviceWithAnswers({ [LIST]: listed, [ONE]: ended })
  await openLocalData({ device })
  const onEnd = vi.fn()
  let renders = 0
  const { result } = renderHook(() => {
    renders += 1
    return useDeletions('a1', true, onEnd)
  })
  const count = (what: string) => asked.filter((request) => request.what === what).length
  return { result, onEnd, count, renders: () => renders, tick: () => act(() => vi.advanceTimersByTime(2_000)) }
}
const jobs = (...list: DeletionJob[]) => answer(200, { jobs: list })

test('an answer that takes longer than the time between two looks is shown', async () => {
  const first = Promise.withResolvers<Response>()
  const { result, tick, count } = await desk(() => first.promise)
  await tick()
  await tick()
  expect(count(LIST)).toBe(1)
  first.resolve(jobs(job))
  await eventually(() => expect(result.current.jobs).toEqual([job]))
})

test('a job stays until its end was read, even if the first answer is lost', async () => {
  let [isListed, isReachable] = [true, false]
  const { result, onEnd, count } = await desk(
    () => (isListed ? jobs(job) : jobs()),
    () => (isReachable ? answer(200, { ...job, state: 'done' }) : answer(500)),
  )
  await eventually(() => expect(result.current.jobs).toHaveLength(1))
  isListed = false
  await act(() => result.current.lookNow())
  expect(count(ONE)).toBe(1)
  expect(onEnd).not.toHaveBeenCalled()
  expect(result.current.jobs).toHaveLength(1)
  isReachable = true
  await act(() => result.current.lookNow())
  expect(onEnd).toHaveBeenCalledOnce()
  expect(result.current.jobs).toEqual([])
})

test('a job that a list of before its start lacks has not ended', async () => {
  const { result, onEnd } = await desk(() => jobs())
  await eventually(() => expect(result.current.jobs).toEqual([]))
  act(() => result.current.started(job))
  await act(() => result.current.lookNow())
  expect(result.current.jobs).toEqual([job])
  expect(onEnd).not.toHaveBeenCalled()
})

test('a job that a look has found already is shown once when its start is answered', async () => {
  const { result } = await desk(() => jobs(job))
  await eventually(() => expect(result.current.jobs).toHaveLength(1))
  act(() => result.current.started({ ...job, undoSeconds: 10 }))
  expect(result.current.jobs).toEqual([{ ...job, undoSeconds: 10 }])
})

test('looks that find nothing draw nothing again', async () => {
  const { result, renders, count } = await desk(() => jobs())
  await eventually(() => expect(count(LIST)).toBe(1))
  const before = renders()
  await act(() => result.current.lookNow())
  expect(renders()).toBe(before)
})

function Desk({ onEnd }: { onEnd: () => void }) {
  const deletions = useDeletions('a1', true, onEnd)
  return (
    <>
      <button type="button" onClick={() => deletions.started(job)}>
        Start
      </button>
      <button type="button" onClick={() => void deletions.lookNow()}>
        Look
      </button>
      <ToastRegion />
    </>
  )
}

test('the end of a deletion of everybody by another admin is announced', async () => {
  const { device } = deviceWithAnswers({
    [LIST]: () => jobs(),
    [ONE]: () => answer(200, { ...job, by: 'a2', isEverybody: true, state: 'done' }),
  })
  const onEnd = vi.fn()
  await renderWithLocalData(<Desk onEnd={onEnd} />, { device })
  act(() => screen.getByText('Start').click())
  act(() => screen.getByText('Look').click())
  await screen.findByText('All non-admin users and related data have been successfully deleted!')
  expect(onEnd).toHaveBeenCalledOnce()
})

test('the seconds left to undo are a timer, so that screen readers hear the sentence once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await renderWithLocalData(
    <RunningDeletions deletions={{ jobs: [job], started: () => {}, lookNow: async () => {} }} me="a1" />,
  )
  const sentence = screen.getByText('3 users will be deleted.')
  const timer = screen.getByRole('timer')
  expect(timer.textContent?.trim()).toBe('9 s left')
  act(() => vi.advanceTimersByTime(2_000))
  expect(timer.textContent?.trim()).toBe('7 s left')
  expect(sentence.textContent).toBe('3 users will be deleted.')
})
