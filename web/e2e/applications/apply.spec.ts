import type { Page } from '@playwright/test'
import en from '../../src/i18n/locales/en/applications.json' with { type: 'json' }
import enShell from '../../src/i18n/locales/en/shell.json' with { type: 'json' }
import support from '../../src/i18n/locales/en/support.json' with { type: 'json' }
import hi from '../../src/i18n/locales/hi/applications.json' with { type: 'json' }
import { codeIn, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { words } from '../screen-texts.ts'
import { goOn, type Say, step } from './wizard-steps.ts'

let people = 0
function anEmail(name: string) {
  people += 1
  return `${name}.${process.pid}.${people}@mogra.example`
}

async function fillBusiness(page: Page, say: Say, email?: string) {
  await page.getByLabel(say.fields.businessName).fill('Phool Mandi')
  await page.getByLabel(say.fields.contactPerson).fill('Meena Devi')
  if (email !== undefined) {
    await page.getByLabel(say.fields.email, { exact: true }).fill(email)
    await page.getByLabel(say.fields.phone, { exact: true }).fill('98290 11420')
    await fillPasswords(page, say)
  }
}

async function fillPasswords(page: Page, say: Say) {
  await page.getByLabel(say.fields.password, { exact: true }).fill('seven77')
  await page.getByLabel(say.fields.confirmPassword).fill('seven77')
}

/** From the second step of a supplier to the documents. */
async function fillRest(page: Page, say: Say, city: string) {
  await step(page, say.supplier.location.title).waitFor()
  await page.getByLabel(say.fields.address).fill('14 MI Road')
  await page.getByRole('checkbox', { name: city }).check()
  await goOn(page, say)
  await step(page, say.supplier.kyc.title).waitFor()
  await page.getByLabel(say.fields.gstNumber).fill('27AAPFU0939F1ZV')
  await page.getByLabel(say.fields.panNumber).fill('AAPFU0939F')
  await goOn(page, say)
  await step(page, say.supplier.documents).waitFor()
}

test('a visitor applies as a supplier, and enters the code on another screen than the form', async ({
  page,
  service,
}) => {
  const email = anEmail('meena')
  await page.goto('/')
  await page.getByRole('button', { name: words.en.menu, exact: true }).click()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: enShell.nav.wholesaleSupplier })
    .press('Enter')
  await step(page, en.supplier.business.title).waitFor()
  await goOn(page, en)
  await expect(page.getByRole('alert').getByText(en.blocked.fields)).toBeVisible()
  await expect(page.getByLabel(en.fields.businessName)).toBeFocused()
  await fillBusiness(page, en, email)
  await goOn(page, en)
  await fillRest(page, en, 'Jaipur')
  await page.goBack()
  await expect(page.getByLabel(en.fields.gstNumber)).toHaveValue('27AAPFU0939F1ZV')
  await page.goForward()
  await page.getByRole('button', { name: en.submit }).press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: en.sent.title })).toBeVisible()
  await expect(page.getByText(en.sent.verify.wholesale_supplier)).toBeVisible()
  await expect(page).toHaveURL(/#\/$/, { timeout: 10_000 })
  await page.goto('/#/support')
  await expect(page.getByRole('heading', { level: 1, name: support.title })).toBeVisible()
  await page.getByRole('link', { name: enShell.application.codeEnter }).press('Enter')
  await page.getByLabel(words.en.code).fill(await codeIn(service, email))
  await page.getByRole('button', { name: words.en.verify }).click()
  await expect(page.getByText('Your application is being reviewed')).toBeVisible()
  await expect(page.getByRole('link', { name: enShell.application.codeEnter })).toHaveCount(0)
})

test('a visitor without a network applies in Hindi after a reload, and it arrives once there is one', async ({
  phone,
  service,
}) => {
  const email = anEmail('sunita')
  const { page, context } = await phone({ language: 'hi', storesApp: true })
  await page.goto('/#/wholesale/register')
  await step(page, hi.supplier.business.title).waitFor()
  await readyOffline(page)
  await context.setOffline(true)
  await fillBusiness(page, hi, email)
  await goOn(page, hi)
  await fillRest(page, hi, 'जयपुर')
  await page.reload()
  const missing = page.getByRole('link', { name: hi.missingList.forgotten })
  await expect(missing).toHaveCount(2)
  await missing.first().press('Enter')
  await fillPasswords(page, hi)
  await goOn(page, hi)
  await page.getByRole('button', { name: hi.submit }).press('Enter')
  await expect(page.getByText(hi.waiting.title)).toBeVisible()
  // It also goes on while the person looks at something else.
  await page.evaluate(() => {
    location.hash = '#/browse'
  })
  await context.setOffline(false)
  await codeIn(service, email)
  await expect(page.getByRole('status').getByText('आपके आवेदन को उस कोड का इंतज़ार है')).toBeVisible()
})

test('a signed-in customer applies with the account’s name and e-mail, and sees how far it is', async ({
  page,
  service,
  customer,
}) => {
  await signIn(page, service, customer.email)
  await page.goto('/#/wholesale/register')
  await expect(page.getByLabel(en.fields.email, { exact: true })).toHaveValue(customer.email)
  await expect(page.getByLabel(en.fields.email, { exact: true })).not.toBeEditable()
  await fillBusiness(page, en)
  await page.getByLabel(en.fields.phone, { exact: true }).fill('98290 11420')
  await goOn(page, en)
  await fillRest(page, en, 'Mumbai')
  await page.getByRole('button', { name: en.submit }).press('Enter')
  await expect(page.getByText(en.sent.await.wholesale_supplier)).toBeVisible()
  await page.goto('/#/driver/register')
  await expect(page.getByText('Your application is being reviewed')).toBeVisible()
})
