import { ACCOUNT_MUTANTS } from './account-mutants.ts'
import { DELIVERY_MUTANTS } from './delivery-mutants.ts'
import { DEVICE_MUTANTS } from './device-mutants.ts'
import { MESSAGE_MUTANTS } from './message-mutants.ts'
import type { Mutant } from './mutant.ts'
import { SERVICE_MUTANTS } from './service-mutants.ts'

export const MUTANTS: readonly Mutant[] = [
  ...DEVICE_MUTANTS,
  ...SERVICE_MUTANTS,
  ...ACCOUNT_MUTANTS,
  ...DELIVERY_MUTANTS,
  ...MESSAGE_MUTANTS,
]

export function mutantNamed(name: string): Mutant {
  const fault = MUTANTS.find((one) => one.name === name)
  if (!fault) throw new Error(`There is no fault "${name}"; there are: ${MUTANTS.map((one) => one.name).join(', ')}`)
  return fault
}
