import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { PARTNER_DOCUMENTS } from '#model'
import { type LocalProvider, startLocalProvider } from '../../../sync-server/social/testing/local-provider.ts'
import { startTestService } from '../../../sync-server/testing/test-service.ts'
import { aPdf } from '../../src/data/uploads/testing/files.ts'
import applying from '../../src/i18n/locales/en/applications.json' with { type: 'json' }
import { chooseFile, fillReach, fillVehicleAndKyc, goOn, step } from '../applications/wizard-steps.ts'
import { signIn } from '../customer-steps.ts'
import { test as base, expect } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

const says = {
  en: {
    ...words.en,
    google: 'Continue with Google',
    facebook: 'Continue with Facebook',
    redirecting: 'Redirecting to Google...',
    welcome: (name: string) => `Welcome, ${name}`,
    partner: 'Delivery Partner',
    toPartner: 'Continue to the partner application',
    connect: 'Connect Google',
    disconnect: 'Disconnect Google',
    cancelled: 'Sign in was cancelled',
    blocked: 'Popup was blocked by browser. Please allow popups and try again.',
    notFound: 'Account not found. Please register first or use a different email.',
    otherMethod: 'An account already exists with this email using a different sign-in method.',
    domain: 'This domain is not authorized for Google sign-in. Please contact support.',
    help: 'What you can do',
    noResult: 'No redirect result',
    failed: 'Failed to sign in with Google',
    unavailable: 'Authentication service not available. Please contact support.',
  },
  hi: {
    ...words.hi,
    google: 'गूगल से आगे बढ़ें',
    facebook: 'फ़ेसबुक से आगे बढ़ें',
    redirecting: 'गूगल पर भेजा जा रहा है...',
    welcome: (name: string) => `स्वागत है, ${name}`,
    partner: 'डिलीवरी पार्टनर',
    toPartner: 'पार्टनर आवेदन पर जाएँ',
    connect: 'गूगल जोड़ें',
    disconnect: 'गूगल हटाएँ',
    cancelled: 'लॉग इन रद्द कर दिया गया',
    blocked: 'ब्राउज़र ने पॉपअप रोक दिया। कृपया पॉपअप की अनुमति दें और फिर कोशिश करें।',
    notFound: 'खाता नहीं मिला। कृपया पहले रजिस्टर करें या कोई दूसरा ई-मेल इस्तेमाल करें।',
    otherMethod: 'इस ई-मेल से पहले से एक खाता है, जो लॉग इन के दूसरे तरीक़े से बना है।',
    domain: 'इस डोमेन को गूगल से लॉग इन की अनुमति नहीं है। कृपया सहायता से संपर्क करें।',
    help: 'आप क्या कर सकते हैं',
    noResult: 'रीडायरेक्ट का कोई नतीजा नहीं मिला',
    failed: 'गूगल से लॉग इन नहीं हो सका',
    unavailable: 'प्रमाणीकरण सेवा उपलब्ध नहीं है। कृपया सहायता से संपर्क करें।',
  },
}
type Says = (typeof says)['en' | 'hi']

let people = 0

