import { useMemo, useSyncExternalStore } from 'react'
import type { Result } from './api/result.ts'
import { type AccountSummary, accountOf } from './local/session-state.ts'
import { currentDataLayer } from './runtime/current-data-layer.ts'

export type { Failure, Found, Result } from './api/result.ts'
export type { AccountSummary } from './local/session-state.ts'

export interface SessionView {
  /** Absent when nobody is signed in; a visitor is not. */
  account: AccountSummary | undefined
  /** The session ended from afar: everything goes on, but nothing is sent before the next sign-in. */
  signedOutByServer: boolean
  /** The account that was here was deleted, and what this browser had of it is gone; nobody was told here yet. */
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
  /** Has a one-time code mailed. */
  requestCode: (email: string): Promise<Result> => currentDataLayer().session.requestCode(email),
  /** What is in this browser's cart, and what was ordered without an account, comes along. */
  signIn: (email: string, code: string): Promise<Result> => currentDataLayer().session.signIn(email, code),
  /** For accounts that have one; what is in the cart comes along, too. */
  signInWithPassword: (email: string, password: string): Promise<Result> =>
    currentDataLayer().session.signInWithPassword(email, password),
  /** As whom a provider just named; `register` makes an account for somebody new. What is in the cart comes along, too. */
  signInWithProvider: (email: string, register?: { terms: true }): Promise<Result> =>
    currentDataLayer().session.signInWithProvider(email, register),
  /** Sends what is left first; with unsent changes and without `force` it only says how many there are. */
  signOut: (options: { force?: boolean } = {}): Promise<'done' | { unsent: number }> =>
    currentDataLayer().session.signOut(options),
  /** On all devices, at once; needs an answer of the service. */
  signOutEverywhere: (options: { force?: boolean } = {}): Promise<Result | { unsent: number }> =>
    currentDataLayer().session.signOutEverywhere(options),
  /** With the code that `ownAccount.requestDeletionCode` had mailed; this browser forgets the account, too. */
  deleteAccount: (code: string): Promise<Result> => currentDataLayer().session.deleteAccount(code),
  /** Nobody needs to be told any more that the account is gone. */
  knowsGone: (): void => currentDataLayer().session.knowsGone(),
  /** Asks the service who is signed in; silence changes nothing. */
  current: (): Promise<void> => currentDataLayer().session.current(),
}
