import { useMemo, useSyncExternalStore } from 'react'
import type { AccountSummary } from './local/pointer.ts'
import { here } from './page/here.ts'
import type { Result } from './session/session.ts'

export type { AccountSummary } from './local/pointer.ts'
export type { Result } from './session/session.ts'

export interface SessionView {
  /** Absent when nobody is signed in. */
  account: AccountSummary | undefined
  /** The session ended from afar: everything goes on, but nothing is sent before the next sign-in. */
  signedOutByServer: boolean
}

export function useSession(): SessionView {
  const { pointer } = here()
  const { signedIn, signedOutByServer = false } = useSyncExternalStore(pointer.subscribe, pointer.get)
  const account = signedIn?.account
  return useMemo(() => ({ account, signedOutByServer }), [account, signedOutByServer])
}

export const session = {
  /** Has a one-time code mailed. */
  requestCode: (email: string): Promise<Result> => here().session.requestCode(email),
  /** What is in this browser's cart comes along. */
  signIn: (email: string, code: string): Promise<Result> => here().session.signIn(email, code),
  /** Sends what is left first; with unsent changes and without `force` it only says how many there are. */
  signOut: (options: { force?: boolean } = {}): Promise<'done' | { unsent: number }> => here().session.signOut(options),
  /** Asks the service who is signed in; silence changes nothing. */
  current: (): Promise<void> => here().session.current(),
}
