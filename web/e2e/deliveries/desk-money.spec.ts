import { readFile } from 'node:fs/promises'
import { ulid } from 'ulid'
import { somePayout } from '../../../sync-server/partners/testing/some-payout.ts'
import type { TestService } from '../../../sync-server/testing/test-service.ts'
import enDesk from '../../src/i18n/locales/en/desk.json' with { type: 'json' }
import hiDesk from '../../src/i18n/locales/hi/desk.json' with { type: 'json' }
import { codeIn, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'
import { toldOrder } from './partner-steps.ts'

const desks = { en: enDesk, hi: hiDesk }
let people = 0
const anEmail = () => {
  people += 1
  return `money.${process.pid}.${people}@mogra.example`
}

async function anAdmin(service: TestService) {
  const admin = { email: anEmail(), name: 'Anita Pillai', role: 'ADMIN' as const, verified: true }
  const made = await service.services.accounts.create(admin)
  if (made === 'email_taken') throw new Error(made)
  return made
}

for (const language of inOneLanguage('hi')) {
  const say = words[language]
  const texts = desks[language].payouts

  test(`an admin saves the bank’s file, and the partner hears that they are paid (${language})`, async ({
    service,
    phone,
  }) => {
    const admin = await anAdmin(service)
    const bank = { number: '50100123457745', ifsc: 'SBIN0031023' }
    const name = `Imran ${language}`
    const { id, partner } = await somePayout(service.services, { email: anEmail(), name, rupees: 1_950, bank })
    await service.services.sweep.sweepNow()
    const { page } = await phone({ language })
    await signIn(page, service, admin.email, say)
    await page.goto('/#/admin')
    await page.getByRole('link', { name: new RegExp(`^${desks[language].overview.pay}:`) }).click()
    await expect(page.getByText(name)).toBeVisible()
    await expect(page.getByText('··7745')).toBeVisible()

    const known = await codeIn(service, admin.email)
    await page.getByRole('button', { name: texts.csv_one.split(' ({{')[0] ?? '' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say.code).fill(await codeIn(service, admin.email, known))
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: desks[language].proof.verb, exact: true }).press('Enter')
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain(
      `${name},50100123457745,SBIN0031023,1950`,
    )

    await page.getByLabel(texts.reference.replace('{{name}}', name)).fill('432911802290')
    await page.keyboard.press('Enter')
    await expect(page.getByText(texts.donePaid.replace('{{name}}', name))).toBeVisible()
    await expect(page.getByText(name, { exact: true })).toHaveCount(0)
    await service.services.sweep.sweepNow()
    expect(await service.services.mailboxes.get(partner.mailbox.name, 'payout:1')).toMatchObject({
      ...{ state: 'paid', reference: '432911802290', bankAccountEnds: '7745' },
    })
    expect((await service.services.payouts.of(partner.id)).map(({ _id }) => _id)).toEqual([id])
  })
}

test('an admin without a network settles a late story, and the partner is paid once it is sent', async ({
  service,
  phone,
}) => {
  const { services } = service
  const admin = await anAdmin(service)
  const made = await services.accounts.create({
    email: anEmail(),
    name: 'Rakesh Meena',
    role: 'PARTNER',
    verified: true,
  })
  if (made === 'email_taken') throw new Error(made)
  const at = services.now().toISOString()
  await toldOrder(service, {
    ...{ account: admin.id, state: 'failed' },
    more: {
      status: 'failed',
      delivery: {
        ...{ state: 'failed', since: at, openedAt: at },
        rounds: [{ partner: made.id, awardedAt: at, intent: ulid(), ended: 'taken_back', endedAt: at }],
        steps: [{ round: 0, step: 'delivered', at, receivedAt: at, intent: ulid(), handedTo: 'recipient' }],
      },
      items: [{ what: 'story', partner: made.id, at, holds: true }],
    },
  })

  const { page, context } = await phone({ storesApp: true })
  await signIn(page, service, admin.email)
  await readyOffline(page)
  await page.goto('/#/admin?tab=orders&show=deliveries')
  const item = page.locator('summary').filter({ hasText: 'Rakesh Meena' })
  await item.click()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Pay ₹50 to Rakesh Meena' }).press('Enter')
  await expect(page.getByText(enDesk.items.saved)).toBeVisible()
  expect(await services.earnings.of(made.id)).toMatchObject([{ held: true }])
  await context.setOffline(false)
  await expect(item).toHaveCount(0)
  await expect.poll(() => services.earnings.of(made.id)).toMatchObject([{ held: false, rupees: 50 }])
})
