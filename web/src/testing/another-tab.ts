import { clearDrafts } from '../data/local/draft-storage.ts'
import { freshSessionState } from '../data/local/session-state.ts'
import type { AccountSummary } from '../data/use-session.ts'
import type { TestDevice } from './test-device.ts'

/** What another tab of this browser does when the person logs out there. */
export function logOutInAnotherTab({ environment, sessionState, databases }: TestDevice): void {
  clearDrafts(environment.values)
  sessionState.set(freshSessionState(databases.newMailboxName()))
}

export const logInInAnotherTab = ({ sessionState }: TestDevice, account: AccountSummary): void =>
  sessionState.set({
    ...sessionState.get(),
    signedIn: { account, mailbox: { name: 'mailbox-test', generation: 1 } },
  })
