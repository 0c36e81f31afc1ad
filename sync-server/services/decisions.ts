import type { ApplicantCheck } from '../accounts/applicant-check.ts'
import { openApplicantCheck } from '../applications/applicant-check.ts'
import type { TellApplication } from '../applications/decide-application.ts'
import type { Step } from '../core/core-document.ts'
import { openSweep, type Sweep } from '../core/sweep.ts'
import { type Decider, openDecider } from '../decider/decider.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import { type DeliverySimulation, openDeliverySimulation } from '../demo/delivery-simulation.ts'
import { openRetention, type Retention } from '../mailboxes/retention.ts'
import { openVisitorMailLimits, type VisitorMailLimits } from '../orders/visitor-mail-limits.ts'
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
  visitorMailLimits: VisitorMailLimits
  deliverySimulation: DeliverySimulation
  workflows: Workflows
  decider: Decider
  retention: Retention
  deletionJobs: DeletionJobs
  takenRoles: TakenRoles
  tellTicket: TellTicket
  tellApplication: TellApplication
  /** Completes new generations of the feeds and drops old ones; does nothing while another instance decides. */
  workOnFeeds: () => Promise<void>
  sweep: Sweep
  applicantCheck: ApplicantCheck
}

type Needs = Base &
  MailboxServices &
  Pick<AccountServices, 'accounts'> &
  Pick<EmailServices, 'outbox'> &
  Pick<PeopleServices, 'accountDeletion' | 'tickets' | 'applications' | 'applicationDigests' | 'applyingBrowser'> & {
    deskSettings: SettingsStore
  }

export function openDecisionServices(needs: Needs, steps: Steps): DecisionServices {
  const visitorMailLimits = openVisitorMailLimits(needs)
  const deliverySimulation = openDeliverySimulation(needs)
  const tellTicket: TellTicket = (ticket, step) => sweep.tell(needs.tickets.kept, ticket, step)
  const tellApplication: TellApplication = (application, step) => sweep.tell(needs.applications.kept, application, step)
  const workflows = openWorkflows({ ...needs, visitorMailLimits, deliverySimulation, tellTicket, tellApplication })
  const deletionJobs = openDeletionJobs(needs)
  const takenRoles = openTakenRoles(needs)
  const kinds = [
    deletionJobs.kept,
    takenRoles.kept,
    needs.tickets.kept,
    needs.applications.kept,
    needs.applicationDigests.kept,
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
    ...{ visitorMailLimits, deliverySimulation, workflows, decider, tellTicket, tellApplication },
    ...{ retention, deletionJobs, takenRoles, workOnFeeds, sweep, applicantCheck },
  }
}
