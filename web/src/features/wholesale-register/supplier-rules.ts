import * as v from 'valibot'
import { MOST_LETTERS, SUPPLIER_EXPERIENCES } from '#model'
import type { Applicant } from '../../blocks/applications/wizard/form/applicant.ts'
import {
  optionalText,
  requiredEmail,
  requiredPhone,
  requiredText,
  withoutPasswords,
  withPasswords,
} from '../../blocks/applications/wizard/form/typed-values.ts'

const business = {
  businessName: requiredText(),
  contactPerson: requiredText(),
  email: requiredEmail,
  phone: requiredPhone,
  experience: v.picklist(['', ...SUPPLIER_EXPERIENCES]),
}
const Known = withoutPasswords(business)
const New = withPasswords(business)
export const businessRules = ({ kind }: Applicant) => (kind === 'visitor' ? New : Known)
export type BusinessValues = v.InferInput<typeof Known>

export const LocationRules = v.object({
  address: requiredText(MOST_LETTERS.address),
  citiesServed: v.pipe(v.array(v.string()), v.minLength(1, 'missing')),
})
export type LocationValues = v.InferOutput<typeof LocationRules>

export const KycRules = v.object({
  gstNumber: requiredText(),
  panNumber: requiredText(),
  businessLicense: optionalText,
})
export type KycValues = v.InferOutput<typeof KycRules>

export const BUSINESS = {
  businessName: '',
  contactPerson: '',
  email: '',
  phone: '',
  experience: '',
  password: '',
  confirmPassword: '',
} satisfies BusinessValues
export const LOCATION = { address: '', citiesServed: [] as string[] } satisfies LocationValues
export const KYC = { gstNumber: '', panNumber: '', businessLicense: '' } satisfies KycValues
