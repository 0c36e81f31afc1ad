import { useMemo } from 'react'
import * as v from 'valibot'
import { type ApplicationRow, applicationId, DecidedInstead, foldApplications } from '#model'
import {
  type ApplicationDecision,
  type ApplicationView,
  applicationDecisions,
  type DecidedApplicant,
  type Decision,
  decidedApplicant,
} from '../../../data/admin/applications.ts'
import { openApplications } from '../../../data/admin/open-applications.ts'
import { type AttentionItem, needsAttention } from '../../../data/attention.ts'
import { useLive } from '../../../data/use-live.ts'

/** A decision of this admin that was not accepted, and that they have not put away. */
export interface RefusedDecision {
  /** The intent's id. */
  id: string
  application: string
  decision: Decision
  /** Undefined if another device of this admin decided. */
  applicant: DecidedApplicant | undefined
  /** Reason code. */
  reason: string
  /** Whose decision stands, where another admin was first. */
  instead: DecidedInstead | undefined
}

export interface DeskApplications {
  /** The open ones, oldest first; undefined until this browser has received them once. */
  open: readonly ApplicationView[] | undefined
  refused: readonly RefusedDecision[]
  decisions: readonly ApplicationDecision[]
}

const NONE: readonly never[] = []

/** The applications that wait for an admin, from the admins' feed, with what this admin has decided. */
export function useApplications(): DeskApplications {
  const rows = useLive(openApplications)
  return useDecided(rows.status === 'ready' ? rows.data : undefined)
}

/** The rows with this admin's decisions; it does not matter from where the rows come. */
export function useDecided(rows: readonly ApplicationRow[] | undefined): DeskApplications {
  const asked = useLive(applicationDecisions)
  const attention = useLive(needsAttention)
  const decisions = asked.status === 'ready' ? asked.data : NONE
  const items = attention.status === 'ready' ? attention.data : NONE
  return useMemo(
    () => ({
      open: rows && foldApplications(rows, decisions),
      refused: items.flatMap(refusedDecision),
      decisions,
    }),
    [rows, decisions, items],
  )
}

function refusedDecision({ id, reason, intent, result }: AttentionItem): RefusedDecision[] {
  if (intent?.kind !== 'decide-application') return []
  const application = applicationId(intent.payload.application)
  const instead = v.safeParse(DecidedInstead, result)
  return [
    {
      id,
      application,
      decision: intent.payload.decision,
      applicant: decidedApplicant(application),
      reason,
      instead: instead.success ? instead.output : undefined,
    },
  ]
}
