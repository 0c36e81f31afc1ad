import { openSweep, type Sweep } from '../core/sweep.ts'
import { type Decider, openDecider } from '../decider/decider.ts'
import type { Workflows } from '../decider/define-workflow.ts'
import { type DeliverySimulation, openDeliverySimulation } from '../demo/delivery-simulation.ts'
import { openVisitorMailLimits, type VisitorMailLimits } from '../orders/visitor-mail-limits.ts'
import { type DeletionJobs, openDeletionJobs } from '../people/deletion-jobs.ts'
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
  deletionJobs: DeletionJobs
  sweep: Sweep
}

type Needs = Base &
  MailboxServices &
  Pick<AccountServices, 'accounts' | 'accountDeletion'> &
  Pick<EmailServices, 'outbox'>

export function openDecisionServices(needs: Needs, steps: Steps): DecisionServices {
  const {
    settings,
    keys,
    couch,
    now,
    report,
    accounts,
    mailboxes,
    pendingMailboxes,
    notifier,
    outbox,
    accountDeletion,
  } = needs
  const visitorMailLimits = openVisitorMailLimits({ couch, keys, now })
  const deliverySimulation = openDeliverySimulation({ couch, accounts, mailboxes, settings, now, report })
  const workflows = openWorkflows({ couch, accounts, mailboxes, outbox, visitorMailLimits, deliverySimulation })
  const decider = openDecider({
    ...{ couch, accounts, mailboxes, workflows, pendingMailboxes, notifier, settings, now, report },
    ...steps,
  })
  const deletionJobs = openDeletionJobs({ couch, accountDeletion, now })
  const sweep = openSweep({ couch, kinds: [deletionJobs.kept], underLease: decider.underLease, now, report })
  return { visitorMailLimits, deliverySimulation, workflows, decider, deletionJobs, sweep }
}
