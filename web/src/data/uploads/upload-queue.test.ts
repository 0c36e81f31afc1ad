import { ulid } from 'ulid'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { fillStorage } from '../../testing/full-storage.ts'
import { anEmail, type OnlineDevice, openServiceDevices, type ServiceDevices } from '../../testing/service-devices.ts'
import type { TestDevice } from '../../testing/test-device.ts'
import type { Pictures } from './prepare-file.ts'
import { aJpeg, aPdf, aProgram, shrinkingTo } from './testing/files.ts'
import { openUploadQueue, type UploadQueue } from './upload-queue.ts'

let all: ServiceDevices
const queues: UploadQueue[] = []
beforeAll(async () => {
  all = await openServiceDevices()
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const queue of queues.splice(0)) queue.close()
  await all.closeDevices()
})
afterAll(() => all.close())

const PICTURE_BYTES = 200_000
const CHUNKS = 4

/** The files of one page; pictures become 200 kB. */
function pageOf(
  { environment, sessionState }: TestDevice,
  { now = environment.now, pictures = shrinkingTo(PICTURE_BYTES) } = {},
): UploadQueue {
  const queue = openUploadQueue({ environment: { ...environment, now }, sessionState, pictures })
  queues.push(queue)
  return queue
}
const photo = (name = 'licence.jpg') => new File([aJpeg()], name)
const pdf = (bytes: number, name = 'rc.pdf') => new File([aPdf(bytes)], name)
const stateIn = (queue: UploadQueue, application: string) => queue.of(application).states.license
const untilUp = (queue: UploadQueue, application: string) =>
  eventually(() => expect(stateIn(queue, application)?.status).toBe('uploaded'))
const sends = (device: OnlineDevice, method: string) =>
  device.line.requests.filter((request) => request.startsWith(`${method} /api/uploads`)).length

/** What the service has of the upload: its size once it is complete. */
async function arrived(secret: string | undefined) {
  const { uploads } = all.service.services
  return (await uploads.look(uploads.nameOf(secret ?? '')))?.size
}

test('a chosen photo is previewed and goes up with progress; then its secret is ready for the submission', async () => {
  const phone = all.device()
  const page = pageOf(phone)
  const application = ulid()
  const seen: string[] = []
  page.subscribe(() => {
    const state = stateIn(page, application)
    const sent = state && 'sent' in state ? ` ${Math.floor((state.sent / PICTURE_BYTES) * 100)}` : ''
    seen.push(`${state?.status}${sent}`)
  })
  await page.choose(application, 'license', photo())
  expect(page.of(application)).toMatchObject({ uploads: {}, isGoingUp: true })
  expect(stateIn(page, application)).toMatchObject({
    file: { name: 'licence.jpg', preview: expect.stringMatching(/^data:/) },
  })
  await untilUp(page, application)
  expect([...new Set(seen)]).toEqual(expect.arrayContaining(['preparing', 'uploading 0', 'uploading 32', 'uploaded']))
  const { uploads, isGoingUp } = page.of(application)
  expect(await arrived(uploads.license)).toBeGreaterThan(PICTURE_BYTES)
  expect(isGoingUp).toBe(false)
  expect(page.of(ulid()).states).toEqual({})
})

test('a file that was chosen without a network goes up after a reload, once there is one', async () => {
  const phone = all.device()
  phone.line.cut()
  const before = pageOf(phone)
  const application = ulid()
  await before.choose(application, 'license', photo())
  await eventually(() => expect(stateIn(before, application)).toMatchObject({ status: 'waiting', wait: 'offline' }))
  before.close()
  const after = pageOf(phone)
  await eventually(() => expect(stateIn(after, application)).toMatchObject({ status: 'waiting', wait: 'offline' }))
  phone.line.mend()
  phone.wake('online')
  await untilUp(after, application)
})

