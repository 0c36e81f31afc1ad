import { type Intent, type Receipt, ulidOf } from '#model'
import { openAccounts } from '../accounts/accounts.ts'
import { openApplications } from '../applications/applications.ts'
import type { TellApplication } from '../applications/decide-application.ts'
import { openKyc } from '../applications/kyc.ts'
import type { TellBulk } from '../bulk/bulk-record.ts'
import { openBulkRequests } from '../bulk/bulk-requests.ts'
import { openBulkSubject } from '../bulk/bulk-subject.ts'
import type { TellConversation } from '../conversations/conversation-record.ts'
import { openConversations } from '../conversations/conversations.ts'
import { type Decider, openDecider } from '../decider/decider.ts'
import { openOrderRecords } from '../deliveries/order-records.ts'
import { openOrderSubject } from '../deliveries/order-subject.ts'
import { openMailboxes } from '../mailboxes/mailboxes.ts'
import { openPendingMailboxes } from '../mailboxes/pending-mailboxes.ts'
import type { TellOrder } from '../orders/order-record.ts'
import { openPartners, type Partners } from '../partners/partners.ts'
import { openMoney, type TellPayout } from '../partners/payouts.ts'
import type { TellPartner } from '../partners/set-availability.ts'
import { openWorkflows } from '../services/open-workflows.ts'
import type { Services } from '../services.ts'
import { openTickets, type TellTicket } from '../support/tickets.ts'
import { asPushed, post } from './device.ts'
import { killableCouch } from './killable-couch.ts'
import type { SignedIn, TestService } from './test-service.ts'

/**
 * Deciders on the database of a service whose own decider is stopped: they run one after another, or are killed
 * half-way.
 */
export interface KillableDeciders {
  /** Pushes an intent that the gate acknowledges and nobody decides yet; returns its ULID. */
  push(intent: Intent, who: SignedIn): Promise<string>
  /** Runs up to the given point and is killed there. */
  killAt(point: string): Promise<void>
  /** Decides the open intents; returns the points that it passed. */
  decideAll(): Promise<string[]>
  outcomeOf(ulid: string, who: SignedIn): Promise<Receipt | undefined>
}

type Stores = Parameters<typeof openWorkflows>[0] & Pick<Services, 'outbox'>

/** For a decider that acts as a process of its own: its workflows share no memory with those of others. */
export function ofItsOwn(services: Services, stores: Partial<Stores> = {}) {
  const own = { ...services, ...stores }
  const tickets = openTickets(own)
  const tellTicket: TellTicket = (ticket, step) => services.sweep.tell(tickets.kept, ticket, step)
  const kyc = openKyc(own)
  const applications = openApplications({
    ...{ ...own, kyc, digests: own.applicationDigests },
    endAccount: (account) => services.accountDeletion.begin(account),
  })
  const tellApplication: TellApplication = (application, step) =>
    services.sweep.tell(applications.kept, application, step)
  const { earnings, payouts } = openMoney({ ...own, kyc })
  const partners: Partners = openPartners({ ...own, payouts })
  const tellPayout: TellPayout = (payout, step) => services.sweep.tell(payouts.kept, payout, step)
  const orderRecords = openOrderRecords({ ...own, earnings, partners })
  const tellOrder: TellOrder = (order, step) => services.sweep.tell(orderRecords, order, step)
  const tellPartner: TellPartner = (partner, step) => services.sweep.tell(partners.kept, partner, step)
  const bulkRequests = openBulkRequests(own)
  const tellBulk: TellBulk = (bulk, step) => services.sweep.tell(bulkRequests.kept, bulk, step)
  const conversations = openConversations({
    ...{ ...own, tickets },
    subjects: {
      order: openOrderSubject({ ...own, orders: orderRecords.store }),
      bulk: openBulkSubject({ ...own, bulkRequests }),
    },
  })
  const tellConversation: TellConversation = (conversation, step) =>
    services.sweep.tell(conversations.kept, conversation, step)
  const withOwn = {
    ...{ ...own, tickets, tellTicket, kyc, applications, tellApplication, payouts, tellPayout, partners },
    ...{ orderRecords, tellOrder, tellPartner, bulkRequests, tellBulk },
    ...{ conversations, tellConversation },
  }
  return { ...withOwn, workflows: openWorkflows(withOwn) }
}

/**
 * On any CouchDB these deciders take over immediately, as with the embedded database, because the others are known to
 * be dead.
 */
export function alone({ services }: Pick<TestService, 'services'>, stores: Partial<Stores> = {}) {
  return { ...ofItsOwn(services, stores), settings: { ...services.settings, couchdbUrl: undefined } }
}

export function killableDeciders(service: TestService): KillableDeciders {
  return {
    async push(intent, { cookie, mailbox }) {
      const body = { docs: [asPushed(intent)], new_edits: false }
      const answer = await post(`${service.url}/db/${mailbox.name}/_bulk_docs`, body, { cookie })
      const refused = await answer.text()
      if (answer.status !== 201 || refused !== '[]') throw new Error(`${answer.status} ${refused}`)
      return ulidOf(intent._id)
    },

    async killAt(point) {
      const { couch, die } = killableCouch(service.services.couch)
      const { emailClaims: claims, notifier, now } = service.services
      const mailboxes = openMailboxes({ couch, notifier })
      const accounts = openAccounts({ couch, emailClaims: claims, mailboxes, now })
      const killed = Promise.withResolvers<void>()
      const decider = openDecider({
        ...alone(service, { couch, mailboxes, accounts }),
        pendingMailboxes: openPendingMailboxes({ couch, now }),
        report: () => {},
        onStep(at) {
          if (at !== point) return
          die()
          killed.resolve()
          throw new Error('killed')
        },
      })
      await decider.start()
      await killed.promise
      await decider.stop()
    },

    async decideAll() {
      const points: string[] = []
      const decider: Decider = openDecider({ ...alone(service), onStep: (point) => points.push(point) })
      await decider.start()
      await decider.idle()
      await decider.stop()
      return points
    },

    outcomeOf: (ulid, { mailbox }) => service.services.mailboxes.get<Receipt>(mailbox.name, `receipt:${ulid}`),
  }
}
