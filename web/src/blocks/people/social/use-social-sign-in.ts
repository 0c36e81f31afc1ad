import { useState } from 'react'
import type { SocialOutcome, SocialPage } from '../../../data/people/social.ts'
import { session } from '../../../data/use-session.ts'
import { type ProviderState, useProvider } from './use-provider.ts'

/** Signs in with a provider; a new person first chooses what to register as. */
export function useSocialSignIn(page: Exclude<SocialPage, 'profile'>, onSignedIn: () => void) {
  const [isBusy, setBusy] = useState(false)

  const signIn = async (person: SocialOutcome, register?: { terms: true }): Promise<ProviderState> => {
    const result = await session.signInWithProvider(person.email ?? '', register)
    if (!result.ok) return { stage: 'failed', provider: person.provider, reason: reasonOf(result.error) }
    onSignedIn()
    return { stage: 'idle' }
  }
  const { state, setState, start } = useProvider(page, async (person) =>
    person.outcome === 'new' ? { stage: 'new', person } : signIn(person),
  )

  return {
    state,
    start,
    isBusy,
    /** Registers the person as a customer who has accepted the terms. */
    async register(person: SocialOutcome) {
      setBusy(true)
      setState(
        await signIn(person, { terms: true }).catch(() => ({
          ...({ stage: 'failed', provider: person.provider, reason: 'broken' } as const),
        })),
      )
      setBusy(false)
    },
    startOver: () => setState({ stage: 'idle' }),
  }
}

export type SocialSignIn = ReturnType<typeof useSocialSignIn>

/** A service that fails (5xx) says nothing about the sign-in. */
const reasonOf = (error: string) => (error === 'service_failed' ? 'login_failed' : error)
