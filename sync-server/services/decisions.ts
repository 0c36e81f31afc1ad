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
  sweep: Sweep
}

type Needs = Base &
  MailboxServices &
  Pick<AccountServices, 'accounts'> &
  Pick<EmailServices, 'outbox'> &
  Pick<PeopleServices, 'accountDeletion' | 'tickets'> & { deskSettings: SettingsStore }

export function openDecisionServices(needs: Needs, steps: Steps): DecisionServices {
  const visitorMailLimits = openVisitorMailLimits(needs)
  const deliverySimulation = openDeliverySimulation(needs)
  const tellTicket: TellTicket = (ticket, step) => sweep.tell(needs.tickets.kept, ticket, step)
  const workflows = openWorkflows({ ...needs, visitorMailLimits, deliverySimulation, tellTicket })
  const decider = openDecider({ ...needs, ...steps, workflows })
  const { underLease } = decider
  const retention = openRetention({ ...needs, underLease })
  const deletionJobs = openDeletionJobs(needs)
  const takenRoles = openTakenRoles(needs)
  const sweep = openSweep({
    ...{ ...needs, underLease, kinds: [deletionJobs.kept, takenRoles.kept, needs.tickets.kept] },
    isClosed: needs.deskSettings.isMaintenance,
  })
  const jobs = { retention, deletionJobs, takenRoles, sweep }
  return { visitorMailLimits, deliverySimulation, workflows, decider, tellTicket, ...jobs }
}
