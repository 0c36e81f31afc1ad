import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayOf, setAvailability } from '#model'
import { eventually } from '../../testing/eventually.ts'
import { anEmail, openServiceDevices, type ServiceDevices } from '../../testing/service-devices.ts'
import { askOf } from '../ask.ts'

let all: ServiceDevices

beforeAll(async () => {
  all = await openServiceDevices()
})
afterEach(() => all.closeDevices())
afterAll(() => all.close())

/** A partner's device whose session lists the city's feed, as far as this device knows. */
async function aPartner() {
  const device = all.device()
  await all.signIn(device, anEmail(), 'PARTNER')
  const database = `feed-deliveries-jaipur-${dayOf(new Date()).replaceAll('-', '')}`
  device.line.tamper(async (request, pass) =>
    // What the service says of the session has no part in this.
    request.url.includes(`/db/${database}`) ? new Response(null, { status: 503 }) : pass(),
  )
  const state = device.sessionState.get()
  if (!state.signedIn) throw new Error('nobody is signed in')
  device.sessionState.set({ ...state, signedIn: { ...state.signedIn, feeds: [{ name: 'deliveries', database }] } })
  device.supervisor.start()
  await eventually(async () => expect(await device.databases.mailbox().isComplete()).toBe(true))
  const asked = () => device.line.requests.filter((request) => request.includes(database)).length
  return { device, asked }
}

test('a partner’s device asks for the requests of the city only while on duty', async () => {
  const { device, asked } = await aPartner()
  const ask = askOf(() => device)
  const sent = (n: number) =>
    eventually(async () => {
      const kept = await device.databases.mailbox().openIntents('set-availability')
      expect(kept.filter(({ sentAt, receipt }) => sentAt ?? receipt)).toHaveLength(n)
    })
  await ask(setAvailability, { online: false })
  await sent(1)
  expect(asked()).toBe(0)
  await ask(setAvailability, { online: true })
  await eventually(() => expect(asked()).toBeGreaterThan(0))
})
