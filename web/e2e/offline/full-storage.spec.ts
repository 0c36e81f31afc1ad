import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { order, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'

/** Sets the browser's own quota, as on a phone with full storage; it is valid as long as this session. */
async function openRoom(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  const limit = (more: { quotaSize?: number }) => devTools.send('Storage.overrideQuotaForOrigin', { origin, ...more })
  return { fill: () => limit({ quotaSize: 1 }), free: () => limit({}) }
}

test('a phone with full storage says so, loses nothing, exports unsent data as a file and goes on when there is room', async ({
  service,
  customer,
  phone,
}) => {
  test.setTimeout(300_000)
  const { page, context } = await phone({ storesApp: true })
  const main = page.getByRole('main')
  await signIn(page, service, customer.email)
  await readyOffline(page)
  await context.setOffline(true)
  await order(page, 'red-roses')
  await expect(main.getByText(words.en.savedHere).first()).toBeVisible()

  await page.goto('/#/product/tulips')
  await main.getByRole('button', { name: words.en.addToCart, exact: true }).click()
  let tulips = main.getByRole('group', { name: 'Quantity of Pink Tulips' })
  let oneMore = tulips.getByRole('button', { name: 'One more: Pink Tulips' })
  await expect(tulips.getByRole('status')).toHaveText('1')

  const room = await openRoom(page)
  await room.fill()
  // Chromium uses its last measurement of the free space for half a minute.
  await expect(async () => {
    await oneMore.click()
    await expect(page.getByText('That could not be saved')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText("This phone's storage is full").first()).toBeVisible()
  const stored = (await tulips.getByRole('status').textContent()) ?? ''
  // Stored data can still be read after a restart; the rest of the test is in Hindi.
  await page.evaluate(() => localStorage.setItem('mogra_language', 'hi'))
  await page.reload()
  tulips = main.getByRole('group', { name: `${words.hi.pinkTulips} की संख्या` })
  oneMore = tulips.getByRole('button', { name: `एक और जोड़ें: ${words.hi.pinkTulips}` })
  const full = page.getByText('इस फ़ोन की जगह भर गई है').first()
  await expect(tulips.getByRole('status')).toHaveText(stored, { timeout: 60_000 })
  await page.goto('/#/order-history')
  await expect(main.getByText(words.hi.savedHere).first()).toBeVisible()

  await page.goto('/#/attention')
  await expect(full).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'फ़ाइल में सहेजें' }).click()
  const saved = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(saved).toMatchObject({ account: customer.email })
  expect(saved.documents).toContainEqual(expect.objectContaining({ type: 'intent', kind: 'place-order' }))

  await room.free()
  await page.getByRole('button', { name: 'फिर कोशिश करें' }).click()
  await expect(full).toHaveCount(0)
  await page.goto('/#/cart')
  await oneMore.click()
  await expect(tulips.getByRole('status')).toHaveText(String(Number(stored) + 1))
  // The reloaded page has not yet received an event about the missing network.
  await context.setOffline(true)
  await context.setOffline(false)
  await page.goto('/#/order-history')
  await expect(main.getByText(/FLR\d+/).first()).toBeVisible({ timeout: 45_000 })
})
