import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ulid } from 'ulid'
import type { TestService } from '../../../sync-server/testing/test-service.ts'
import enDesk from '../../src/i18n/locales/en/desk.json' with { type: 'json' }
import hiDesk from '../../src/i18n/locales/hi/desk.json' with { type: 'json' }
import { codeIn, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { press, type } from '../keyboard.ts'
import { words } from '../screen-texts.ts'

const desks = { en: enDesk, hi: hiDesk }
const DESKTOP = { width: 1280, height: 800 }

// The next test of this worker uses the same clock.
test.afterEach(({ clock }) => clock.release())

let people = 0
async function make(service: TestService, name: string, role: 'ADMIN' | 'CUSTOMER' | 'PARTNER' | 'SUPPLIER') {
  people += 1
  const email = `desk.${process.pid}.${people}@mogra.example`
  const made = await service.services.accounts.create({ email, name, role, verified: true })
  if (made === 'email_taken') throw new Error(made)
  return made
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const openUsers = (page: Page, q: string) => page.goto(`/#/admin?tab=users&q=${encodeURIComponent(q)}`)

for (const language of inOneLanguage('en')) {
  const say = words[language]
  const texts = desks[language]

  test(`an admin finds people, deletes one with a fresh code, and another admin undoes it (${language})`, async ({
    service,
    clock,
    phone,
  }) => {
    const [admin, second] = [await make(service, 'Anita Pillai', 'ADMIN'), await make(service, 'Kabir Rao', 'ADMIN')]
    const goes = await make(service, `Imran Khan ${language}`, 'CUSTOMER')
    const { page } = await phone({ language })
    await page.setViewportSize(DESKTOP)
    await signIn(page, service, admin.email, say)
    await openUsers(page, goes.name)
    await expect(rowOf(page, goes.email)).toHaveCount(1)
    // The filter survives a reload, and Showing counts everybody.
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue(goes.name)
    await expect(rowOf(page, goes.email)).toHaveCount(1)

    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: texts.users.export }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect(csv).toContain(goes.email)

    const remove = async () => {
      await page.getByRole('button', { name: texts.users.delete.replace('{{name}}', goes.name) }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(goes.email)
      await dialog.getByRole('button', { name: texts.confirm.delete, exact: true }).press('Enter')
      return dialog
    }
    // The second desk is open before: an undo is possible for ten seconds only.
    const { page: other } = await phone({ language })
    await signIn(other, service, second.email, say)
    await other.goto('/#/admin')
    const known = await codeIn(service, admin.email)
    // However busy the machine is, the ten seconds last until the other admin has undone it.
    clock.hold()
    const dialog = await remove()
    await dialog.getByLabel(say.code).fill(await codeIn(service, admin.email, known))
    await dialog.getByRole('button', { name: texts.confirm.delete, exact: true }).press('Enter')
    await expect(page.getByRole('status').getByRole('button', { name: texts.job.undo })).toBeVisible()

    await other.getByRole('button', { name: texts.job.undo }).click()
    await expect(page.getByText(texts.job.undone)).toBeVisible()

    // The code still counts, and this time nobody undoes it.
    await remove()
    await expect(page.getByRole('button', { name: texts.job.undo })).toBeVisible()
    clock.forward(11)
    await service.services.sweep.sweepNow()
    await expect(page.getByText(texts.job.done)).toBeVisible()
    await expect(page.getByText(texts.users.empty)).toBeVisible()
    expect((await service.services.accounts.get(goes.id))?.status).toBe('ended')
  })

  test(`the desk stays readable without a network, and decides nothing (${language})`, async ({ service, phone }) => {
    const admin = await make(service, 'Anita Pillai', 'ADMIN')
    const { page, context } = await phone({ language, storesApp: true })
    await signIn(page, service, admin.email, say)
    await readyOffline(page)
    await page.goto('/#/admin')
    await expect(page.getByRole('heading', { level: 1, name: /Anita Pillai/ })).toBeVisible()
    await openUsers(page, '')
    await expect(rowOf(page, admin.email)).toHaveCount(1)

    await context.setOffline(true)
    await page.reload()
    await expect(rowOf(page, admin.email)).toHaveCount(1)
    await expect(page.getByText(texts.users.kept.split('{{time}}')[0] ?? '')).toBeVisible()
    await expect(page.getByRole('button', { name: texts.users.clearAll })).toBeDisabled()
    await page.getByRole('button', { name: texts.tabs.overview }).click()
    await expect(page.getByText(texts.offline.split('{{time}}')[0] ?? '')).toBeVisible()
    await expect(page.getByText(texts.overview.users, { exact: true })).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByText(texts.offline.split('{{time}}')[0] ?? '')).toBeHidden()
    await expect(page.getByRole('button', { name: texts.users.clearAll })).toBeEnabled()
  })
}

test('an admin works in the list with the keyboard alone', async ({ service, phone }) => {
  const admin = await make(service, 'Anita Pillai', 'ADMIN')
  const [one, two] = [await make(service, 'Keyboard Asha', 'CUSTOMER'), await make(service, 'Keyboard Zoya', 'PARTNER')]
  const { page } = await phone()
  await page.setViewportSize(DESKTOP)
  await signIn(page, service, admin.email)
  await page.goto('/#/admin?tab=users&sort=name')
  await expect(rowOf(page, admin.email)).toHaveCount(1)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys of this list' })
  for (const key of ['j', 'k', 'x', 'Enter', '/', '?']) await expect(keys.getByText(key, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  // At once: on a busy machine a part of the word finds both, and the list of the whole word begins at its top again.
  await page.keyboard.insertText('keyboard')
  await expect(page.getByText('Showing 2 of')).toBeVisible()
  // In a field the keys are letters; leaving it gives them back.
  await page.getByRole('searchbox').press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(rowOf(page, two.email)).toBeFocused()
  await page.keyboard.press('k')
  await expect(rowOf(page, one.email)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: 'Select Keyboard Asha' })).toBeChecked()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: 'Keyboard Zoya' })
  await expect(details).toBeVisible()
  await details.getByRole('button', { name: 'Take the role away' }).press('Enter')
  const taking = page.getByRole('dialog', { name: 'Take the role away' })
  const known = await codeIn(service, admin.email)
  await taking.getByLabel('Reason').fill('Three complaints in a week')
  await taking.getByRole('button', { name: 'Take the role away' }).press('Enter')
  await page.getByLabel('Six-digit code').fill(await codeIn(service, admin.email, known))
  await page.getByLabel('Six-digit code').press('Enter')
  await expect(page.getByText('Keyboard Zoya is a customer now')).toBeVisible()
  await expect(rowOf(page, two.email)).toContainText('Customer')
})

