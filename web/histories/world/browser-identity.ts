import { isVisitor, type SessionState } from '../../src/data/local/session-state.ts'

/** The user of a browser from the first action on an empty store until the store is left or wiped. */
export class BrowserIdentity {
  readonly browser: number
  /** The account; absent until the user signs in. */
  account: string | undefined
  /** The visitor that the service created for the browser before the sign-in. */
  visitor: string | undefined
  readonly devices = new Set<string>()
  readonly mailboxes = new Set<string>()

  constructor(browser: number) {
    this.browser = browser
  }

  get owner(): string | undefined {
    return this.account ?? this.visitor
  }

  /** A unique name that is written into documents, so that a search shows whether they still exist. */
  get name(): string {
    return `Sunita ${[...this.devices][0]}`
  }

  note({ signedIn, devices }: SessionState): void {
    for (const device of devices) this.devices.add(device)
    if (!signedIn) return
    this.mailboxes.add(signedIn.mailbox.name)
    if (isVisitor(signedIn.account)) this.visitor = signedIn.account.id
    else this.account = signedIn.account.id
  }
}
