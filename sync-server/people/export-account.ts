import { ulidOf } from '#model'
import type { AccessEntry, AccessLog } from '../accounts/access-log.ts'
import { exportOf } from '../accounts/account-record.ts'
import type { ListedSession, Session, Sessions } from '../accounts/sessions.ts'
import type { Couch } from '../couch/couch.ts'
import { type Decision, decisionId } from '../decider/decision.ts'
import { type OrderRecord, orderFact } from '../orders/orders.ts'
import type { Identities } from '../social/identities.ts'
import { type Ticket, ticketsOf } from '../support/tickets.ts'

/** Everything that is held of one person, as they get it. */
export interface AccountExport {
  exportedAt: string
  account: object
  /** What their devices hold too. */
  mailbox: object[]
  orders: object[]
  /** What they reported to our support. */
  tickets: object[]
  sessions: ListedSession[]
  /** The providers that open the account. */
  identities: object[]
  audit: { access: object[]; decisions: object[] }
}

interface Needs {
  couch: Couch
  sessions: Sessions
  accessLog: AccessLog
  socialIdentities: Identities
  now: () => Date
}

const ORDERS_AT_MOST = 10_000

export async function exportAccount(session: Session, needs: Needs): Promise<AccountExport> {
  const { couch, sessions, accessLog, socialIdentities, now } = needs
  const { id, mailbox, adopted = [] } = session.account
  // What was done as a visitor was done by the same person.
  const ids = [id, ...adopted]
  const [docs, orders, tickets, listed, access, identities] = await Promise.all([
    couch.db(mailbox.name).range('', '\uffff'),
    couch.db('orders').find<OrderRecord>('by-account', {
      selector: { account: id, confirmedAt: { $gt: null } },
      limit: ORDERS_AT_MOST,
    }),
    ticketsOf(ids, couch),
    sessions.list(session),
    Promise.all(ids.map((one) => accessLog.of(one))),
    socialIdentities.of(id),
  ])
  const intents = docs.filter(({ _id }) => _id.startsWith('intent:'))
  const decisions = await couch.db('audit').many<Decision>(intents.map(({ _id }) => decisionId(ulidOf(_id))))
  return {
    exportedAt: now().toISOString(),
    account: exportOf(session.account),
    mailbox: docs,
    orders: orders.map((order) => ({ ...orderFact(order), email: order.email })),
    tickets: tickets.map(ticketAsExported),
    sessions: listed,
    identities,
    audit: {
      access: access.flat().map(accessAsExported),
      decisions: decisions.flatMap((one) => (one && ids.includes(one.account) ? [decisionAsExported(one)] : [])),
    },
  }
}

const ticketAsExported = ({ number, account, order, problem, message, status, at }: Ticket) => ({
  ...{ number, account, order, problem, message, status, at },
})

const accessAsExported = ({ what, account, at, address, userAgent }: AccessEntry) => ({
  what,
  account,
  at,
  address,
  userAgent,
})

function decisionAsExported(decision: Decision) {
  const { _id, account, kind, device, madeAt, receivedAt, decidedAt, outcome, reason, result } = decision
  return { intent: ulidOf(_id), account, kind, device, madeAt, receivedAt, decidedAt, outcome, reason, result }
}
