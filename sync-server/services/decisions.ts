import type { ApplicantCheck } from '../accounts/applicant-check.ts'
import { openApplicantCheck } from '../applications/applicant-check.ts'
import type { TellApplication } from '../applications/decide-application.ts'
import type { TellBulk } from '../bulk/bulk-record.ts'
import type { TellConversation } from '../conversations/conversation-record.ts'
import type { Step } from '../core/core-document.ts'
import { openSweep, type Sweep } from '../core/sweep.ts'
import { type Decider, openDecider } from '../decider/decider.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import { type DeliverySimulation, openDeliverySimulation } from '../demo/delivery-simulation.ts'
import { openRetention, type Retention } from '../mailboxes/retention.ts'
import type { TellOrder } from '../orders/order-record.ts'
import type { TellPayout } from '../partners/payouts.ts'
import type { TellPartner } from '../partners/set-availability.ts'
import { type DeletionJobs, openDeletionJobs } from '../people/deletion-jobs.ts'
import { openTakenRoles, type TakenRoles } from '../people/taken-roles.ts'
import type { SettingsStore } from '../settings/desk-settings.ts'
import type { TellTicket } from '../support/tickets.ts'
import type { AccountServices } from './accounts.ts'
import type { Base, Steps } from './base.ts'
import type { EmailServices } from './email.ts'
import type { MailboxServices } from './mailboxes.ts'
import { openWorkflows } from './open-workflows.ts'
import type { PeopleServices } from './people.ts'

export interface DecisionServices {
  deliverySimulation: DeliverySimulation
  workflows: Workflows
  decider: Decider
  retention: Retention
  deletionJobs: DeletionJobs
  takenRoles: TakenRoles
  tellOrder: TellOrder
  tellPartner: TellPartner
  tellTicket: TellTicket
  tellApplication: TellApplication
  tellPayout: TellPayout
  tellBulk: TellBulk
  tellConversation: TellConversation
  /** Completes new generations of the feeds and drops old ones; does nothing while another instance decides. */
  workOnFeeds: () => Promise<void>
  sweep: Sweep
  applicantCheck: ApplicantCheck
}

type Needs = Base &
  MailboxServices &
  Pick<AccountServices, 'accounts'> &
  Pick<EmailServices, 'outbox'> &
  Pick<
    PeopleServices,
    | 'accountDeletion'
    | 'applicationDigests'
    | 'applications'
    | 'applyingBrowser'
    | 'bulkDigests'
    | 'bulkRequests'
    | 'conversations'
    | 'orderRecords'
    | 'partnerLost'
    | 'partners'
    | 'payouts'
    | 'tickets'
  > & {
    deskSettings: SettingsStore
  }

export function openDecisionServices(needs: Needs, steps: Steps): DecisionServices {
  const tellOrder: TellOrder = (order, step) => sweep.tell(needs.orderRecords, order, step)
  const deliverySimulation = openDeliverySimulation({
    ...needs,
    tellOrder: (order, step) => sweep.tell(needs.orderRecords, order, step),
  })
  const tellTicket: TellTicket = (ticket, step) => sweep.tell(needs.tickets.kept, ticket, step)
  const tellApplication: TellApplication = (application, step) => sweep.tell(needs.applications.kept, application, step)
  const tellPayout: TellPayout = (payout, step) => sweep.tell(needs.payouts.kept, payout, step)
  const tellPartner: TellPartner = (partner, step) => sweep.tell(needs.partners.kept, partner, step)
  const tellBulk: TellBulk = (bulk, step) => sweep.tell(needs.bulkRequests.kept, bulk, step)
  const tellConversation: TellConversation = (conversation, step) =>
    sweep.tell(needs.conversations.kept, conversation, step)
  const telling = { tellOrder, tellPartner, tellTicket, tellApplication, tellPayout, tellBulk, tellConversation }
  const workflows = openWorkflows({ ...needs, ...telling, deliverySimulation })
  const deletionJobs = openDeletionJobs(needs)
  const takenRoles = openTakenRoles(needs)
  const kinds = [
    deletionJobs.kept,
    takenRoles.kept,
    needs.orderRecords,
    needs.tickets.kept,
    needs.applications.kept,
    needs.applicationDigests.kept,
    needs.payouts.kept,
    needs.partners.kept,
    needs.bulkRequests.kept,
    needs.bulkDigests.kept,
    needs.conversations.kept,
  ]
  const beginTerm = (step: Step) => needs.feeds.beginTerm(kinds, step)
  const decider = openDecider({ ...needs, ...steps, workflows, beginTerm })
  const { underLease } = decider
  const retention = openRetention({ ...needs, underLease })
  const workOnFeeds = () => underLease(({ step }) => needs.feeds.work(kinds, step))
  const sweep = openSweep({
    ...{ ...needs, underLease, kinds },
    isClosed: needs.deskSettings.isMaintenance,
  })
  const applicantCheck = openApplicantCheck({ ...needs, sweepSoon: () => sweep.sweepSoon() })
  return {
    ...{ deliverySimulation, workflows, decider, ...telling },
    ...{ retention, deletionJobs, takenRoles, workOnFeeds, sweep, applicantCheck },
  }
}
