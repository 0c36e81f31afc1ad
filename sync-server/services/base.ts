import type { Couch } from '../couch/couch.ts'
import type { OutageLog, Report } from '../couch/outage-log.ts'
import type { Keys } from '../settings/keys.ts'
import type { Settings } from '../settings/settings.ts'

/** What is there before any service. */
export interface Base {
  settings: Settings
  keys: Keys
  now: () => Date
  outages: OutageLog
  /** The same as in `outages`: what goes wrong in the background. */
  report: Report
  couch: Couch
}

export interface Steps {
  /** Called before and after every step of a decision or of a mailbox's move that writes. */
  onStep?: (point: string) => void
}
