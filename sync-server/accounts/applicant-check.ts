import type { AccountRecord } from './account-record.ts'
import type { Asking } from './known-devices.ts'

/** An application that somebody made with the e-mail of an account, and that nobody has confirmed yet. */
interface UnconfirmedApplication {
  /** Its ULID. */
  application: string
  type: 'driver' | 'wholesale_supplier'
  at: string
}

/** What signing in has to do with applications: the e-mail's owner proves to be the applicant, or is asked. */
export interface ApplicantCheck {
  /** Confirms the account's application, if the browser that submitted it has just proved the e-mail. */
  confirmBy(account: string, request: Pick<Asking, 'cookies'>): Promise<void>
  /** Returns the application about which the account's owner must be asked whether they made it. */
  unconfirmedOf(account: Pick<AccountRecord, 'id' | 'application'>): Promise<UnconfirmedApplication | undefined>
}
