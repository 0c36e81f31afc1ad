import * as v from 'valibot'
import { PARTNER_EXPERIENCES, SERVICE_RADII, SPOKEN_LANGUAGES, VEHICLE_TYPES } from '#model'
import type { Applicant } from '../../blocks/applications/wizard/form/applicant.ts'
import {
  chosen,
  optionalText,
  requiredEmail,
  requiredPhone,
  requiredText,
  withoutPasswords,
  withPasswords,
} from '../../blocks/applications/wizard/form/typed-values.ts'

const person = {
  name: requiredText(),
  email: requiredEmail,
  phone: requiredPhone,
  emergencyContact: requiredPhone,
  city: chosen,
  languages: v.array(v.picklist(SPOKEN_LANGUAGES)),
}
const Known = withoutPasswords(person)
const New = withPasswords(person)
export const personalRules = ({ kind }: Applicant) => (kind === 'visitor' ? New : Known)
export type PersonalValues = v.InferOutput<typeof Known>

export const VehicleRules = v.object({
  vehicleType: v.pipe(v.string(), v.picklist(VEHICLE_TYPES, 'missing')),
  vehicleNumber: requiredText(),
  serviceRadius: v.picklist(SERVICE_RADII.map(String)),
  experience: v.picklist(['', ...PARTNER_EXPERIENCES]),
})
export type VehicleValues = v.InferInput<typeof VehicleRules>

export const KycRules = v.object({
  licenseNumber: requiredText(),
  aadharNumber: requiredText(),
  panNumber: requiredText(),
  bankAccount: optionalText,
  ifscCode: optionalText,
})
export type KycValues = v.InferOutput<typeof KycRules>

export const PERSONAL = {
  name: '',
  email: '',
  phone: '',
  emergencyContact: '',
  city: '',
  languages: ['english' as const],
  password: '',
  confirmPassword: '',
} satisfies PersonalValues
export const VEHICLE = {
  vehicleType: '',
  vehicleNumber: '',
  serviceRadius: String(SERVICE_RADII[0]),
  experience: '',
} satisfies VehicleValues
export const KYC = {
  licenseNumber: '',
  aadharNumber: '',
  panNumber: '',
  bankAccount: '',
  ifscCode: '',
} satisfies KycValues
