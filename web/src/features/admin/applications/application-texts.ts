import { type ApplicationRow, findCity, formatPhone } from '#model'
import type { ApplicationDetails } from '../../../data/admin/desk.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useProblem } from '../../../i18n/problem.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { RefusedDecision } from './use-applications.ts'

interface Field {
  label: string
  value: string
  href?: string
  /** Why the value is suspicious. */
  warning?: string
}

/** The fields of the specification's card, in its order, with their texts. */
export function useFields(row: ApplicationRow): Field[] {
  const { t } = useTranslation('desk')
  const { language } = useFormat()
  const city = (id: string) => findCity(id)?.name[language] ?? id
  const given = (text: string | undefined) => text || t('applications.notSpecified')
  const email = { label: t('applications.email'), value: row.email, href: `mailto:${row.email}` }
  const phone = {
    label: t('applications.phone'),
    value: given(row.phone && formatPhone(row.phone)),
    ...(row.phone && { href: `tel:${row.phone}` }),
  }
  if (row.applicationType === 'driver')
    return [
      email,
      phone,
      { label: t('applications.city'), value: city(row.city) },
      { label: t('applications.vehicle'), value: vehicleName(row.vehicleType, t) },
      { label: t('applications.vehicleNumber'), value: given(row.vehicleNumber) },
      { label: t('applications.licenseNumber'), value: given(row.licenseNumber) },
      {
        label: t('applications.experience'),
        value: given(yearsOf(row.experience, t)),
      },
    ]
  return [
    { label: t('applications.contactPerson'), value: given(row.contactPerson) },
    email,
    phone,
    { label: t('applications.gstNumber'), value: given(row.gstNumber) },
    { label: t('applications.panNumber'), value: given(row.panNumber) },
    { label: t('applications.citiesServed'), value: given(row.citiesServed.map(city).join(', ')) },
    { label: t('applications.address'), value: given(row.address) },
  ]
}

const LANGUAGE_CODES: Record<string, string> = {
  hindi: 'hi',
  english: 'en',
  marathi: 'mr',
  gujarati: 'gu',
  tamil: 'ta',
  telugu: 'te',
  bengali: 'bn',
  kannada: 'kn',
}

/** What an application holds beside its card. */
export function useFurtherFields(row: ApplicationRow): (details: ApplicationDetails) => Field[] {
  const { t } = useTranslation('desk')
  const { language } = useFormat()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const given = (text: string | undefined) => text || t('applications.notSpecified')
  return ({ emergencyContact, languages, serviceRadius, ...details }) => {
    const { panNumber, aadhaarEnds, isAadhaarWellFormed, isAadhaarKnown, businessLicense, experience } = details
    if (row.applicationType === 'wholesale_supplier')
      return [
        { label: t('applications.businessLicense'), value: given(businessLicense) },
        { label: t('applications.experience'), value: given(yearsOf(experience, t)) },
      ]
    const aadhaarWarning = isAadhaarKnown
      ? t('applications.aadhaarKnown')
      : isAadhaarWellFormed === false
        ? t('applications.aadhaarWrong')
        : undefined
    return [
      { label: t('applications.panNumber'), value: given(panNumber) },
      {
        label: t('applications.aadhaar'),
        value: aadhaarEnds === undefined ? given(undefined) : t('applications.aadhaarEnds', { digits: aadhaarEnds }),
        ...(aadhaarWarning !== undefined && { warning: aadhaarWarning }),
      },
      { label: t('applications.emergencyContact'), value: given(emergencyContact && formatPhone(emergencyContact)) },
      {
        label: t('applications.languages'),
        value: given(languages.map((one) => names.of(LANGUAGE_CODES[one] ?? 'und') ?? one).join(', ')),
      },
      {
        label: t('applications.serviceRadius'),
        value: serviceRadius === undefined ? given(undefined) : t('applications.kilometres', { radius: serviceRadius }),
      },
    ]
  }
}

type Translate = ReturnType<typeof useTranslation<'desk'>>['t']

const yearsOf = (experience: string | undefined, t: Translate): string | undefined =>
  experience && t('applications.years', { years: experience.replace('-', '–') })

/** A newer kind of vehicle is shown as it is written. */
const vehicleName = (type: string, t: Translate): string =>
  new Map([
    ['bike', t('applications.vehicles.bike')],
    ['car', t('applications.vehicles.car')],
    ['van', t('applications.vehicles.van')],
    ['bicycle', t('applications.vehicles.bicycle')],
  ]).get(type) ?? type

/** One line about the applicant, below the name. */
export function useSummary(): (row: ApplicationRow) => string {
  const { t } = useTranslation('desk')
  const { language } = useFormat()
  const city = (id: string) => findCity(id)?.name[language] ?? id
  return (row) =>
    row.applicationType === 'driver'
      ? `${vehicleName(row.vehicleType, t)}, ${city(row.city)}`
      : row.citiesServed.map(city).join(', ')
}

/** Why a decision was not accepted; if another admin was first, who decided, what and when. */
export function useRefusal(): (refused: RefusedDecision) => string {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const problem = useProblem()
  return ({ reason, applicant, instead }) => {
    if (instead) return t(`applications.instead.${instead.decision}`, { admin: instead.by, time: when(instead.at) })
    if (reason === 'application_unknown' && applicant) return t(`applications.unknown.${applicant.type}`)
    return problem(reason)
  }
}
