import { ulid } from 'ulid'
import { readyApplication } from '../../../sync-server/applications/testing/ready-application.ts'
import { somePayout } from '../../../sync-server/partners/testing/some-payout.ts'
import enDesk from '../../src/i18n/locales/en/desk.json' with { type: 'json' }
import enPeople from '../../src/i18n/locales/en/people.json' with { type: 'json' }
import hiDesk from '../../src/i18n/locales/hi/desk.json' with { type: 'json' }
import hiPeople from '../../src/i18n/locales/hi/people.json' with { type: 'json' }
import { paths } from '../../src/paths.ts'
import { toldOrder } from '../deliveries/partner-steps.ts'
import { words } from '../screen-texts.ts'
import { waitingQuestion } from './conversations.ts'
import { closeOverlay, see, type Visit } from './visit.ts'

const desks = { en: enDesk, hi: hiDesk }
const peoples = { en: enPeople, hi: hiPeople }

/** Visits the admin's desk, and leaves the browser as if nobody had signed in. */
export async function desk(visit: Visit) {
  const { page, context, service, look, language, nameOf } = visit
  const say = words[language]
  const texts = desks[language]
  const email = `desk.${language}.${Date.now()}@mogra.example`
  await service.services.accounts.create({ email, name: nameOf('Anita Pillai'), role: 'ADMIN', verified: true })
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
  await waitingConversation(visit)
  await applications(visit)
  await deliveriesAndPayouts(visit)
  await see(visit, `${paths.admin}?tab=users&q=zzzz`, 'desk-users-nobody')
  await page.goto('about:blank')
  await page.goto(`/#${paths.admin}?tab=users&role=CUSTOMER&q=mogra.example`)
  await page.getByRole('row').getByRole('checkbox').last().check()
  await look('desk-users')
  await page.getByRole('button', { name: texts.users.deleteSelected.replace('{{people, number}}', '1') }).click()
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

/** A conversation that waits for Mogra's answer, opened. */
async function waitingConversation({ page, service, look, nameOf }: Visit) {
  const { feeds, now } = service.services
  const account = `waiting-${Date.now()}`
  const row = waitingQuestion(account, nameOf('Meera Iyer'), now())
  await feeds.adminRows.put(row)
  await page.goto('about:blank')
  await page.goto(`/#${paths.admin}?tab=tickets`)
  const head = page.locator('summary').filter({ hasText: row.name }).last()
  await head.click()
  await page.getByText('Nobody answers the bell').last().waitFor()
  await look('desk-conversation')
  await feeds.adminRows.close({ id: row._id, type: 'support', version: row.version + 1 })
}

/** A late story that is opened, and payouts in every state. */
async function deliveriesAndPayouts(visit: Visit) {
  const { page, service, look, language, nameOf } = visit
  const { services } = service
  const at = services.now().toISOString()
  const unique = `${language}.${Date.now()}@mogra.example`
  const made = []
  for (const [n, name] of ['Imran Khan', 'Joseph Fernandes', 'Harpreet Kaur', 'Farhan Qureshi'].entries()) {
    const bank = { number: `5010012345774${n}`, ifsc: 'SBIN0031023' }
    const wanted = { email: `payee${n}.${unique}`, name: nameOf(name), rupees: 640 + 655 * n, ...(n !== 1 && { bank }) }
    made.push(await somePayout(services, wanted))
  }
  const [imran, , harpreet, farhan] = made
  if (!imran || !harpreet || !farhan) throw new Error('a payout is missing')
  await services.payouts.exportBatch(ulid(), imran.partner.id, false)
  const settled = { version: 2, by: imran.partner.id }
  await services.payouts.settle(harpreet.id, { ...settled, state: 'failed', reason: 'IFSC is wrong' })
  await services.payouts.settle(farhan.id, { ...settled, state: 'paid', reference: '432911802207' })
  const step = { round: 0, step: 'delivered' as const, at, receivedAt: at, intent: ulid(), handedTo: 'guard' as const }
  await toldOrder(service, {
    ...{ account: imran.partner.id, state: 'failed' },
    more: {
      status: 'failed',
      delivery: {
        ...{ state: 'failed', since: at, openedAt: at, steps: [{ ...step, note: 'Left with the guard' }] },
        rounds: [{ partner: imran.partner.id, awardedAt: at, intent: ulid(), ended: 'taken_back', endedAt: at }],
      },
      items: [
        { what: 'refund', at },
        { what: 'story', partner: imran.partner.id, at, holds: true },
      ],
    },
  })
  const open = async (show: 'deliveries' | 'payouts') => {
    await page.goto('about:blank')
    await page.goto(`/#${paths.admin}?tab=orders&show=${show}`)
  }
  const texts = desks[language]
  await open('payouts')
  await page.getByText(nameOf('Joseph Fernandes')).first().waitFor()
  await look('desk-payouts')
  await page.getByRole('radio', { name: texts.payouts.failed, exact: true }).check()
  await page.getByText(nameOf('Harpreet Kaur')).first().waitFor()
  await look('desk-payouts-failed')
  await open('deliveries')
  await page
    .locator('summary')
    .filter({ hasText: nameOf('Imran Khan') })
    .first()
    .click()
  await look('desk-delivery-item')
}

/** An application that is opened, decided without a network, and rejected. */
async function applications({ page, context, service, look, language, nameOf }: Visit) {
  const texts = desks[language].applications
  const { accounts } = service.services
  // No other applications of the demo have these names.
  const [supplier, driver] = [nameOf('Phool Mandi'), nameOf('Tenzin Bhutia')]
  const owner = nameOf('Meera Rathore')
  for (const name of [owner, driver, nameOf('Lakshmi Narayan')]) {
    const email = `applicant.${language}.${Date.now()}@mogra.example`
    const account = await accounts.create({ email, name, role: 'CUSTOMER', verified: true })
    if (account === 'email_taken') throw new Error(email)
    const documents = name === driver ? { documents: ['license', 'pan'] as const } : {}
    await readyApplication(service.services, account, { form: { name }, ...documents })
    if (name === owner) {
      const form = { businessName: supplier }
      await readyApplication(service.services, account, { type: 'wholesale_supplier', form, documents: ['panCard'] })
    }
  }
  await service.services.sweep.sweepNow()
  const open = async (tab: 'partners' | 'suppliers', name: string) => {
    await page.goto('about:blank')
    await page.goto(`/#${paths.admin}?tab=${tab}`)
    // The visits of other languages and sizes have left theirs.
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('article', { name }).waitFor()
  }
  await open('suppliers', supplier)
  await look('desk-supplier-opened')
  await open('partners', driver)
  await page.getByRole('button', { name: texts.details }).click()
  await page.getByRole('button', { name: desks[language].overview.hide }).waitFor()
  await look('desk-application-details')
  await page.getByRole('button', { name: texts.reject }).click()
  await page.getByRole('dialog').waitFor()
  await look('desk-application-reject')
  await closeOverlay(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: texts.approve, exact: true }).click()
  await page.getByText(texts.decided.approved.saved).first().waitFor()
  await look('desk-application-decided')
  await context.setOffline(false)
  await page.getByRole('button', { name: driver }).waitFor({ state: 'hidden' })
  await page.goto('about:blank')
  await page.goto(`/#${paths.admin}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look('desk-overview-pending')
}
