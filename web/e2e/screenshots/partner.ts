import enProfile from '../../src/i18n/locales/en/driver-profile.json' with { type: 'json' }
import enPeople from '../../src/i18n/locales/en/people.json' with { type: 'json' }
import hiProfile from '../../src/i18n/locales/hi/driver-profile.json' with { type: 'json' }
import hiPeople from '../../src/i18n/locales/hi/people.json' with { type: 'json' }
import { paths } from '../../src/paths.ts'
import { signIn } from '../customer-steps.ts'
import { words } from '../screen-texts.ts'
import { dashboard } from './dashboard.ts'
import { closeOverlay, see, type Visit } from './visit.ts'

const profiles = { en: enProfile, hi: hiProfile }
const peoples = { en: enPeople, hi: hiPeople }

/** Visits what a delivery partner sees, and leaves the browser as if nobody had signed in. */
export async function partner(visit: Visit) {
  const { page, context, service, language, nameOf } = visit
  const say = words[language]
  const email = `partner.${language}.${Date.now()}@mogra.example`
  const { accounts } = service.services
  const made = await accounts.create({
    email,
    name: nameOf('Imran Khan'),
    role: 'PARTNER',
    city: 'jaipur',
    verified: true,
  })
  if (made === 'email_taken') throw new Error(email)
  await accounts.change(made.id, {
    ...{ vehicleType: 'bike', vehicleNumber: 'RJ14 AB 1234', serviceRadius: 10, languages: ['hindi', 'english'] },
    ...{ phone: '+919829011420', emergencyContact: '+919829011421' },
  })
  await signIn(page, service, email, say)
  await see(visit, paths.profile, 'profile-partner')
  await profile(visit)
  await dashboard(visit, made.mailbox.name)

  await page.goto(`/#${paths.login}`)
  await page.getByRole('button', { name: peoples[language].already.other }).click()
  await page.getByLabel(say.email, { exact: true }).waitFor()
  await page.goto('about:blank')
  await context.clearCookies()
}

async function profile(visit: Visit) {
  const { page, look, language } = visit
  const { bank } = profiles[language]
  await see(visit, paths.driverProfile, 'partner-profile')
  await page.getByRole('button', { name: words[language].editProfile }).click()
  await page.getByRole('radio', { name: /Motorcycle|मोटरसाइकिल/ }).waitFor()
  await look('partner-profile-edit')
  await page.getByRole('button', { name: bank.add }).click()
  await page.getByRole('dialog').getByRole('button', { name: bank.save }).click()
  await look('partner-bank')
  await closeOverlay(page)
}
