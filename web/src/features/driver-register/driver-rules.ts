import * as v from 'valibot'
import { PARTNER_EXPERIENCES, SERVICE_RADII, SPOKEN_LANGUAGES, VEHICLE_TYPES } from '#model'
import type { Applicant } from '../../blocks/applications/wizard/applicant.ts'
import {
  chosen,
  optionalText,
  passwords,
  requiredEmail,
  requiredPhone,
  requiredText,
} from '../../blocks/applications/wizard/typed-values.ts'

const person = {
  name: requiredText(),
  email: requiredEmail,
  phone: requiredPhone,
  emergencyContact: requiredPhone,
  city: chosen,
  languages: v.array(v.picklist(SPOKEN_LANGUAGES)),
}
const Known = v.object({ ...person, password: v.string(), confirmPassword: v.string() })
const New = v.pipe(
  v.object({ ...person, ...passwords }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      ({ password, confirmPassword }) => password === confirmPassword,
      'mismatch',
    ),
    ['confirmPassword'],
  ),
)
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
  ...{ name: '', email: '', phone: '', emergencyContact: '', city: '', password: '', confirmPassword: '' },
  languages: ['english' as const],
} satisfies PersonalValues
export const VEHICLE = {
  ...{ vehicleType: '', vehicleNumber: '', experience: '' },
  serviceRadius: String(SERVICE_RADII[0]),
} satisfies VehicleValues
export const KYC = {
  ...{ licenseNumber: '', aadharNumber: '', panNumber: '', bankAccount: '', ifscCode: '' },
} satisfies KycValues