test('an admin reaches every part of the desk with the keyboard alone, and answers a message', async ({
  service,
  phone,
}) => {
  const admin = await make(service, 'Anita Pillai', 'ADMIN')
  const writer = await make(service, 'Keyboard Meera', 'CUSTOMER')
  const { tickets } = service.services
  const at = service.services.now().toISOString()
  const written = await tickets.contact({ ulid: ulid(), at, isIntent: true }, writer, {
    ...({ name: writer.name, email: writer.email, category: 'general', subject: 'Marigolds by keyboard' } as const),
    message: 'Do you have marigolds?',
  })
  if ('refused' in written) throw new Error(written.refused)
  const { page } = await phone()
  await page.setViewportSize(DESKTOP)
  await signIn(page, service, admin.email)

  const account = page.getByRole('banner').getByRole('button', { name: 'Anita Pillai' })
  await press(page, account)
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' }))
  await expect(page.getByRole('heading', { level: 1, name: /Anita Pillai/ })).toBeVisible()
  for (const [tab, heading] of [
    [/^Users/, 'Users'],
    [/^Partners/, 'Partner applications'],
    [/^Suppliers/, 'Supplier applications'],
    [/^Orders/, 'Orders'],
    [/^Settings/, 'Settings'],
    [/^Overview/, /Anita Pillai/],
  ] as const) {
    await press(page, page.getByRole('main').getByRole('button', { name: tab }).first())
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  await press(page, page.getByRole('link', { name: /^Answer:/ }))
  const item = page.locator('details').filter({ hasText: 'Marigolds by keyboard' })
  const head = item.locator('summary')
  await expect(head).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys of this list' })).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, head)
  await type(page, item.getByLabel('Answer as Mogra'), 'Yes, since this morning.')
  await press(page, item.getByRole('button', { name: 'Send answer' }))
  await expect.poll(async () => (await tickets.get(written.doc._id))?.state).toBe('answered')
})

test('nobody but an admin gets into the desk, or a byte of it', async ({ service, customer, phone }) => {
  // An admin's page loads files of this name, or the rest of the test could not fail.
  const admin = await make(service, 'Anita Pillai', 'ADMIN')
  const { page: desk } = await phone({ storesApp: true })
  const loaded = desk.waitForRequest((request) => request.url().includes('/desk-'))
  await signIn(desk, service, admin.email)
  await desk.goto('/#/admin')
  await loaded

  const { page, context } = await phone({ storesApp: true })
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  await page.goto('/#/admin')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByText('You must be logged in to access the admin panel.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '#/')
  await expect(page.getByRole('link', { name: 'Login to Continue' })).toHaveAttribute('href', /#\/login\?next=/)
  await signIn(page, service, customer.email)
  await page.goto('/#/admin')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  const main = page.getByRole('main')
  for (const text of [
    "You don't have permission to access the admin panel.",
    customer.name,
    customer.email,
    'Customer',
  ])
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Contact Admin' })).toHaveAttribute('href', /^mailto:/)
  for (const [path, who] of [
    ['driver/dashboard', 'partners'],
    ['driver/profile', 'partners'],
    ['wholesale/dashboard', 'suppliers'],
    ['wholesale/profile', 'suppliers'],
  ]) {
    await page.goto(`/#/${path}`)
    const denied = `Access Denied - This page is only accessible to registered ${who}.`
    await expect(page.getByRole('heading', { name: denied })).toBeVisible()
  }
  await readyOffline(page)
  // One of the last screens that are loaded ahead: nothing of the desk was among them.
  await expect.poll(() => asked.some((url) => url.includes('/email-test-')), { timeout: 45_000 }).toBe(true)
  const ofRoles = /desk|(driver|wholesale)-(profile|dashboard)/
  expect(asked.filter((url) => ofRoles.test(url))).toEqual([])
  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => url)
  })
  expect(stored.length).toBeGreaterThan(50)
  expect(stored.filter((url) => ofRoles.test(url))).toEqual([])

  const supplier = await make(service, 'Phool Mandi', 'SUPPLIER')
  const { page: theirs } = await phone({ storesApp: true })
  await signIn(theirs, service, supplier.email)
  await theirs.goto('/#/wholesale/dashboard')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Phool Mandi' })).toBeVisible()
})
