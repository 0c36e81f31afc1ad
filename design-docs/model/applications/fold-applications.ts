import { type AskedIntent, stageOf } from '../intents/asked-intent.ts'
import type { DocumentOf } from '../intents/define-intent.ts'
import { applicationId } from './application.ts'
import type { ApplicationRow } from './application-row.ts'
import type { decideApplication } from './decide-application.ts'

export type AskedDecision = AskedIntent<DocumentOf<typeof decideApplication>>
export type Decision = DocumentOf<typeof decideApplication>['payload']['decision']

/** What this admin has decided about an application that is still in the list. */
export interface PendingDecision {
  decision: Decision
  stage: 'saved' | 'sent' | 'confirmed'
  /** When it reached its stage. */
  at: string
}

/** An open application as an admin sees it, with the admin's own decision as soon as it is made. */
export interface ApplicationView {
  row: ApplicationRow
  decided?: PendingDecision | undefined
}

/** The open applications with an admin's decisions folded in, the oldest first. A refused decision decides nothing. */
export function foldApplications(rows: readonly ApplicationRow[], asked: readonly AskedDecision[]): ApplicationView[] {
  const decisions = new Map(
    asked
      .filter(({ receipt }) => receipt?.outcome !== 'refused')
      .map((one) => [applicationId(one.intent.payload.application), pendingOf(one)]),
  )
  return rows.map((row) => ({ row, decided: decisions.get(row._id) })).sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

const key = ({ row: { at, _id } }: ApplicationView) => `${at} ${_id}`

function pendingOf(asked: AskedDecision): PendingDecision {
  const { decision } = asked.intent.payload
  if (asked.receipt) return { decision, stage: 'confirmed', at: asked.receipt.decidedAt }
  return { decision, ...stageOf(asked) }
}
