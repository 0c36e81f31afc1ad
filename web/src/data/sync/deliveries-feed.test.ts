import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DeliveryRow, dayOf, setAvailability } from '#model'
import { aUlid } from '../../testing/documents.ts'
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

test('after midnight, yesterday’s feed does not take the place of today’s when it changes once more', async () => {
  const device = all.device()
  const { accounts, feeds } = all.service.services
  const email = anEmail()
  await accounts.create({ email, name: 'Imran Khan', role: 'PARTNER', verified: true, city: 'jaipur' })
  await all.signIn(device, email, 'PARTNER')
  await askOf(() => device)(setAvailability, { online: true })
  device.supervisor.start()
  const { signedIn } = device.sessionState.get()
  const before = signedIn?.feeds?.find(({ name }) => name === 'deliveries')?.database ?? ''
  await eventually(() => expect(device.sessionState.get().shownFeeds).toMatchObject({ deliveries: before }))

  const next = before.replace(/\d+$/, '20991231')
  device.line.tamper(async (request, pass) =>
    request.url.includes(next) ? new Response(null, { status: 503 }) : pass(),
  )
  const state = device.sessionState.get()
  if (!state.signedIn) throw new Error('nobody is signed in')
  const listed = [
    { name: 'deliveries', database: next },
    { name: 'deliveries-before', database: before },
  ]
  device.sessionState.set({
    ...state,
    signedIn: { ...state.signedIn, feeds: listed },
    shownFeeds: { deliveries: next },
  })
  const ulid = aUlid(1)
  const row: DeliveryRow = {
    ...{ _id: `delivery:${ulid}`, type: 'delivery', order: `order:${ulid}`, version: 2, city: 'jaipur' },
    ...{ pickup: { florist: { en: 'Gulab Bagh', hi: 'गुलाब बाग़' }, area: 'C-Scheme', pincode: '302001' } },
    ...{ dropPincode: '302015', earningRupees: 50, deliveryOn: dayOf(new Date()), deliveryWindow: 'any', items: 1 },
    openedAt: new Date().toISOString(),
  }
  await feeds.deliveryRows.put(row, before.slice(-8))
  await eventually(() =>
    expect(device.sessionState.get().shownFeeds).toEqual({ deliveries: next, 'deliveries-before': before }),
  )
})
