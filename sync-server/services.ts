import { type Accounts, openAccounts } from './accounts/accounts.ts'
import { type AddressLimits, openAddressLimits } from './accounts/address-limits.ts'
import { type LoginCodes, openLoginCodes } from './accounts/login-codes.ts'
import { openSessions, type Sessions } from './accounts/sessions.ts'
import { type Couch, connectCouch } from './couch/couch.ts'
import { type Mailboxes, openMailboxes } from './couch/mailboxes.ts'
import { type DemoSmtp, startDemoSmtp } from './email/demo-smtp.ts'
import { type Mailer, openMailer } from './email/mailer.ts'
import { type Outbox, openOutbox } from './email/outbox.ts'
import { type DueMarks, openDueMarks } from './gate/due-marks.ts'
import { type Hub, openHub } from './gate/hub.ts'
import { type OpenRequests, openOpenRequests } from './gate/open-requests.ts'
import type { Keys } from './keys.ts'
import type { Settings } from './settings.ts'
import { type Decider, openDecider } from './workflows/decider.ts'

/** All there is, put together by hand; routes and workflows are handed what they need of it. */
export interface Services {
  settings: Settings
  keys: Keys
  now: () => Date
  couch: Couch
  accounts: Accounts
  sessions: Sessions
  loginCodes: LoginCodes
  addressLimits: AddressLimits
  mailer: Mailer
  outbox: Outbox
  /** Catches mail where no mail server is set (demo mode). */
  demoSmtp: DemoSmtp | undefined
  mailboxes: Mailboxes
  hub: Hub
  openRequests: OpenRequests
  dueMarks: DueMarks
  decider: Decider
}

interface Given {
  settings: Settings
  keys: Keys
  /** With credentials. */
  couchdbUrl: string
  now?: () => Date
}

/** Puts the services together; nothing of them works in the background until it is started. */
export async function openServices({ settings, keys, couchdbUrl, now = () => new Date() }: Given): Promise<Services> {
  const couch = connectCouch(couchdbUrl)
  const hub = openHub()
  const mailboxes = openMailboxes({ couch, hub })
  const accounts = openAccounts({ couch, keys, mailboxes, now })
  const sessions = openSessions({ couch, keys, accounts, now })
  const loginCodes = openLoginCodes({ couch, keys, now })
  const demoSmtp = settings.smtpUrl === undefined ? await startDemoSmtp({ now }) : undefined
  const mailer = openMailer({ smtpUrl: settings.smtpUrl ?? demoSmtp?.url ?? '', from: settings.mailFrom })
  const outbox = openOutbox({ couch, accounts, loginCodes, mailer, settings, now })
  const dueMarks = openDueMarks({ couch, now })
  const decider = openDecider({ couch, accounts, mailboxes, outbox, dueMarks, hub, settings, now })
  const addressLimits = openAddressLimits(now)
  const openRequests = openOpenRequests({ sessions })
  return {
    ...{ settings, keys, now, couch, accounts, sessions, loginCodes, addressLimits },
    ...{ mailer, outbox, demoSmtp, mailboxes, hub, openRequests, dueMarks, decider },
  }
}

/** Stops what works in the background; what it had in hand goes on at the next start. */
export async function closeServices({
  decider,
  outbox,
  openRequests,
  mailer,
  demoSmtp,
  couch,
}: Services): Promise<void> {
  openRequests.close()
  await Promise.all([decider.stop(), outbox.stop()])
  mailer.close()
  await demoSmtp?.close()
  await couch.close()
}
