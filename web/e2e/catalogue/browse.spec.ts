import type { Page } from '@playwright/test'
import {
  GENERATED_FLORISTS,
  GENERATED_FLOWERS,
  generateCatalogue,
} from '../../../sync-server/demo/generated/generate-catalogue.ts'
import { writeCatalogue } from '../../../sync-server/demo/write-catalogue.ts'
import english from '../../src/i18n/locales/en/catalogue.json' with { type: 'json' }
import hindi from '../../src/i18n/locales/hi/catalogue.json' with { type: 'json' }
import { withoutStock } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'

const made = { without: [GENERATED_FLOWERS, GENERATED_FLORISTS] }
const cards = (page: Page) => page.getByRole('list', { name: 'Flowers' }).getByRole('listitem')
const names = (page: Page) => cards(page).getByRole('heading')
const count = (page: Page, text: string | RegExp) => expect(page.getByRole('main').getByText(text)).toBeVisible()

const front = { en: english, hi: hindi }

for (const language of ['en', 'hi'] as const)
  test(`home says what Mogra is, and links to the next screens (${language})`, async ({ phone }) => {
    const say = front[language].home
    const { page } = await phone({ language })
    await page.goto('/')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(say.title)
    await expect(main.getByRole('combobox')).toBeVisible()
    await expect(main.getByRole('link', { name: say.orderNow })).toHaveAttribute('href', '#/browse')
    for (const [figure, label] of [
      ['50+', say.stat.cities],
      ['1000+', say.stat.customers],
      ['500+', say.stat.florists],
      ['100+', say.stat.partners],
    ] as const)
      await expect(main.getByRole('listitem').filter({ hasText: figure })).toContainText(label)
    for (const { title } of [say.local, say.sameDay, say.earnings])
      await expect(main.getByRole('heading', { name: title })).toBeVisible()
    await expect(main.getByRole('article')).toHaveCount(6)
    await expect(main.getByRole('link', { name: say.browseAll })).toHaveAttribute('href', '#/browse')
    await expect(main.getByRole('link', { name: say.start })).toHaveAttribute('href', '#/register')
    const toPartners = main.locator('a[href="#/driver/register"]')
    await expect(toPartners).toHaveText([say.becomeDriver, say.becomePartner])
  })

