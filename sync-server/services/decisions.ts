import { openSweep, type Sweep } from '../core/sweep.ts'
import { type Decider, openDecider } from '../decider/decider.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import { type DeliverySimulation, openDeliverySimulation } from '../demo/delivery-simulation.ts'
import { openRetention, type Retention } from '../mailboxes/retention.ts'
import { openVisitorMailLimits, type VisitorMailLimits } from '../orders/visitor-mail-limits.ts'
import { type DeletionJobs, openDeletionJobs } from '../people/deletion-jobs.ts'
import type { SettingsStore } from '../settings/desk-settings.ts'
import type { AccountServices } from './accounts.ts'
import type { Base, Steps } from './base.ts'
import type { EmailServices } from './email.ts'
import type { MailboxServices } from './mailboxes.ts'
import { openWorkflows } from './open-workflows.ts'

export interface DecisionServices {
  visitorMailLimits: VisitorMailLimits
  deliverySimulation: DeliverySimulation
  workflows: Workflows
  decider: Decider
  retention: Retention
  deletionJobs: DeletionJobs
  sweep: Sweep
}

type Needs = Base &
  MailboxServices &
  Pick<AccountServices, 'accounts' | 'accountDeletion'> &
  Pick<EmailServices, 'outbox'> & { deskSettings: SettingsStore }

export function openDecisionServices(needs: Needs, steps: Steps): DecisionServices {
  const visitorMailLimits = openVisitorMailLimits(needs)
  const deliverySimulation = openDeliverySimulation(needs)
  const workflows = openWorkflows({ ...needs, visitorMailLimits, deliverySimulation })
  const decider = openDecider({ ...needs, ...steps, workflows })
  const { underLease } = decider
  const retention = openRetention({ ...needs, underLease })
  const deletionJobs = openDeletionJobs(needs)
  const sweep = openSweep({
    ...{ ...needs, underLease, kinds: [deletionJobs.kept] },
    isClosed: needs.deskSettings.isMaintenance,
  })
  return { visitorMailLimits, deliverySimulation, workflows, decider, retention, deletionJobs, sweep }
}
