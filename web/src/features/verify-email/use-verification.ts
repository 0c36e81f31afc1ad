import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { readEmail } from '../../blocks/people/login-redirect.ts'
import { isUnanswered } from '../../data/api/result.ts'
import { verifyEmail } from '../../data/people/registration.ts'
import { paths } from '../../paths.ts'

export type Verification =
  | { state: 'verifying' }
  | { state: 'verified' }
  | {
      state: 'failed'
      /** A reason code. */
      error: string
      /** Set if the link was not used yet and can be tried again. */
      retry?: () => void
    }

const WITHOUT_TOKEN: Verification = { state: 'failed', error: 'token_missing' }

/** Redeems the link's token once, and removes it from the address and the history when the service has answered. */
export function useVerification(): { verification: Verification; email: string } {
  const [query] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const token = query.get('token')
  const email = query.get('email') ?? readEmail(state)
  const [known, setVerification] = useState<Verification>(token ? { state: 'verifying' } : WITHOUT_TOKEN)
  // Another link without a token was opened in the same tab; after our own navigation the address has no parameters.
  const verification = !token && query.has('email') ? WITHOUT_TOKEN : known
  const isHere = useRef(false)
  const traded = useRef<string>(undefined)

  const trade = useCallback(
    async (token: string) => {
      setVerification({ state: 'verifying' })
      const result = await verifyEmail(token)
      if (!isHere.current) return
      const isOpen = !result.ok && isUnanswered(result.error)
      if (isOpen) return setVerification({ state: 'failed', error: result.error, retry: () => void trade(token) })
      void navigate(paths.verifyEmail, { replace: true, state: { email } })
      setVerification(result.ok ? { state: 'verified' } : { state: 'failed', error: result.error })
    },
    [navigate, email],
  )

  useEffect(() => {
    isHere.current = true
    if (token && traded.current !== token) {
      traded.current = token
      void trade(token)
    }
    return () => {
      isHere.current = false
    }
  }, [token, trade])

  return { verification, email }
}