const test = base.extend<{ person: { name: string; email: string } }, { provider: LocalProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one needs from the pattern.
    async ({}, use) => {
      const provider = await startLocalProvider([])
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  /** The service uses the local provider as Google and as Facebook. */
  service: [
    async ({ provider }, use) => {
      const service = await startTestService({ webFolder: join(import.meta.dirname, '../../dist'), env: provider.env })
      await use(service)
      await service.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  /** A person with an account at the provider but not at Mogra. */
  person: async ({ provider }, use) => {
    people += 1
    const person = { subject: `s${people}`, name: `Mira Sen ${people}`, email: `mira${people}@gmail.example` }
    provider.people.push(person)
    await use(person)
    provider.faults = {}
  },
})

// Each test uses several windows, which takes long on a busy machine.
test.describe.configure({ timeout: 240_000 })

/** Presses the button and chooses this name in the window that opens. */
async function choose(page: Page, button: string, name: string) {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  const popup = await opening
  await popup.getByRole('link', { name, exact: true }).click()
}

async function becomeCustomer(page: Page, name: string, say: Says) {
  await expect(page.getByRole('heading', { name: say.welcome(name) })).toBeVisible()
  await page.getByRole('button', { name: say.createAccount }).click()
  await page.getByRole('checkbox', { name: say.terms }).check()
  await page.getByRole('button', { name: say.createAccount }).click()
  await expect(page).toHaveURL(/#\/$/)
}

const blockPopups = (context: BrowserContext) =>
  context.addInitScript(() => Object.assign(window, { open: () => null }))

for (const language of inOneLanguage('hi')) {
  const say = says[language]

  test(`a new person registers through a popup, and signs in through one on another phone (${language})`, async ({
    person,
    phone,
  }) => {
    const { page } = await phone({ language })
    await page.goto('/#/register')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: say.google }).click()
    const popup = await opening
    await expect(popup.getByRole('link', { name: person.name, exact: true })).toBeVisible()
    // With an opener, the provider could navigate our page.
    expect(await popup.evaluate(() => window.opener)).toBeNull()
    const closed = popup.waitForEvent('close')
    await popup.getByRole('link', { name: person.name, exact: true }).click()
    await closed
    await becomeCustomer(page, person.name, say)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(/eyJ|Bearer/)
    await page.goto('/#/profile')
    await expect(page.getByRole('main').getByText(person.email).first()).toBeVisible()

    const { page: other } = await phone({ language })
    await other.goto('/#/login?next=/favourites')
    await choose(other, say.google, person.name)
    await expect(other).toHaveURL(/#\/favourites$/)
  })

  test(`if popups are blocked, the page itself goes to the provider and returns (${language})`, async ({
    person,
    phone,
  }) => {
    const { page, context } = await phone({ language, storesApp: true })
    await blockPopups(context)
    await page.goto('/#/register')
    let goOn = () => {}
    const seen = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/api/social/attempts', async (route) => {
      await seen
      await route.continue()
    })
    await page.getByRole('button', { name: say.google }).click()
    await expect(page.getByText(say.redirecting)).toBeVisible()
    goOn()
    await expect(page.getByRole('link', { name: person.name, exact: true })).toBeVisible()
    await page.goBack()
    await expect(page.getByText(say.blocked)).toBeVisible()

    await page.getByRole('button', { name: say.google }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByText(say.cancelled)).toBeVisible()
    await page.getByRole('button', { name: say.google }).click()
    await page.getByRole('link', { name: person.name, exact: true }).click()
    await becomeCustomer(page, person.name, say)

    await page.goto('/#/profile')
    await page.getByRole('button', { name: say.disconnect }).click()
    await expect(page.getByRole('button', { name: say.connect })).toBeVisible()
  })

  test(`every failure of a social login shows its message (${language})`, async ({
    person,
    phone,
    provider,
    service,
  }) => {
    const { page } = await phone({ language })
    await page.goto('/#/login')
    const alert = page.getByRole('alert')
    await choose(page, say.google, 'Cancel')
    await expect(alert.getByText(say.cancelled)).toBeVisible()
    await choose(page, say.google, person.name)
    await expect(alert.getByText(say.notFound)).toBeVisible()
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: say.facebook }).click()
    const popup = await opening
    // Chromium once never ended the close of a popup that was still loading.
    await popup.waitForLoadState()
    await popup.close()
    await expect(alert.getByText(say.cancelled)).toBeVisible()
    await choose(page, say.facebook, person.name)
    await expect(alert.getByText(say.notFound)).toBeVisible()

    provider.faults = { claims: { nonce: 'another' } }
    await choose(page, say.google, person.name)
    await expect(alert.getByText(say.failed)).toBeVisible()
    provider.faults = { token: { status: 503, body: {} } }
    await choose(page, say.google, person.name)
    await expect(alert.getByText(say.unavailable)).toBeVisible()

    await service.services.accounts.create({ ...person, role: 'CUSTOMER', verified: true })
    await choose(page, say.facebook, person.name)
    await expect(alert.getByText(say.otherMethod)).toBeVisible()

    await page.goto('/#/login?social=google')
    await page.reload()
    await page.context().clearCookies({ name: 'social' })
    await page.goto('/#/register?social=google')
    await expect(alert.getByText(say.noResult)).toBeVisible()
    await expect(page).toHaveURL(/#\/register$/)

    await page.goto(`${service.url.replace('localhost', '127.0.0.1')}/#/login`)
    if (language === 'hi') await page.evaluate(() => localStorage.setItem('mogra_language', 'hi'))
    await page.getByRole('button', { name: say.google }).click()
    await expect(alert.getByText(say.domain)).toBeVisible()
    await expect(page.getByRole('heading', { name: say.help })).toBeVisible()
  })
}

test('a new person applies as a partner with the name and e-mail of a provider, without a password', async ({
  person,
  phone,
}) => {
  const { page } = await phone()
  await page.goto('/#/register')
  await choose(page, says.en.facebook, person.name)
  await page.getByRole('radio', { name: new RegExp(says.en.partner) }).check()
  await page.getByRole('button', { name: says.en.toPartner }).click()
  await expect(page).toHaveURL(/#\/driver\/register\?social=true$/)
  const known = await page.evaluate(async () => (await fetch('/api/social/attempts/current')).json())
  expect(known).toMatchObject({ outcome: 'new', name: person.name, email: person.email })
  await expect(page.getByRole('heading', { level: 1, name: applying.driver.socialTitle })).toBeVisible()
  await fillVehicleAndKyc(page)
  // What the provider did not say is still missing.
  await page.getByRole('link', { name: applying.fields.emergencyContact }).press('Enter')
  await fillReach(page)
  await expect(page.getByLabel(applying.fields.email, { exact: true })).toHaveValue(person.email)
  await expect(page.getByLabel(applying.fields.email, { exact: true })).not.toBeEditable()
  await expect(page.getByLabel(applying.fields.password, { exact: true })).toHaveCount(0)
  await goOn(page)
  await step(page, applying.driver.documents).waitFor()
  for (const paper of PARTNER_DOCUMENTS) await chooseFile(page, paper, 'paper.pdf', 'application/pdf', aPdf(20_000))
  await page.getByRole('button', { name: applying.submit }).press('Enter')
  await expect(page.getByText(applying.sent.await.driver)).toBeVisible()
  await page.goto('/#/profile')
  await expect(page.getByText('Your application is being reviewed')).toBeVisible()
})

test('a person with an account connects Google in the profile, and signs in with it from then on', async ({
  person,
  phone,
  service,
}) => {
  await service.services.accounts.create({ ...person, role: 'CUSTOMER', verified: true })
  const { page } = await phone()
  await page.goto('/#/login')
  await choose(page, says.en.google, person.name)
  await expect(page.getByRole('alert').getByText('connect Google in your profile')).toBeVisible()
  await signIn(page, service, person.email)
  await page.goto('/#/profile')
  await choose(page, says.en.connect, person.name)
  await expect(page.getByRole('button', { name: says.en.disconnect })).toBeVisible()

  const { page: other } = await phone()
  await other.goto('/#/login')
  await choose(other, says.en.google, person.name)
  await expect(other).toHaveURL(/#\/$/)
})
