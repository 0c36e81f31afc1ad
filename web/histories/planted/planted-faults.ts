import { DEVICE_FAULTS } from './device-faults.ts'
import { PEOPLE_FAULTS } from './people-faults.ts'
import type { PlantedFault } from './planted-fault.ts'
import { SERVICE_FAULTS } from './service-faults.ts'

export const FAULTS: readonly PlantedFault[] = [...DEVICE_FAULTS, ...SERVICE_FAULTS, ...PEOPLE_FAULTS]

export function faultNamed(name: string): PlantedFault {
  const fault = FAULTS.find((one) => one.name === name)
  if (!fault) throw new Error(`There is no fault "${name}"; there are: ${FAULTS.map((one) => one.name).join(', ')}`)
  return fault
}
