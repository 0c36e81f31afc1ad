import type { Page } from '@playwright/test'
import { ulidOf } from '#model'
import { readyApplication } from '../../../sync-server/applications/testing/ready-application.ts'
import type { TestService } from '../../../sync-server/testing/test-service.ts'
import enDesk from '../../src/i18n/locales/en/desk.json' with { type: 'json' }
import enPeople from '../../src/i18n/locales/en/people.json' with { type: 'json' }
import enWholesale from '../../src/i18n/locales/en/wholesale.json' with { type: 'json' }
import hiDesk from '../../src/i18n/locales/hi/desk.json' with { type: 'json' }
import hiPeople from '../../src/i18n/locales/hi/people.json' with { type: 'json' }
import hiWholesale from '../../src/i18n/locales/hi/wholesale.json' with { type: 'json' }
import { codeIn, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

const texts = {
  en: { ...enPeople, desk: enDesk, wholesale: enWholesale },
  hi: { ...hiPeople, desk: hiDesk, wholesale: hiWholesale },
}
const DESKTOP = { width: 1280, height: 800 }

/** The text before its first value, which a screen shows in front of it. */
const beginOf = (text: string) => text.split('{{')[0] ?? ''
const named = (text: string, values: Record<string, string>) =>
  Object.entries(values).reduce((said, [name, value]) => said.replace(`{{${name}}}`, value), text)

let people = 0
async function make({ services }: TestService, name: string, role: 'ADMIN' | 'CUSTOMER') {
  people += 1
  const email = `apply.${process.pid}.${people}@mogra.example`
  const made = await services.accounts.create({ email, name, role, verified: true })
  if (made === 'email_taken') throw new Error(made)
  return made
}

/** Somebody whose e-mail is verified and whose application waits for an admin. */
async function applicant(
  service: TestService,
  name: string,
  type: 'driver' | 'wholesale_supplier',
  documents?: readonly 'panCard'[],
) {
  const account = await make(service, name, 'CUSTOMER')
  const form = type === 'driver' ? { name } : { businessName: name }
  const { id } = await readyApplication(service.services, account, { type, form, ...(documents && { documents }) })
  await service.services.sweep.sweepNow()
  return { ...account, id, application: ulidOf(id) }
}

/** The number beside a tab's name. */
async function countIn(page: Page, tab: string): Promise<number> {
  const text = await page.getByRole('button', { name: new RegExp(`^${tab}`) }).textContent()
  return Number(text?.match(/\d+/)?.[0])
}

/** On a phone the opened application takes its row's place. */
async function openCard(page: Page, name: string) {
  await page.getByRole('button', { name }).click()
  const card = page.getByRole('article', { name })
  await expect(card).toBeVisible()
  return card
}

for (const language of inOneLanguage('hi')) {
  const say = words[language]
  const { desk, wholesale, application, notices } = texts[language]

  test(`two admins decide about one application, one of them offline, and the applicants see it (${language})`, async ({
    service,
    phone,
  }) => {
    const [anita, kabir] = [await make(service, 'Anita Pillai', 'ADMIN'), await make(service, 'Kabir Rao', 'ADMIN')]
    const rider = await applicant(service, `Ravi Shinde ${language}`, 'driver')
    const grower = await applicant(service, `Phool Mandi ${language}`, 'wholesale_supplier', ['panCard'])

    const { page: riders } = await phone({ language })
    await signIn(riders, service, rider.email, say)
    await riders.goto('/#/profile')
    await expect(riders.getByText(application.reviewed)).toBeVisible()
    const { page: growers } = await phone({ language })
    await signIn(growers, service, grower.email, say)
    await growers.goto('/#/profile')
    await expect(growers.getByText(application.reviewed)).toBeVisible()

    // Anita loses her network, and decides on the train.
    const { page, context } = await phone({ language, storesApp: true })
    await signIn(page, service, anita.email, say)
    await readyOffline(page)
    await page.goto('/#/admin?tab=partners')
    await expect(page.getByRole('button', { name: rider.name })).toBeVisible()
    const before = await countIn(page, desk.tabs.partners)
    await context.setOffline(true)
    const card = await openCard(page, rider.name)
    await card.getByRole('button', { name: desk.applications.approve, exact: true }).click()
    await expect(card.getByText(desk.applications.decided.approved.saved)).toBeVisible()
    await expect.poll(() => countIn(page, desk.tabs.partners)).toBe(before - 1)

    // Kabir rejects the same application at his desk, by the keyboard.
    const { page: other } = await phone({ language })
    await other.setViewportSize(DESKTOP)
    await signIn(other, service, kabir.email, say)
    await other.goto('/#/admin?tab=partners')
    await other.getByRole('button', { name: rider.name }).click()
    await expect(other.getByRole('article', { name: rider.name })).toBeVisible()
    await other.keyboard.press('r')
    const dialog = other.getByRole('dialog')
    await dialog.getByLabel(desk.applications.reason).fill('The licence has expired.')
    await dialog.getByRole('button', { name: desk.applications.reject }).press('Enter')
    await expect(other.getByText(desk.applications.done.driver.rejected)).toBeVisible()
    await expect(other.getByRole('article', { name: rider.name })).toBeHidden()

    // The rejected one reads why, without a reload.
    await expect(riders.getByText('The licence has expired.')).toBeVisible()
    await expect(riders.getByRole('link', { name: application.again })).toHaveAttribute('href', '#/driver/register')
    await expect(
      riders.getByRole('region', { name: notices.title }).getByText(notices.kind['application-rejected']),
    ).toBeVisible()

    // Anita's approval came second: she reads who decided, and what.
    await context.setOffline(false)
    const instead = named(desk.applications.instead.rejected, { admin: kabir.name })
    await expect(page.getByText(beginOf(instead))).toBeVisible()
    await expect(page.getByText(named(desk.applications.yoursNamed.approved, { name: rider.name }))).toBeVisible()
    await expect(page.getByRole('button', { name: rider.name })).toBeHidden()
    await page.getByRole('button', { name: desk.applications.understood }).click()
    await expect(page.getByText(beginOf(instead))).toBeHidden()

    // The supplier's application is incomplete; she opens what there is, and approves.
    await page.getByRole('button', { name: new RegExp(`^${desk.tabs.suppliers}`) }).click()
    const second = await openCard(page, grower.name)
    await expect(second.getByText(desk.applications.incomplete)).toBeVisible()
    await second.getByRole('button', { name: desk.applications.details }).click()
    const open = named(desk.applications.openNamed, { document: desk.applications.documents.panCard })
    const known = await codeIn(service, anita.email)
    await second.getByRole('button', { name: open }).click()
    await page.getByLabel(say.code).fill(await codeIn(service, anita.email, known))
    await page.getByLabel(say.code).press('Enter')
    const opening = context.waitForEvent('page')
    await second.getByRole('link', { name: open }).click()
    const paper = await opening
    await paper.waitForLoadState()
    expect(paper.url()).toContain(`/api/admin/applications/${grower.application}/documents/panCard`)
    expect(await paper.evaluate(() => [document.contentType, String(window.opener), origin])).toEqual([
      ...['image/png', 'null', 'null'],
    ])
    await paper.close()
    await second.getByRole('button', { name: desk.applications.approve, exact: true }).click()
    await expect(page.getByText(desk.applications.done.wholesale_supplier.approved)).toBeVisible()
    await expect(page.getByRole('button', { name: grower.name })).toBeHidden()

    // The approved one has the new role without a reload, and goes on to the dashboard, by the page and by the mail.
    await expect(growers.getByText(application.approvedText.wholesale_supplier)).toBeVisible()
    await growers.getByRole('link', { name: application.dashboard }).click()
    await expect(growers).toHaveURL(/#\/wholesale\/dashboard$/)
    await expect(growers.getByRole('heading', { level: 1, name: grower.name })).toBeVisible()
    await growers
      .getByRole('navigation', { name: wholesale.title })
      .getByRole('link', { name: new RegExp(`^${wholesale.tabs.requests}`) })
      .click()
    await expect(growers.getByRole('heading', { name: beginOf(wholesale.tabs.pending) })).toBeVisible()
    const { text } = await service.mailTo(grower.email, ({ text }) => text.includes('/wholesale/dashboard'))
    await growers.goto(new URL(text.match(/https?:\S+\/wholesale\/dashboard/)?.[0] ?? '').pathname)
    await expect(growers.getByRole('heading', { level: 1, name: grower.name })).toBeVisible()
    await service.mailTo(rider.email, ({ text }) => text.includes('The licence has expired.'))
  })
}
