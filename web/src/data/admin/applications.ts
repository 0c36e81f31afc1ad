import * as v from 'valibot'
import {
  APPLICATION_ROLES,
  APPLICATION_TYPES,
  type ApplicationRow,
  type ApplicationType,
  type ApplicationView,
  type Asked,
  applicationId,
  type Decision,
  decideApplication,
  ulidOf,
} from '#model'
import { ask } from '../ask.ts'
import type { LiveQuery } from '../live/live-query.ts'
import { readDraft, writeDraft } from '../local/draft-storage.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'
import type { Overview } from './desk.ts'

export type { ApplicationView, Decision, PendingDecision } from '#model'
export type ApplicationDecision = Asked<'decide-application'>

/** What this admin has decided about applications, with how far each decision has got. */
export const applicationDecisions: LiveQuery<ApplicationDecision[]> = {
  key: 'desk/application-decisions',
  watches: ['intent:', 'receipt:'],
  read: ({ mailbox }) => mailbox.openIntents('decide-application'),
}

const Decided = v.record(v.string(), v.object({ name: v.string(), type: v.picklist(APPLICATION_TYPES) }))
/** Whose application an admin has decided about: a row that is closed has no name any more. */
export type DecidedApplicant = v.InferOutput<typeof Decided>[string]

/** As many as an admin may have waiting without a network; older ones are decided. */
const KEPT = 500

export const applicantOf = (row: ApplicationRow): DecidedApplicant => ({
  name: row.applicationType === 'driver' ? row.name : row.businessName,
  type: row.applicationType,
})

/** Returns who applied, if this browser has decided about the application (an id); undefined otherwise. */
export const decidedApplicant = (application: string): DecidedApplicant | undefined => readDecided()[application]

function readDecided(): v.InferOutput<typeof Decided> {
  const kept = v.safeParse(Decided, readDraft(currentDataLayer().environment.values, 'desk-decided'))
  return kept.success ? kept.output : {}
}

/** Decisions that are being saved, by application (an id): until then no other press finds their intents. */
const saving = new Map<string, Promise<void>>()

/** Decides about an application; works without a network. A second press, also in another tab, decides nothing more. */
export function decide(row: ApplicationRow, decision: Decision, reason?: string): Promise<void> {
  const known = saving.get(row._id)
  if (known) return known
  const saved = save(row, decision, reason).finally(() => saving.delete(row._id))
  saving.set(row._id, saved)
  return saved
}

async function save(row: ApplicationRow, decision: Decision, reason: string | undefined): Promise<void> {
  const asked = await currentDataLayer().databases.mailbox().openIntents('decide-application')
  const isAsked = asked.some(
    ({ intent, receipt }) => applicationId(intent.payload.application) === row._id && receipt?.outcome !== 'refused',
  )
  if (isAsked) return
  const others = Object.entries(readDecided()).slice(1 - KEPT)
  writeDraft(currentDataLayer().environment.values, 'desk-decided', {
    ...Object.fromEntries(others),
    [row._id]: applicantOf(row),
  })
  await ask(decideApplication, {
    application: ulidOf(row._id),
    version: row.version,
    decision,
    ...(reason !== undefined && { reason }),
  })
}

/** The figures with this admin's decisions that they do not contain yet, and with the open applications of this browser. */
export function withDecisions(
  overview: Overview,
  decisions: readonly ApplicationDecision[],
  open: readonly ApplicationView[] | undefined,
): Overview {
  const users = { ...overview.users }
  const left = { driver: overview.pending.partners, wholesale_supplier: overview.pending.suppliers }
  for (const { intent, receipt } of decisions) {
    if (receipt && (receipt.outcome === 'refused' || receipt.decidedAt < overview.at)) continue
    const { application, decision } = intent.payload
    const type = typeOf(applicationId(application), open)
    if (!type) continue
    left[type] = Math.max(0, left[type] - 1)
    if (decision !== 'approved') continue
    users.CUSTOMER -= 1
    users[APPLICATION_ROLES[type]] += 1
  }
  const pending = open ? pendingAmong(open) : { partners: left.driver, suppliers: left.wholesale_supplier }
  return { ...overview, users, pending }
}

/** How many applications of each kind wait for a decision. */
export function pendingAmong(open: readonly ApplicationView[]): Overview['pending'] {
  const count = (type: ApplicationType) =>
    open.filter(({ row, decided }) => row.applicationType === type && !decided).length
  return { partners: count('driver'), suppliers: count('wholesale_supplier') }
}

const typeOf = (id: string, open: readonly ApplicationView[] = []): ApplicationType | undefined =>
  open.find(({ row }) => row._id === id)?.row.applicationType ?? decidedApplicant(id)?.type
