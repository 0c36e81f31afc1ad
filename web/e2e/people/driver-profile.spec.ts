import enTerms from '../../src/i18n/locales/en/applications.json' with { type: 'json' }
import enProfile from '../../src/i18n/locales/en/driver-profile.json' with { type: 'json' }
import enGuard from '../../src/i18n/locales/en/guard.json' with { type: 'json' }
import enPeople from '../../src/i18n/locales/en/people.json' with { type: 'json' }
import hiTerms from '../../src/i18n/locales/hi/applications.json' with { type: 'json' }
import hiProfile from '../../src/i18n/locales/hi/driver-profile.json' with { type: 'json' }
import hiGuard from '../../src/i18n/locales/hi/guard.json' with { type: 'json' }
import hiPeople from '../../src/i18n/locales/hi/people.json' with { type: 'json' }
import { codeIn, readyOffline, signIn } from '../customer-steps.ts'
import { expect, test } from '../fixtures.ts'
import { inOneLanguage } from '../in-one-language.ts'
import { words } from '../screen-texts.ts'

const profiles = { en: enProfile, hi: hiProfile }
const guards = { en: enGuard, hi: hiGuard }
const people = { en: enPeople, hi: hiPeople }
const terms = { en: enTerms, hi: hiTerms }

for (const language of inOneLanguage('hi')) {
  const say = words[language]
  const texts = profiles[language]
  const { fields } = terms[language]
  const { proof, storedApp } = people[language]

  test(`a customer becomes a partner, changes the vehicle offline across a reload, and the bank account with a fresh code (${language})`, async ({
    service,
    phone,
  }) => {
    const { accounts, kyc } = service.services
    const email = `imran.${language}.${process.pid}@mogra.example`
    const made = await accounts.create({ email, name: 'Imran Khan', role: 'CUSTOMER', city: 'jaipur', verified: true })
    if (made === 'email_taken') throw new Error(made)
    const { page, context } = await phone({ language, storesApp: true })
    await signIn(page, service, email, say)
    await page.goto('/#/driver/profile')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(guards[language].partners)
    // With the role the screen comes, without a reload.
    await accounts.change(made.id, {
      ...{ role: 'PARTNER', vehicleType: 'bike', vehicleNumber: 'RJ14 AB 1234', serviceRadius: 10 },
    })
    await expect(page.getByRole('heading', { name: texts.title })).toBeVisible({ timeout: 20_000 })
    await expect(main.getByText('RJ14 AB 1234')).toBeVisible()
    await readyOffline(page)
    // What only partners need is stored once the session names the role.
    await page.goto('/#/profile')
    await expect(main.getByText(storedApp.stored)).toBeVisible({ timeout: 30_000 })
    await page.goto('/#/driver/profile')

    await context.setOffline(true)
    await main.getByRole('button', { name: say.editProfile }).click()
    await main.getByLabel(fields.vehicleNumber).fill('RJ14 CD 5678')
    await main.getByLabel(fields.serviceRadius).selectOption('15')
    await main.getByRole('button', { name: say.save, exact: true }).click()
    await expect(main.getByText(say.savedHere)).toBeVisible()
    await main.getByRole('switch', { name: texts.toggles.auto }).click()
    await page.reload()
    await expect(main.getByText('RJ14 CD 5678')).toBeVisible()
    await expect(main.getByRole('switch', { name: texts.toggles.auto })).toBeChecked()
    await expect(main.getByRole('switch', { name: texts.toggles.sms })).toBeDisabled()
    await context.setOffline(false)
    await expect
      .poll(() => accounts.findByEmail(email), { timeout: 20_000 })
      .toMatchObject({ vehicleNumber: 'RJ14 CD 5678', serviceRadius: 15, autoAccept: true })
    // A change of this visit is said to be confirmed.
    await main.getByRole('switch', { name: texts.toggles.email }).click()
    await expect(main.getByText(say.upToDate)).toBeVisible({ timeout: 20_000 })
    expect(await accounts.findByEmail(email)).toMatchObject({ emailNotices: false })

    await main.getByRole('button', { name: texts.bank.add }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(texts.bank.number).fill('5010 0123 4567 89')
    await dialog.getByLabel(fields.ifscCode).fill('HDFC0001234')
    const known = await codeIn(service, email)
    await dialog.getByRole('button', { name: texts.bank.save }).click()
    await expect(dialog.getByText(proof.text)).toBeVisible()
    await dialog.getByLabel(say.code).fill(await codeIn(service, email, known))
    await dialog.getByRole('button', { name: texts.bank.save }).press('Enter')
    await expect(main.getByText(texts.bank.ends.replace('{{digits}}', '6789'))).toBeVisible()
    expect(await kyc.bankOf(made.id)).toEqual({ number: '50100123456789', ifsc: 'HDFC0001234' })
  })
}