test('after a cut line, an upload goes on where it stopped, and no byte that arrived is sent again', async () => {
  const phone = all.device()
  const page = pageOf(phone)
  const application = ulid()
  let patches = 0
  phone.line.tamper(async (request, pass) => {
    if (request.method !== 'PATCH') return pass()
    patches += 1
    const answer = await pass()
    // The service has the second piece, but its answer is lost.
    if (patches === 2) throw new TypeError('connection lost')
    return answer
  })
  await page.choose(application, 'license', photo())
  await eventually(() => expect(stateIn(page, application)).toMatchObject({ status: 'waiting', sent: 65_536 }))
  phone.wake('online')
  await untilUp(page, application)
  expect([sends(phone, 'POST'), sends(phone, 'HEAD'), patches]).toEqual([1, 1, CHUNKS])
  expect(await arrived(page.of(application).uploads.license)).toBeGreaterThan(PICTURE_BYTES)
})

test('two tabs that are open send a file once, and both show it', async () => {
  const phone = all.device()
  const pages = [pageOf(phone), pageOf(phone)] as const
  const application = ulid()
  await pages[0].choose(application, 'license', photo())
  for (const page of pages) await untilUp(page, application)
  expect([sends(phone, 'POST'), sends(phone, 'PATCH')]).toEqual([1, CHUNKS])
  expect(pages[1].of(application).uploads).toEqual(pages[0].of(application).uploads)
  // The one that sent is closed; the other takes over.
  pages[0].close()
  await pages[1].choose(application, 'license', photo())
  await untilUp(pages[1], application)
})

test('a stopped upload is gone here and on the service, and another file takes its place', async () => {
  const phone = all.device()
  const page = pageOf(phone)
  const application = ulid()
  await page.choose(application, 'license', photo())
  await untilUp(page, application)
  const { license } = page.of(application).uploads
  await page.remove(application, 'license')
  expect(page.of(application).states).toEqual({})
  await eventually(() => expect(sends(phone, 'DELETE')).toBe(1))
  await expect.poll(() => arrived(license)).toBeUndefined()
  await page.choose(application, 'license', pdf(9_000))
  await untilUp(page, application)
  expect(page.of(application).uploads.license).not.toBe(license)
  expect(await arrived(page.of(application).uploads.license)).toBe(9_000)
})

test('a file that is none is refused beside its name, and a full device says so', async () => {
  const page = pageOf(all.device())
  const application = ulid()
  await page.choose(application, 'license', new File([aProgram()], 'licence.jpg'))
  expect(stateIn(page, application)).toEqual({
    ...{ status: 'refused', refusal: 'not_a_document', name: 'licence.jpg' },
    size: aProgram().length,
  })
  await page.choose(application, 'aadhar', pdf(6 * 1024 * 1024, 'aadhaar.pdf'))
  expect(page.of(application).states.aadhar).toMatchObject({ status: 'refused', refusal: 'too_large' })
  const makeRoom = fillStorage()
  await page.choose(application, 'pan', photo())
  expect(page.of(application).states.pan).toMatchObject({ status: 'refused', refusal: 'device_full' })
  makeRoom()
  await page.choose(application, 'pan', photo())
  await eventually(() => expect(page.of(application).states.pan?.status).toBe('uploaded'))
})

test('a file that cannot be taken does not replace the one that was taken before, and says so beside it', async () => {
  const phone = all.device()
  const page = pageOf(phone)
  const application = ulid()
  await page.choose(application, 'license', photo())
  await untilUp(page, application)
  const { uploads } = page.of(application)
  await page.choose(application, 'license', new File([aProgram()], 'scan.pdf'))
  expect(stateIn(page, application)).toMatchObject({
    ...{ status: 'uploaded', file: { name: 'licence.jpg' } },
    refusedReplacement: { refusal: 'not_a_document', name: 'scan.pdf' },
  })
  const makeRoom = fillStorage()
  await page.choose(application, 'license', photo('large.jpg'))
  expect(stateIn(page, application)).toMatchObject({
    refusedReplacement: { refusal: 'device_full', name: 'large.jpg' },
  })
  makeRoom()
  expect(page.of(application).uploads).toEqual(uploads)
  expect(sends(phone, 'DELETE')).toBe(0)
  await page.choose(application, 'license', pdf(9_000))
  await untilUp(page, application)
  expect(stateIn(page, application)).not.toHaveProperty('refusedReplacement')
  expect(await arrived(page.of(application).uploads.license)).toBe(9_000)
  await eventually(() => expect(sends(phone, 'DELETE')).toBe(1))
})

