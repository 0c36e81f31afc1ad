import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { hashPassword } from '../../../sync-server/accounts/passwords/password-hash.ts'
import type { TestService } from '../../../sync-server/testing/test-service.ts'
import { codeIn, readyOffline, register, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

let people = 0
const anEmail = () => {
  people += 1
  return `ravi.${process.pid}.${people}@mogra.example`
}

const linkIn = async (service: TestService, email: string) =>
  (await service.mailTo(email)).text.match(/\/verify-email\?\S+/)?.[0] ?? ''

const mailboxesOf = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name?.includes('mogra-mailbox-') ? [name] : [])),
  )

for (const language of inOneLanguage('hi')) {
  const say = words[language]
  const other = words[language === 'en' ? 'hi' : 'en']

  test(`a person registers, changes the profile offline, and deletes the account (${language})`, async ({
    service,
    phone,
  }) => {
    const email = anEmail()
    const { page, context } = await phone({ language, storesApp: true })
    await register(page, email, say)
    await expect(page.getByText(say.registered)).toBeVisible()
    // The person reads the mail in another app, and the browser may reload the page meanwhile.
    await page.reload()
    const first = await codeIn(service, email)
    await page.getByLabel(say.code).fill(first)
    await page.getByRole('button', { name: say.verify }).click()
    await expect(page).toHaveURL(/#\/$/)

    await readyOffline(page)
    await page.goto('/#/profile')
    const main = page.getByRole('main')
    await expect(main.getByText('98290 11420')).toBeVisible()
    await context.setOffline(true)
    await main.getByRole('button', { name: say.editProfile }).click()
    await main.getByLabel(say.name, { exact: true }).fill('Ravi Kumar Menon')
    await main.getByRole('button', { name: say.save, exact: true }).click()
    await expect(main.getByText(say.savedHere)).toBeVisible()
    await expect(main.getByText('Ravi Kumar Menon')).toHaveCount(2)
    await context.setOffline(false)
    await expect(main.getByText(say.upToDate)).toBeVisible({ timeout: 20_000 })

    // The rest is in the other language: screens change at once, mails after the service has stored the language.
    await main.getByRole('radio', { name: other.language }).click()
    await expect(page.getByRole('heading', { name: other.profile })).toBeVisible()
    const languageOf = async () => (await service.services.accounts.findByEmail(email))?.language
    await expect.poll(languageOf).toBe(language === 'en' ? 'hi' : 'en')
    const [before] = await mailboxesOf(page)
    await main.getByRole('button', { name: other.deleteAccount }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: other.sendDeletionCode }).click()
    await dialog.getByLabel(other.code).fill(await codeIn(service, email, first))
    expect((await service.mailTo(email)).subject).toMatch(language === 'en' ? /[ऀ-ॿ]/ : /^[^ऀ-ॿ]+$/)
    await dialog.getByRole('button', { name: other.deleteAccount }).click()
    await expect(page.getByText(other.accountDeleted)).toBeVisible()
    await expect.poll(() => mailboxesOf(page)).not.toContain(before)

    await page.goto('/#/login')
    await page.getByLabel(other.email, { exact: true }).fill(email)
    await page.getByRole('button', { name: other.sendCode }).click()
    await expect(page.getByText(other.noAccount)).toBeVisible()
  })

  test(`the link in the mail verifies, and is not left in the browser's history (${language})`, async ({
    service,
    phone,
  }) => {
    const email = anEmail()
    const { page } = await phone({ language })
    await register(page, email, say)
    await expect(page.getByText(say.registered)).toBeVisible()
    const address = await linkIn(service, email)
    await page.goto(address)
    await expect(page.getByRole('heading', { name: say.verified })).toBeVisible()
    await expect(page).toHaveURL(/#\/verify-email$/)
    await expect(page.getByText(say.canLogin)).toBeVisible({ timeout: 10_000 })
    await expect(page.getByLabel(say.email, { exact: true })).toHaveValue(email)
    await page.goBack()
    await expect(page).not.toHaveURL(/token/)

    // Opened again, it says the same.
    await page.goto(address)
    await expect(page.getByRole('heading', { name: say.verified })).toBeVisible()
  })

  test(`registering with the e-mail of an account leads to the login (${language})`, async ({ customer, phone }) => {
    const { page } = await phone({ language })
    await register(page, customer.email, say)
    await expect(page.getByText(say.taken)).toBeVisible()
    await page.getByRole('alert').getByRole('button').click()
    await expect(page).toHaveURL(/login/)
    await expect(page.getByLabel(say.email, { exact: true })).toHaveValue(customer.email)
  })
}

/** Delays `history.back`, as on a busy phone, for dialogs of a screen that is left. */
const slowWayBack = (page: Page) =>
  page.evaluate(() => {
    const back = history.back.bind(history)
    history.back = () => setTimeout(back, 300)
    addEventListener('popstate', () => document.body.setAttribute('data-went-back', ''))
  })

/** Expects the home screen, also after the delayed `history.back` of the dialog. */
async function expectHome(page: Page) {
  await expect(page.locator('[data-went-back]')).toBeAttached()
  await expect(page).toHaveURL(/#\/$/)
}

test('one device logs out another device, and then all devices', async ({ service, customer, phone }) => {
  const [{ page: here }, { page: there }] = [await phone(), await phone()]
  for (const page of [here, there]) await signIn(page, service, customer.email)
  await here.goto('/#/profile')
  const others = here.getByRole('button', { name: /^Log out: / })
  await expect(others).toHaveCount(1)
  await others.click()
  await expect(others).toHaveCount(0)
  await there.reload()
  await expect(there.getByRole('button', { name: 'Status: Signed out' })).toBeVisible()

  await slowWayBack(here)
  await here.getByRole('button', { name: 'Log out everywhere' }).click()
  await here.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(here.getByText('You are logged out everywhere')).toBeVisible()
  await expectHome(here)
  await here.goto('/#/profile')
  await expect(here.getByRole('heading', { name: 'Please Login' })).toBeVisible()
})

test('the other phone removes a deleted account within 5 s', async ({ service, customer, phone }) => {
  const [{ page: here }, { page: there }] = [await phone(), await phone()]
  for (const page of [here, there]) await signIn(page, service, customer.email)
  await there.goto('/#/product/tulips')
  await there.getByRole('main').getByRole('button', { name: words.en.addToCart, exact: true }).click()
  const [mailbox] = await mailboxesOf(there)
  await here.goto('/#/profile')
  await slowWayBack(here)
  await here.getByRole('button', { name: words.en.deleteAccount }).click()
  const known = await codeIn(service, customer.email)
  await here.getByRole('button', { name: words.en.sendDeletionCode }).click()
  await here
    .getByRole('dialog')
    .getByLabel(words.en.code)
    .fill(await codeIn(service, customer.email, known))
  await here.getByRole('dialog').getByRole('button', { name: words.en.deleteAccount }).click()
  await expect(here.getByText(words.en.accountDeleted)).toBeVisible()
  await expectHome(here)
  await expect.poll(() => mailboxesOf(there), { timeout: 5_000 }).not.toContain(mailbox)
  const gone = there.getByText('The account on this phone was deleted.')
  await there.goto('/#/profile')
  await expect(there.getByRole('heading', { name: 'Please Login' })).toBeVisible()
  await there.reload()
  await expect(gone).toBeVisible()
  await there.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(gone).toHaveCount(0)
  await expect(there.getByRole('main')).toBeFocused()
  await there.goto('/#/cart')
  await expect(there.getByRole('heading', { name: 'Pink Tulips' })).toHaveCount(0)
})

test('a person whose account has a password can log in with it', async ({ service, customer, phone }) => {
  const { account } = await service.signIn(customer.email)
  await service.services.passwords.keep(account.id, await hashPassword('marigold by the door'))

  const { page } = await phone()
  await page.goto('/#/login')
  await page.getByRole('button', { name: 'Use a password instead' }).click()
  await page.getByLabel('E-mail', { exact: true }).fill(customer.email)
  const logIn = async (password: string) => {
    await page.getByLabel('Password').fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  }
  await logIn('jasmine by the door')
  await expect(page.getByText('E-mail or password is wrong')).toBeVisible()
  await logIn('marigold by the door')
  await expect(page).toHaveURL(/#\/$/)
})

test('a person can download all their data', async ({ service, customer, phone }) => {
  const { page } = await phone()
  await signIn(page, service, customer.email)
  await page.goto('/#/profile')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(JSON.stringify(JSON.parse(text))).toContain(customer.email)
})

test('a favourite appears on the other phone, and is removed there for both', async ({ service, customer, phone }) => {
  const [{ page: one }, { page: two }] = [await phone(), await phone()]
  for (const page of [one, two]) await signIn(page, service, customer.email)
  await one.goto('/#/product/tulips')
  await one.getByRole('button', { name: 'Favourite: Pink Tulips' }).first().click()
  await two.goto('/#/favourites')
  await two.getByRole('button', { name: 'Remove from favorites: Pink Tulips' }).click()
  await one.goto('/#/favourites')
  await expect(one.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
})
