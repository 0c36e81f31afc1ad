import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { order, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'

/** The browser's own limit, as on a phone whose storage others have filled; it holds as long as this session does. */
async function openRoom(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  const limit = (more: { quotaSize?: number }) => devTools.send('Storage.overrideQuotaForOrigin', { origin, ...more })
  return { fill: () => limit({ quotaSize: 1 }), free: () => limit({}) }
}

test('a phone whose storage is full says so, loses nothing, gives it out as a file and goes on when there is room', async ({
  service,
  customer,
  phone,
}) => {
  test.setTimeout(180_000)
  const { page, context } = await phone()
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
  // For half a minute Chromium goes by the room that it saw last.
  await expect(async () => {
    await oneMore.click()
    await expect(page.getByText('That could not be saved')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText("This phone's storage is full").first()).toBeVisible()
  const stored = (await tulips.getByRole('status').textContent()) ?? ''
  // What was stored before can be read, over a restart too, in which the rest of the way is in Hindi.
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
  // The page that was loaded anew has yet to hear that there is no network.
  await context.setOffline(true)
  await context.setOffline(false)
  await page.goto('/#/order-history')
  await expect(main.getByText(/FLR\d+/).first()).toBeVisible({ timeout: 45_000 })
})
