import { afterEach, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { type TestDevice, testDevice } from '../testing/test-device.ts'
import { noteComplete } from './local/initial-sync-flag.ts'
import { onceReadyOffline } from './ready-offline.ts'

let device: TestDevice | undefined
afterEach(() => device?.close())

const AT = '2026-11-21T10:00:00.000Z'
const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

function signIn({ sessionState }: TestDevice) {
  sessionState.set({ ...sessionState.get(), signedIn: { account, mailbox: { name: 'mailbox-test', generation: 1 } } })
}
async function catalogueArrives({ databases, announce }: TestDevice) {
  await noteComplete(databases.catalogue.db, AT)
  announce(['catalogue'])
}
async function mailboxArrives({ databases, announce }: TestDevice) {
  await noteComplete(databases.mailbox().db, AT)
  announce(['complete'])
}
/** Resolves once a query that was started later has been read four times. */
async function settled({ live }: TestDevice) {
  let reads = 0
  const entry = live.entry({
    key: `settled/${Math.random()}`,
    watches: [],
    read: async ({ catalogue, mailbox }) => {
      await Promise.all([catalogue.isComplete(), mailbox.isComplete()])
      reads += 1
      // Listeners hear only of an answer that differs from the one before.
      return reads
    },
  })
  const stop = entry.subscribe(() => entry.refresh())
  await eventually(() => expect(reads).toBeGreaterThan(3))
  stop()
}

test('the app says once that it is ready to work offline: when app, catalogue and mailbox are all stored', async () => {
  const phone = testDevice()
  device = phone
  const stored = Promise.withResolvers<void>()
  let said = 0
  const say = () => {
    said += 1
  }
  signIn(phone)
  const saying = onceReadyOffline(stored.promise, say, phone)
  await mailboxArrives(phone)
  stored.resolve()
  await settled(phone)
  expect(said).toBe(0)
  await catalogueArrives(phone)
  await saying
  expect(said).toBe(1)

  device = await phone.reload()
  await onceReadyOffline(stored.promise, say, device)
  expect(said).toBe(1)
})

test('after a sign-in the message waits for the mailbox, after a sign-out it does not', async () => {
  device = testDevice()
  let said = 0
  const saying = onceReadyOffline(
    Promise.resolve(),
    () => {
      said += 1
    },
    device,
  )
  await settled(device)
  signIn(device)
  await catalogueArrives(device)
  await settled(device)
  expect(said).toBe(0)
  const { signedIn, ...nobody } = device.sessionState.get()
  device.sessionState.set(nobody)
  await saying
  expect(said).toBe(1)
})

test('two pages of one browser show the message once', async () => {
  const one = testDevice()
  const two = one.openTab()
  device = one
  let said = 0
  const say = () => {
    said += 1
  }
  const saying = [one, two].map((page) => onceReadyOffline(Promise.resolve(), say, page))
  await catalogueArrives(one)
  await Promise.all(saying)
  expect(said).toBe(1)
  await two.close()
})