test('a card shows the flower, its price and its florist, and links to the flower', async ({ service, phone }) => {
  const { page } = await phone()
  await page.goto('/#/browse?category=roses')
  const card = cards(page).filter({ hasText: words.en.redRoses })
  for (const text of ['25% off', '4.8', '(128)', '2–4 hrs', 'Petal Lane, Mumbai', '₹899'])
    await expect(card).toContainText(text)
  await expect(card.locator('s')).toContainText('₹1,199')
  await withoutStock(service, 'red-roses', async () => {
    // The app checks the catalogue for changes when it opens.
    await page.reload()
    await expect(card.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
    await expect(card.getByText('Out of Stock')).toHaveCount(2)
  })
  await page.reload()
  await card.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(card.getByRole('button', { name: /^One more/ })).toBeVisible()
  await card.getByRole('link', { name: words.en.redRoses }).click()
  await expect(page).toHaveURL(/product\/red-roses/)
})

test('every filter is in the URL, so that it can be shared, survives a reload, and Back undoes it', async ({
  phone,
}) => {
  const { page } = await phone()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/#/browse')
  await count(page, '8 bouquets')

  const search = page.getByRole('searchbox')
  for (const [typed, found] of [
    ['tulps', 'Pink Tulips'],
    ['सूरजमुखी', 'Sunflower Sunshine'],
    ['lal gulab', words.en.redRoses],
  ] as const) {
    await search.fill(typed)
    await expect(names(page)).toHaveText([found])
  }
  await expect.poll(() => new URLSearchParams(page.url().split('?')[1]).get('q')).toBe('lal gulab')
  await search.fill('')
  await count(page, '8 bouquets')
  await expect(page).toHaveURL(/browse$/)

  // The picker works with the keyboard alone, and finds cities by their former names.
  const city = page.getByRole('combobox', { name: 'Deliver in' })
  await city.focus()
  await page.keyboard.type('bomb')
  await expect(page.getByRole('listbox', { name: 'Cities' }).getByRole('option')).toHaveText(['Mumbai'])
  await page.keyboard.press('Enter')
  await expect(city).toHaveValue('Mumbai')
  await count(page, '3 bouquets for Mumbai')
  await page.getByRole('radio', { name: 'Roses' }).check({ force: true })
  await page.getByRole('radio', { name: 'Love & Romance' }).check({ force: true })
  const price = page.getByRole('slider', { name: 'Price' })
  for (const [attribute, value] of Object.entries({ min: '0', max: '2000', step: '50' }))
    await expect(price).toHaveAttribute(attribute, value)
  await expect(price).toHaveValue('2000')
  await price.fill('900')
  const sort = page.getByLabel('Sort by')
  const orders = sort.getByRole('option')
  await expect(orders).toHaveText(['Popular', 'Price: low to high', 'Price: high to low', 'Rating', 'Name'])
  await sort.selectOption('price-low')
  await page.getByRole('button', { name: 'List' }).click()
  const query = 'city=mumbai&category=roses&occasion=love-romance&max=900&sort=price-low&view=list'
  await expect(page).toHaveURL(new RegExp(`browse\\?${query}$`))
  await count(page, '1 bouquet for Mumbai')
  await page.reload()
  await count(page, '1 bouquet for Mumbai')

  await page.goBack()
  await expect(page).toHaveURL(/sort=price-low$/)
  await page.goBack()
  await expect(page).toHaveURL(/max=900$/)
  await page.goBack()
  await expect(page).toHaveURL(/occasion=love-romance$/)
  await page.goBack()
  await expect(page).toHaveURL(/city=mumbai&category=roses$/)
  await expect(page.getByRole('radio', { name: 'Roses' })).toBeChecked()
  // Typing letter by letter adds only one entry to the browser's history.
  await search.pressSequentially('cac', { delay: 400 })
  await expect(page).toHaveURL(/q=cac/)
  await page.goBack()
  await expect(page).toHaveURL(/city=mumbai&category=roses$/)
  await expect(search).toHaveValue('')
  await search.fill('cactus')
  await expect(page.getByRole('heading', { name: 'No flowers found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(/browse\?city=mumbai$/)
  await count(page, '3 bouquets for Mumbai')

  // For a city without florists the page says so and hides nothing; the city is saved for the next visit.
  await city.fill('कोटा')
  await page.getByRole('option', { name: 'Kota' }).click()
  await count(page, 'No florist in Kota sells here yet. These are from other cities.')
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: words.en.orderNow }).click()
  await expect(page).toHaveURL(/browse\?city=kota$/)
})

test('a flower that is opened at the moment a filter is chosen stays open, and Back restores the filter', async ({
  phone,
}) => {
  const { page } = await phone()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/#/browse')
  await count(page, '8 bouquets')
  const roses = page.getByRole('radio', { name: 'Roses', exact: true })
  // A slow phone may handle both taps before it paints.
  await roses.evaluate((radio: HTMLInputElement) => {
    radio.click()
    document.querySelector<HTMLElement>('main [role=listitem] h3 a')?.click()
  })
  await expect(page).toHaveURL(/product\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/product\//)
  await page.goBack()
  await expect(page).toHaveURL(/category=roses/)
  await expect(roses).toBeChecked()

  // A person who leaves the list by another link stays on the other screen.
  await page.getByRole('radio', { name: 'Tulips', exact: true }).evaluate((radio: HTMLInputElement) => {
    radio.click()
    document.querySelector<HTMLElement>('header a')?.click()
  })
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // A late write would have happened by now, because a later change of the same kind is in the URL.
  await page.getByRole('main').getByRole('link', { name: words.en.orderNow }).press('Enter')
  await expect(page).toHaveURL(/browse/)
  await page.goBack()
  await expect(page).toHaveURL(/#\/$/)
})

test('on a phone the filters are a sheet that counts the matches, and Back closes it without a choice', async ({
  phone,
}) => {
  const { page } = await phone()
  await page.goto('/#/browse')
  await count(page, '8 bouquets')
  const sheet = page.getByRole('dialog', { name: words.en.filters })
  const openSheet = () => page.getByRole('button', { name: words.en.filters }).click()
  await openSheet()
  await sheet.getByRole('radio', { name: 'Sunflowers' }).check()
  await expect(sheet.getByRole('button', { name: 'Show 1 bouquet' })).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/browse$/)
  await count(page, '8 bouquets')

  await openSheet()
  await sheet.getByRole('radio', { name: 'Sunflowers' }).check()
  await sheet.getByRole('button', { name: 'Show 1 bouquet' }).click()
  await expect(page).toHaveURL(/browse\?category=sunflowers$/)
  await expect(names(page)).toHaveText(['Sunflower Sunshine'])
  await openSheet()
  await sheet.getByRole('button', { name: 'Clear All' }).click()
  await sheet.getByRole('button', { name: 'Show 8 bouquets' }).click()
  await expect(page).toHaveURL(/browse$/)
  await page.goBack()
  await expect(page).toHaveURL(/browse\?category=sunflowers$/)
  await expect(names(page)).toHaveText(['Sunflower Sunshine'])
})

test('the keyboard reaches the end of two thousand flowers, and Back, a reload and a rotation keep the scroll position', async ({
  phone,
  service,
}) => {
  await writeCatalogue(service.services.couch, generateCatalogue(2000, 1), made)
  try {
    const { page } = await phone()
    await page.goto('/#/browse')
    // A list that is still loading never looks complete.
    await expect(page.getByRole('main').getByText(/^[\d,]+ bouquets( so far\. More are arriving\.)?$/)).toBeVisible()
    await count(page, /^2,000 bouquets$/)
    await expect.poll(() => cards(page).count()).toBeLessThan(40)
    await cards(page).first().getByRole('link').focus()
    await page.keyboard.press('Tab')
    for (let i = 0; i < 30; i += 1) await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    await expect(focused).toBeInViewport()
    const at = await focused.evaluate((element) => element.closest('[role=listitem]')?.getAttribute('aria-posinset'))
    expect(Number(at)).toBeGreaterThan(8)

    // Rows have their real height now, and not the estimated one.
    const inWindow = () =>
      cards(page).evaluateAll((all) =>
        all
          .filter((card) => card.getBoundingClientRect().bottom > 80 && card.getBoundingClientRect().top < innerHeight)
          .map((card) => card.closest('[role=listitem]')?.getAttribute('aria-posinset')),
      )
    let seen = await inWindow()
    await expect(async () => {
      await page.evaluate(() => window.scrollBy(0, 700))
      seen = await inWindow()
      expect(Number(seen[0])).toBeGreaterThan(80)
    }).toPass({ intervals: [50] })
    for (const size of [
      { width: 800, height: 360 },
      { width: 360, height: 800 },
    ]) {
      await page.setViewportSize(size)
      await expect.poll(async () => (await inWindow()).some((place) => seen.includes(place))).toBe(true)
    }
    const left = await inWindow()
    await page.reload()
    await expect.poll(inWindow).toEqual(left)

    await page.keyboard.press('End')
    const last = page.locator('[role=listitem][aria-posinset="2000"]')
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(last).toBeInViewport({ timeout: 500 })
    }).toPass()
    await expect(last).toHaveAttribute('aria-setsize', '2000')
    await last.getByRole('link').focus()
    const place = await last.boundingBox()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/product/)
    await page.goBack()
    await expect(last).toBeInViewport()
    expect((await last.boundingBox())?.y).toBeCloseTo(place?.y ?? Number.NaN, 0)
  } finally {
    await writeCatalogue(service.services.couch, generateCatalogue(8, 1), made)
  }
})
