import enDesk from '../../src/i18n/locales/en/desk.json' with { type: 'json' }
import enPeople from '../../src/i18n/locales/en/people.json' with { type: 'json' }
import hiDesk from '../../src/i18n/locales/hi/desk.json' with { type: 'json' }
import hiPeople from '../../src/i18n/locales/hi/people.json' with { type: 'json' }
import { paths } from '../../src/paths.ts'
import { words } from '../screen-texts.ts'
import { closeOverlay, see, type Visit } from './visit.ts'

const desks = { en: enDesk, hi: hiDesk }
const peoples = { en: enPeople, hi: hiPeople }

/** Visits the admin's desk, and leaves the browser as if nobody had signed in. */
export async function desk(visit: Visit) {
  const { page, context, service, look, language } = visit
  const say = words[language]
  const texts = desks[language]
  const email = `desk.${language}.${Date.now()}@mogra.example`
  await service.services.accounts.create({ email, name: 'Anita Pillai', role: 'ADMIN', verified: true })
  await page.goto(`/#${paths.login}`)
  await page.getByLabel(say.email, { exact: true }).fill(email)
  await page.getByRole('button', { name: say.sendCode }).click()
  const { text } = await service.mailTo(email)
  await page.getByLabel(say.code).fill(text.match(/\b\d{6}\b/)?.[0] ?? '')
  await page.getByRole('button', { name: say.verify }).click()
  await page.waitForURL((url) => !url.hash.includes(paths.login))

  await see(visit, paths.admin, 'desk-overview')
  await page.locator('svg.ct-chart-bar').first().waitFor()
  await look('desk-overview')
  for (const tab of ['partners', 'suppliers', 'orders', 'settings', 'tickets'])
    await see(visit, `${paths.admin}?tab=${tab}`, `desk-${tab}`)
  await see(visit, `${paths.admin}?tab=users&q=zzzz`, 'desk-users-nobody')
  await page.goto('about:blank')
  await page.goto(`/#${paths.admin}?tab=users&role=CUSTOMER&q=mogra.example`)
  await page.getByRole('row').getByRole('checkbox').last().check()
  await look('desk-users')
  await page.getByRole('button', { name: texts.users.deleteSelected.replace('{{people}}', '1') }).click()
  await page.getByRole('dialog').waitFor()
  await look('desk-confirm')
  await page.getByRole('dialog').getByRole('button', { name: texts.confirm.delete, exact: true }).click()
  await page.getByLabel(say.code).waitFor()
  await look('desk-code')
  await closeOverlay(page)
  await page.getByRole('button', { name: texts.users.clearAll }).click()
  await page.getByRole('dialog').waitFor()
  await look('desk-clear-all')
  await closeOverlay(page)

  await page.goto(`/#${paths.login}`)
  await page.getByRole('button', { name: peoples[language].already.other }).click()
  await page.getByLabel(say.email, { exact: true }).waitFor()
  await page.goto('about:blank')
  await context.clearCookies()
}
