import { isVisitor, type SessionState } from '../../src/data/local/session-state.ts'

/** Whom a browser works for, from the first thing done on an empty store until that store is left or wiped. */
export class BrowserIdentity {
  readonly browser: number
  /** Who they turned out to be; absent while they have not signed in. */
  account: string | undefined
  /** Whom the service takes them for until then. */
  visitor: string | undefined
  readonly devices = new Set<string>()
  readonly mailboxes = new Set<string>()

  constructor(browser: number) {
    this.browser = browser
  }

  get owner(): string | undefined {
    return this.account ?? this.visitor
  }

  /** For what is written down of them, and shall be found again or not at all. */
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
