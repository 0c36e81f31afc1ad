import en from '../../src/i18n/locales/en/applications.json' with { type: 'json' }
import hi from '../../src/i18n/locales/hi/applications.json' with { type: 'json' }
import { paths } from '../../src/paths.ts'
import { see, type Visit } from './visit.ts'

const texts = { en, hi }

/** Visits both registrations as a visitor: what is empty, unusual and missing, saved without a network, and sent. */
export async function applying(visit: Visit) {
  const { page, context, look, language } = visit
  const say = texts[language]
  const { fields } = say
  const step = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor()
  const goOn = () => page.getByRole('button', { name: say.continue }).press('Enter')
  const fill = (field: keyof typeof fields, text: string) => page.getByLabel(fields[field], { exact: true }).fill(text)

  await see(visit, paths.driverRegister, 'apply-personal')
  await goOn()
  await page.getByRole('alert').getByText(say.blocked.fields).waitFor()
  await look('apply-personal-empty')
  await see(visit, `${paths.driverRegister}?step=vehicle`, 'apply-vehicle')
  await see(visit, `${paths.driverRegister}?step=kyc`, 'apply-kyc')
  await fill('licenseNumber', 'RJ14 2019 34417')
  await fill('aadharNumber', '2341 2341 2346')
  await goOn()
  await page.getByText(say.unusual.licence).waitFor()
  await look('apply-kyc-unusual')
  await see(visit, `${paths.driverRegister}?step=documents`, 'apply-documents')
  await see(visit, `${paths.driverRegister}?social=true`, 'apply-social-expired')

  await see(visit, paths.wholesaleRegister, 'supply-business')
  await fill('businessName', 'Phool Mandi')
  await fill('contactPerson', 'Meena Devi')
  await fill('email', `meena.${language}.${Date.now()}@mogra.example`)
  await fill('phone', '98290 11420')
  await fill('password', 'seven77')
  await fill('confirmPassword', 'seven77')
  await goOn()
  await step(say.supplier.location.title)
  await page.getByLabel(fields.address).fill('14 MI Road')
  await page.getByRole('checkbox').first().check()
  await look('supply-location')
  await goOn()
  await step(say.supplier.kyc.title)
  await fill('gstNumber', '27AAPFU0939F1ZV')
  await fill('panNumber', 'ABCPE1234F')
  await page.getByLabel(fields.panNumber).blur()
  await page.getByText(say.unusual.panInGstin).waitFor()
  await look('supply-kyc')
  await goOn()
  await step(say.supplier.documents)
  await look('supply-documents')
  await context.setOffline(true)
  await page.getByRole('button', { name: say.submit }).press('Enter')
  await page.getByText(say.waiting.network).waitFor()
  await look('supply-waiting')
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: say.sent.title }).waitFor()
  // Stays here.
  await page.keyboard.press('Shift')
  await look('supply-sent')
  await page.getByRole('link', { name: say.sent.verifyEmail }).press('Enter')
  await page.getByRole('heading', { level: 1, name: say.code.title }).waitFor()
  await look('supply-code')
  await see(visit, paths.wholesaleRegister, 'supply-awaited')
  await see(visit, paths.home, 'home-awaits-code')
  await page.evaluate(() => localStorage.removeItem('mogra_draft_applied'))
}
