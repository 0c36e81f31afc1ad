import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { openFakeNetwork } from '../../../testing/fake-network.ts'
import { type RealService, startRealService } from '../../../testing/real-service.ts'
import { type TestDevice, testDevice } from '../../../testing/test-device.ts'
import { allFlowers } from '../../catalogue/flowers.ts'
import type { PullEvent, PullJob } from './messages.ts'
import { pullInWorker } from './pull-in-worker.ts'
import { runPull } from './run-pull.ts'

type Work = (order: PullJob, tell: (news: PullEvent) => void, breakDown: () => void) => void

let service: RealService
const opened: TestDevice[] = []
beforeAll(async () => {
  service = await startRealService()
}, 120_000)
afterEach(async () => {
  for (const device of opened.splice(0)) await device.close()
})
afterAll(() => service.close())

/** A browser's worker that runs in this thread: once it is terminated or broken, it is not heard any more. */
class WorkerHere extends EventTarget {
  readonly #work: Work
  isGone = false

  constructor(work: Work) {
    super()
    this.#work = work
  }

  postMessage(order: PullJob): void {
    const say = (event: Event) => {
      if (!this.isGone) this.dispatchEvent(event)
    }
    const tell = (news: PullEvent) => say(new MessageEvent('message', { data: structuredClone(news) }))
    queueMicrotask(() => this.#work(structuredClone(order), tell, () => say(new Event('error'))))
  }

  terminate(): void {
    this.isGone = true
  }
}

/** A device that shows the product list, and whose workers have a network of their own. */
function aDevice(work: (pull: typeof runPull) => Work = (pull) => (order, tell) => void pull(order, tell)) {
  const page = openFakeNetwork()
  const aside = openFakeNetwork()
  const workers: WorkerHere[] = []
  const device = testDevice({
    origin: service.url,
    fetch: page.fetch,
    pullWorker() {
      const worker = new WorkerHere(work((order, tell) => runPull(order, tell, { fetch: aside.fetch })))
      workers.push(worker)
      return worker as unknown as Worker
    },
  })
  opened.push(device)
  device.status.subscribe(() => undefined)
  const entry = device.live.entry(allFlowers)
  entry.subscribe(() => undefined)
  const shelf = () => {
    const answer = entry.answer()
    return answer.status === 'ready' ? { count: answer.data.flowers.length, complete: answer.data.complete } : undefined
  }
  return { device, page, aside, workers, shelf }
}

const flowersThere = async () => (await service.services.couch.db('catalogue').ids('flower:', 'flower;')).length

test('the catalogue is pulled by a worker, which is terminated when all is here; other pages are told as well', async () => {
  const { device, page, workers, shelf } = aDevice()
  const tab = device.openTab()
  opened.push(tab)
  const inTab = tab.live.entry(allFlowers)
  inTab.subscribe(() => undefined)
  await eventually(() => expect(inTab.answer().status).toBe('ready'))
  device.supervisor.start()
  const whole = { count: await flowersThere(), complete: true }
  expect(whole.count).toBeGreaterThan(0)
  await eventually(() => expect(shelf()).toEqual(whole))
  await eventually(() => expect(inTab.answer()).toMatchObject({ data: { complete: true } }))
  const { answer } = inTab
  expect(answer()).toMatchObject({ data: { flowers: { length: whole.count } } })
  expect(page.requests.filter((request) => request.includes('/db/catalogue'))).toEqual([])
  expect(device.status.get()).toMatchObject({ state: 'up-to-date' })
  expect(device.status.get().catalogueSync).toBeUndefined()
  expect(workers.map(({ isGone }) => isGone)).toEqual([true])
})

test('a pull that the network cut off leaves an incomplete list, which the next worker completes', async () => {
  const { device, aside, workers, shelf } = aDevice()
  let isCut = true
  aside.tamper((request, pass) => {
    if (!isCut || !request.url.includes('_bulk_get')) return pass()
    throw new TypeError('connection lost')
  })
  device.supervisor.start()
  await eventually(() => expect(device.status.get().state).toBe('waiting'))
  expect(shelf()).toEqual({ count: 0, complete: false })
  isCut = false
  device.wake('online')
  await eventually(async () => expect(shelf()).toEqual({ count: await flowersThere(), complete: true }))
  expect(workers.length).toBeGreaterThan(1)
  expect(workers.every(({ isGone }) => isGone)).toBe(true)
})

test('a pull pauses before every batch but the first, which the person waits for', async () => {
  const line = openFakeNetwork()
  const heard: string[] = []
  const news: PullEvent[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (String(input).includes('_bulk_get')) heard.push('batch')
    return line.fetch(input, init)
  }
  const pause = async () => void heard.push('breath')
  const order = { origin: service.url, remote: 'catalogue', database: `breathing-${Date.now()}`, batchSize: 5 }
  await runPull(order, (one) => news.push(one), { fetch, pause })
  expect(news.at(-1)).toEqual({ type: 'complete' })
  expect(heard.length).toBeGreaterThan(3)
  expect(heard).toEqual(['batch', ...Array.from({ length: (heard.length - 1) / 2 }, () => ['breath', 'batch'])].flat())
})

const breakdowns: Record<string, (pull: typeof runPull) => Work> = {
  'cannot be started': () => (_order, _tell, breakDown) => breakDown(),
  'breaks in the middle': (pull) => (order, tell, breakDown) =>
    void pull(order, (news) => {
      tell(news)
      if (news.type === 'stored') breakDown()
    }),
}
for (const [what, work] of Object.entries(breakdowns))
  test(`if the worker ${what}, the page fetches the rest by itself, and starts no other worker`, async () => {
    const { device, page, workers, shelf } = aDevice(work)
    device.supervisor.start()
    await eventually(async () => expect(shelf()).toEqual({ count: await flowersThere(), complete: true }))
    const soFar = page.requests.length
    device.wake('visible')
    await eventually(() => expect(page.requests.slice(soFar)).toContain('GET /db/catalogue/_changes'))
    expect(workers.map(({ isGone }) => isGone)).toEqual([true])
  })

test('a worker that ends silently, long after it began, is waited for no longer than its requests may take', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { device } = aDevice()
  let begin = () => {}
  const worker = new WorkerHere((_order, tell) => {
    begin = () => tell({ type: 'begun' })
    begin()
  })
  const environment = { ...device.environment, pullWorker: () => worker as unknown as Worker }
  const lastContact = { at: () => 0, silentFor: () => 0, heard: () => undefined }
  const broken = vi.fn()
  const pull = await pullInWorker(
    { environment, lastContact, announce: () => undefined, storageFailed: () => undefined },
    'shelf',
    500,
    broken,
  )
  const failed = vi.fn()
  pull?.on('error', failed)
  await vi.advanceTimersByTimeAsync(80_000)
  begin()
  await vi.advanceTimersByTimeAsync(80_000)
  expect([broken.mock.calls.length, failed.mock.calls.length, worker.isGone]).toEqual([0, 0, false])
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect([broken.mock.calls.length, failed.mock.calls.length, worker.isGone]).toEqual([1, 1, true])
})

test('a worker that finds no free space reports it to the page', async () => {
  const { device } = aDevice(() => (_order, tell) => {
    tell({ type: 'begun' })
    tell({ type: 'storage-failed', failure: 'full' })
    tell({ type: 'failed', error: { message: 'no room' } })
  })
  device.supervisor.start()
  await eventually(() => expect(device.status.get()).toMatchObject({ state: 'attention', storage: 'full' }))
})

test('a page that is closed terminates its worker', async () => {
  const { device, workers } = aDevice(() => (_order, tell) => tell({ type: 'begun' }))
  device.supervisor.start()
  await eventually(() => expect(workers).toHaveLength(1))
  expect(workers[0]?.isGone).toBe(false)
  await device.close()
  expect(workers[0]?.isGone).toBe(true)
})
