import { type ApplicationRow, findCity, formsOf, toAsciiDigits, wordsOf } from '#model'

/** Whether each typed word begins a word of the name, the e-mail, a city or a number, in either script. */
export function matchesApplication(row: ApplicationRow, typed: string): boolean {
  const forms = formsIn(textOf(row))
  const digits = row.phone.replace(/[^0-9]/g, '')
  return wordsOf(typed).every(
    (word) =>
      formsOf(word).some((form) => forms.some((one) => one.startsWith(form))) || hasNumber(digits, toAsciiDigits(word)),
  )
}

const hasNumber = (digits: string, typed: string) => /^[0-9]+$/.test(typed) && digits.includes(typed)

const formsIn = (text: string) => wordsOf(text).flatMap(formsOf)

function textOf(row: ApplicationRow): string {
  const cities = (row.applicationType === 'driver' ? [row.city] : row.citiesServed).flatMap((id) =>
    Object.values(findCity(id)?.name ?? { id }),
  )
  const own =
    row.applicationType === 'driver'
      ? [row.name, row.vehicleNumber, row.licenseNumber]
      : [row.businessName, row.contactPerson, row.gstNumber, row.panNumber, row.address]
  return [...own, row.email, ...cities].join(' ')
}
