import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Flower, placeOrder } from '#model'
import { aPlaceOrder } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { anEmail, type OnlineDevice, openServiceDevices, type ServiceDevices } from '../../testing/service-devices.ts'
import type { TestDevice } from '../../testing/test-device.ts'
import { read } from '../../testing/two-devices.ts'
import { askOf } from '../ask.ts'
import { allFlowers, flowerById } from '../catalogue/flowers.ts'
import { orderById } from '../orders/orders.ts'

let all: ServiceDevices
beforeAll(async () => {
  all = await openServiceDevices()
})
afterEach(() => all.closeDevices())
afterAll(() => all.close())

const FLOWER = 'red-roses'
let price = 1000

/** The florist asks another price. */
async function changePrice(): Promise<number> {
  price += 1
  await all.service.services.couch.db('catalogue').update<Flower>(`flower:${FLOWER}`, (flower) => {
    if (!flower) throw new Error('there are no roses')
    return { ...flower, priceRupees: price }
  })
  return price
}

const priceOn = async (device: TestDevice) => (await read(device, flowerById(FLOWER)))?.priceRupees
const looksOf = ({ line }: OnlineDevice) =>
  line.requests.filter((request) => request === 'GET /db/catalogue/_changes').length

/** A device whose catalogue has arrived, and which has nothing to do. */
async function deviceAtRest(): Promise<OnlineDevice> {
  const device = all.device()
  device.status.subscribe(() => undefined)
  device.supervisor.start()
  await all.signIn(device, anEmail())
  await eventually(() => expect(device.status.get().state).toBe('up-to-date'))
  await eventually(async () => expect(await read(device, allFlowers)).toMatchObject({ complete: true }))
  return device
}

/** A minute goes by, of which nobody else hears. */
function letAMinutePass({ environment }: TestDevice) {
  const { now } = environment
  vi.spyOn(environment, 'now').mockImplementation(() => new Date(now().getTime() + 60_000))
}

test('a screen with prices asks for the catalogue again once the last look is a minute old', async () => {
  const device = await deviceAtRest()
  const before = looksOf(device)
  const changed = await changePrice()
  device.supervisor.lookAtCatalogue()
  await device.session.current()
  expect(looksOf(device)).toBe(before)

  letAMinutePass(device)
  device.supervisor.lookAtCatalogue()
  await eventually(async () => expect(await priceOn(device)).toBe(changed))
})

test('a screen in a tab that does not lead has the leading one ask', async () => {
  const device = await deviceAtRest()
  const tab = device.openTab()
  tab.supervisor.start()
  letAMinutePass(device)
  const changed = await changePrice()
  tab.supervisor.lookAtCatalogue()
  await eventually(async () => expect(await priceOn(tab)).toBe(changed))
  await tab.close()
})

test('an order that is refused for its price brings the new price at once', async () => {
  const device = await deviceAtRest()
  const changed = await changePrice()
  const { intentId } = await askOf(() => device)(placeOrder, aPlaceOrder())
  await eventually(async () => expect(await priceOn(device)).toBe(changed))
  expect(await read(device, orderById(intentId))).toMatchObject({ stage: 'refused', reason: 'price_changed' })
})

test('a refusal during a look leads to another one, because that look may have been too early', async () => {
  const device = await deviceAtRest()
  letAMinutePass(device)
  const arrived = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let isFirst = true
  device.line.tamper(async (request, pass) => {
    const response = await pass()
    if (!isFirst || !request.url.includes('/db/catalogue/_changes')) return response
    isFirst = false
    arrived.resolve()
    await goOn.promise
    return response
  })
  device.supervisor.lookAtCatalogue()
  await arrived.promise
  const changed = await changePrice()
  const { intentId } = await askOf(() => device)(placeOrder, aPlaceOrder())
  await eventually(async () => expect(await read(device, orderById(intentId))).toMatchObject({ stage: 'refused' }))
  goOn.resolve()
  await eventually(async () => expect(await priceOn(device)).toBe(changed))
})
