import { useSearchParams } from 'react-router-dom'
import { isUnanswered } from '../../../../data/api/result.ts'
import type { TypedValues } from '../../../../data/applications/application-draft.ts'
import { ownProfile } from '../../../../data/people/profile.ts'
import { social } from '../../../../data/people/social.ts'
import { useLive } from '../../../../data/use-live.ts'
import { useSession } from '../../../../data/use-session.ts'
import { useRemote } from '../../../people/use-remote.ts'

/** Who fills the application in. The locked fields are known already, and cannot be changed here. */
export interface Applicant {
  /** A provider has just confirmed who a `social` person is; they have no account yet. */
  kind: 'visitor' | 'account' | 'social'
  locked: TypedValues
}

export type ApplicantAnswer =
  | { status: 'loading' }
  | { status: 'ready'; applicant: Applicant }
  /** The confirmation of the provider has expired, or this browser never had one. */
  | { status: 'expired' }
  | { status: 'unreachable' }

const VISITOR: Applicant = { kind: 'visitor', locked: {} }

/** The person as the session knows them, or as Google or Facebook does if the address says `social=true`. */
export function useApplicant(): ApplicantAnswer {
  const { account } = useSession()
  const [query] = useSearchParams()
  const profile = useLive(ownProfile)
  const isSocial = !account && query.get('social') === 'true'
  const { answer: confirmed } = useRemote(isSocial ? social.outcome : notAsked)

  if (account) {
    if (profile.status === 'loading') return { status: 'loading' }
    const phone = profile.status === 'ready' ? profile.data.phone : undefined
    const { name, email } = account
    return {
      status: 'ready',
      applicant: { kind: 'account', locked: { name, email, ...(phone && { phone }) } },
    }
  }
  if (!isSocial) return { status: 'ready', applicant: VISITOR }
  if (confirmed === undefined) return { status: 'loading' }
  if (!confirmed.ok) return { status: isUnanswered(confirmed.error) ? 'unreachable' : 'expired' }
  const { outcome, name, email } = confirmed.value
  if (outcome !== 'new' || email === undefined) return { status: 'expired' }
  return { status: 'ready', applicant: { kind: 'social', locked: { email, ...(name && { name }) } } }
}

const notAsked = async () => ({ ok: false, error: 'network' }) as const
