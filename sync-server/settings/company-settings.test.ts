import { expect, test } from 'vitest'
import { LIVE_COMPANY } from '../testing/live-company.ts'
import { COMPANY_SETTINGS, readCompanySettings } from './company-settings.ts'

test('a live service without contact data does not start, and says all that is missing in one sentence', () => {
  expect(() => readCompanySettings({}, 'live')).toThrow(
    /^SUPPORT_EMAIL, SUPPORT_PHONE, SUPPORT_WHATSAPP, LEGAL_EMAIL, PRIVACY_EMAIL, POSTAL_ADDRESS, UPI_ID must be set [^\n]+[.]$/,
  )
  const { UPI_ID: _, ...rest } = LIVE_COMPANY
  expect(() => readCompanySettings({ ...rest, LEGAL_EMAIL: ' ' }, 'live')).toThrow(/^LEGAL_EMAIL, UPI_ID must be set /)
})

test('every setting of the company is in the list of live settings', () => {
  expect(Object.keys(LIVE_COMPANY)).toEqual(COMPANY_SETTINGS)
})

test('a demo has contact data that reach nobody', () => {
  expect(readCompanySettings({}, 'demo')).toMatchObject({
    supportEmail: 'support@mogra.example',
    upiId: 'mogra@example',
  })
})

test('a live service has the contact data of its settings', () => {
  expect(readCompanySettings(LIVE_COMPANY, 'live')).toEqual({
    supportEmail: 'help@flowers.example',
    supportPhone: '+91 22 1555 0199',
    whatsApp: '912215550198',
    legalEmail: 'law@flowers.example',
    privacyEmail: 'data@flowers.example',
    postalAddress: { en: '12 Hill Road, Mumbai 400050', hi: '12 हिल रोड, मुंबई 400050' },
    upiId: 'flowers@bank',
  })
})

test('an address in one language is shown in both', () => {
  const { postalAddress } = readCompanySettings({ POSTAL_ADDRESS: '12 Hill Road, Mumbai' }, 'demo')
  expect(postalAddress).toEqual({ en: '12 Hill Road, Mumbai', hi: '12 Hill Road, Mumbai' })
})

test.each([
  ['SUPPORT_EMAIL', 'nobody'],
  ['SUPPORT_PHONE', 'call us'],
  ['SUPPORT_WHATSAPP', '12'],
  ['LEGAL_EMAIL', 'law@'],
  ['PRIVACY_EMAIL', 'a@b.example, c@d.example'],
  ['POSTAL_ADDRESS', 'a | b | c'],
  ['UPI_ID', 'flowers'],
])('a wrong %s stops the start of a demo as well', (name, text) => {
  expect(() => readCompanySettings({ [name]: text }, 'demo')).toThrow(new RegExp(`^${name} must be [^\n]+; it is "`))
})
