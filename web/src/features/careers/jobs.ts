import type { english } from '../../i18n/careers-texts.ts'

export const DEPARTMENTS = ['engineering', 'operations', 'marketing', 'business'] as const
export type Department = (typeof DEPARTMENTS)[number]

export interface Job {
  /** Its texts are `jobs.<id>`; an application carries it. */
  id: keyof typeof english.careers.jobs
  department: Department
}

/** The open positions, the newest first in each department. */
export const JOBS: readonly Job[] = [
  { id: 'frontend-engineer', department: 'engineering' },
  { id: 'backend-engineer', department: 'engineering' },
  { id: 'delivery-coordinator', department: 'operations' },
  { id: 'city-lead', department: 'operations' },
  { id: 'marketing-manager', department: 'marketing' },
  { id: 'florist-partnerships', department: 'business' },
]
