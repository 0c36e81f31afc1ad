import { useMemo, useSyncExternalStore } from 'react'
import type { Result } from './api/result.ts'
import { type AccountSummary, accountOf } from './local/session-state.ts'
import { currentDataLayer } from './runtime/current-data-layer.ts'

export type { Failure, Found, Result } from './api/result.ts'
export type { AccountSummary } from './local/session-state.ts'

export interface SessionView {
  /** Undefined if nobody is signed in; a visitor is not. */
  account: AccountSummary | undefined
  /** The service ended the session: everything still works, but nothing is sent before the next sign-in. */
  signedOutByServer: boolean
  /** The account was deleted and its data in this browser too; the person has not been told yet. */
  accountGone: boolean
}

export function useSession(): SessionView {
  const { sessionState } = currentDataLayer()
  const now = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const account = accountOf(now)
  const signedOutByServer = account !== undefined && now.signedOutByServer === true
  const accountGone = now.accountGone === true
  return useMemo(() => ({ account, signedOutByServer, accountGone }), [account, signedOutByServer, accountGone])
}

/** Visitors and customers; partners, suppliers and admins have no cart. */
export const mayOrder = (account: AccountSummary | undefined): boolean => !account || account.role === 'CUSTOMER'

export const session = {
  /** Asks for a mail with a one-time code. */
  requestCode: (email: string): Promise<Result> => currentDataLayer().session.requestCode(email),
  /** The cart of this browser, and what was ordered without an account, come along. */
  signIn: (email: string, code: string): Promise<Result> => currentDataLayer().session.signIn(email, code),
  /** For accounts that have a password; the cart comes along too. */
  signInWithPassword: (email: string, password: string): Promise<Result> =>
    currentDataLayer().session.signInWithPassword(email, password),
  /**
   * Signs in as the person whom a provider has just confirmed; `register` creates an account for a new one. The cart
   * comes along too.
   */
  signInWithProvider: (email: string, register?: { terms: true }): Promise<Result> =>
    currentDataLayer().session.signInWithProvider(email, register),
  /** Sends unsent changes first; if some remain, it only returns how many, unless `force` is set. */
  signOut: (options: { force?: boolean } = {}): Promise<'done' | { unsent: number }> =>
    currentDataLayer().session.signOut(options),
  /** Signs out on all devices at once; needs an answer of the service. */
  signOutEverywhere: (options: { force?: boolean } = {}): Promise<Result | { unsent: number }> =>
    currentDataLayer().session.signOutEverywhere(options),
  /** Needs the code that `ownAccount.requestDeletionCode` asked for; this browser forgets the account too. */
  deleteAccount: (code: string): Promise<Result> => currentDataLayer().session.deleteAccount(code),
  /** The person has been told that the account is gone. */
  knowsGone: (): void => currentDataLayer().session.knowsGone(),
  /** Asks the service who is signed in; no answer changes nothing. */
  current: (): Promise<void> => currentDataLayer().session.current(),
}