const waits = [
  { status: 503, error: 'maintenance', wait: 'maintenance' },
  { status: 507, error: 'no_room', wait: 'service_full' },
  { status: 429, error: 'too_many_requests', wait: 'too_many_requests' },
  { status: 500, error: 'internal', wait: 'service_failed' },
  { status: 200, error: 'a captive portal', wait: 'service_failed' },
]
test.each(waits)(
  'an answer $status $error lets the file wait, and it is tried again',
  async ({ status, error, wait }) => {
    const phone = all.device()
    const page = pageOf(phone)
    const application = ulid()
    phone.line.tamper(async () => Response.json({ error }, { status }))
    await page.choose(application, 'license', photo())
    await eventually(() => expect(stateIn(page, application)).toMatchObject({ status: 'waiting', wait }))
    phone.line.tamper()
    phone.wake('visible')
    await untilUp(page, application)
  },
)

test('what the service refuses for good is said, also in the page that did not send it', async () => {
  const phone = all.device()
  const pages = [pageOf(phone), pageOf(phone)] as const
  const application = ulid()
  phone.line.tamper(async () => Response.json({ error: 'too_many_uploads' }, { status: 429 }))
  await pages[0].choose(application, 'license', photo())
  for (const page of pages)
    await eventually(() =>
      expect(stateIn(page, application)).toMatchObject({ status: 'refused', refusal: 'too_many_uploads' }),
    )
})

test('a file that the service may have forgotten is sent again before it is missed, and when the service says so', async () => {
  const phone = all.device()
  const page = pageOf(phone)
  const application = ulid()
  await page.choose(application, 'license', photo())
  await untilUp(page, application)
  const first = page.of(application).uploads.license
  page.close()
  const DAY_MS = 86_400_000
  const later = pageOf(phone, { now: () => new Date(Date.now() + 6.5 * DAY_MS) })
  await untilUp(later, application)
  const second = later.of(application).uploads.license
  expect(second).not.toBe(first)
  await later.sendAgain(application, ['license'])
  await eventually(() => expect(later.of(application).uploads.license).not.toBe(second))
  await untilUp(later, application)
  expect(await arrived(later.of(application).uploads.license)).toBeGreaterThan(PICTURE_BYTES)
})

test('files go with the submission, with the sign-out, and after 30 days', async () => {
  const phone = all.device()
  const page = pageOf(phone)
  const [sent, kept] = [ulid(), ulid()]
  await page.choose(sent, 'license', photo())
  await page.choose(kept, 'license', photo())
  await untilUp(page, sent)
  await page.forget(sent)
  expect(page.of(sent).states).toEqual({})
  await untilUp(page, kept)
  // The application has the service's copy; only the person's own stop removes it there.
  expect(sends(phone, 'DELETE')).toBe(0)

  page.close()
  const later = pageOf(phone, { now: () => new Date(Date.now() + 31 * 86_400_000) })
  await eventually(() => expect(phone.environment.values.get('mogra_files')).toBeUndefined())
  expect(later.of(kept).states).toEqual({})
  later.close()

  await all.signIn(phone, anEmail())
  const signedIn = pageOf(phone)
  await signedIn.choose(kept, 'license', photo())
  await untilUp(signedIn, kept)
  expect(await phone.session.signOut()).toBe('done')
  await eventually(() => expect(signedIn.of(kept).states).toEqual({}))
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`${phone.environment.name}-files`)
})

test('a file that is still being prepared when its owner signs out is neither kept nor sent', async () => {
  const phone = all.device()
  await all.signIn(phone, anEmail())
  const { promise: isSignedOut, resolve: goOn } = Promise.withResolvers<void>()
  const { shrink } = shrinkingTo(PICTURE_BYTES)
  const pictures: Pictures = {
    async shrink(...given) {
      await isSignedOut
      return shrink(...given)
    },
  }
  const page = pageOf(phone, { pictures })
  const application = ulid()
  const chosen = page.choose(application, 'license', photo())
  await eventually(() => expect(stateIn(page, application)?.status).toBe('preparing'))
  expect(await phone.session.signOut()).toBe('done')
  goOn()
  await chosen
  expect(page.of(application).states).toEqual({})
  expect(phone.environment.values.get('mogra_files')).toBeUndefined()
  expect(sends(phone, 'POST')).toBe(0)
})
