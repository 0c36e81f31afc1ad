import i18next from 'i18next'
import { useEffect, useRef } from 'react'
import { applicationId } from '#model'
import { type ApplicationDecision, decidedApplicant } from '../../../data/admin/applications.ts'
import { reasonDraft } from '../../../data/admin/desk-drafts.ts'
import { announce } from '../../../ui/overlays/toasts.tsx'

/**
 * Says in one line, on every tab of the desk, when a decision of this browser has been carried out. The reason that was
 * typed is kept until then: a refused rejection can be made again.
 */
export function useDecisionToasts(decisions: readonly ApplicationDecision[]): void {
  /** The intents that had no receipt when they were last looked at. */
  const waiting = useRef<ReadonlySet<string>>(new Set())

  useEffect(() => {
    for (const { intent, receipt } of decisions) {
      if (receipt?.outcome !== 'done') continue
      const { decision } = intent.payload
      const id = applicationId(intent.payload.application)
      const applicant = decidedApplicant(id)
      if (applicant && waiting.current.has(intent._id))
        announce({ message: i18next.t(`desk:applications.done.${applicant.type}.${decision}`) })
      if (reasonDraft.get(id)) reasonDraft.save(id, '')
    }
    waiting.current = new Set(decisions.flatMap(({ intent, receipt }) => (receipt ? [] : [intent._id])))
  }, [decisions])
}
