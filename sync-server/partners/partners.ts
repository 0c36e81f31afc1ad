import { type Notice, noticeId, type PartnerFact } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import {
  type CoreKind,
  contentOf,
  type Entry,
  type Judgement,
  type Step,
  type TellStep,
} from '../core/core-document.ts'
import { type CoreStore, openCoreStore, withDeadline } from '../core/core-store.ts'
import { derivedUlid } from '../core/derived-ulid.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import { DUTY_HAPPENED, type Duty, openDuty } from './duty.ts'
import { countFigures } from './figures.ts'
import { newPartner, nextFriday, type PartnerContent, type PartnerRecord, partnerId } from './partner-record.ts'
import type { Payouts } from './payouts.ts'

export interface Partners extends Duty {
  get(account: string): ReturnType<CoreStore<PartnerRecord>['read']>
  /** Something happened to a partner's deliveries, ratings or earnings: the figures are counted in a moment. */
  figuresChanged(account: string): Promise<void>
  /** The account is deleted: it has no duty and gets no more payouts. */
  erase(account: string): Promise<void>
  kept: Kept<PartnerRecord>
}

/** By then an index or a view has caught up. */
const INDEX_LAG_MS = 120_000
/** As many changes of duty as a partner makes in weeks. */
const ENTRIES_KEPT = 200

interface Needs {
  couch: Couch
  accounts: Pick<Accounts, 'get'>
  mailboxes: Pick<Mailboxes, 'put'>
  payouts: Pick<Payouts, 'make'>
  now: () => Date
}

export function openPartners({ couch, accounts, mailboxes, payouts, now }: Needs): Partners {
  const kind: CoreKind<PartnerRecord> = {
    database: 'partners',
    idPrefix: 'partner:',
    entriesAtMost: ENTRIES_KEPT,
    deadlineOf: ({ duty, figuresDueAt, payoutDueAt }) =>
      [duty.endsAt, figuresDueAt, payoutDueAt].filter((one) => one !== undefined).toSorted()[0],
    // The end of the duty takes something from a partner; figures and payouts do not.
    takesAway: ({ duty, figuresDueAt, payoutDueAt }) =>
      duty.endsAt !== undefined &&
      [figuresDueAt, payoutDueAt].every((one) => one === undefined || one > now().toISOString()),
    due,
    tell: (partner, { fresh }) => [
      deliver(partner),
      ...fresh.flatMap((entry) => (entry.what === DUTY_HAPPENED.ended ? [notify(partner, entry)] : [])),
    ],
  }
  const store = openCoreStore(couch, kind)

  async function due(
    partner: PartnerRecord,
    { now, step }: { now: Date; step: Step },
  ): Promise<Judgement<PartnerRecord>> {
    const content = contentOf(partner)
    const isDue = (time: string | undefined) => time !== undefined && time <= now.toISOString()
    if (isDue(partner.payoutDueAt)) {
      await payouts.make(partner.account, { at: now.toISOString() }, step)
      return { later: { ...content, payoutDueAt: nextFriday(partner.account, now) } }
    }
    if (isDue(partner.figuresDueAt)) return recount(content, now)
    return { what: DUTY_HAPPENED.ended, content: { ...content, duty: { isOnline: false, since: now.toISOString() } } }
  }

  /** Counts at once and again two minutes later, because a view may lag. */
  async function recount(content: PartnerContent, now: Date): Promise<Judgement<PartnerRecord>> {
    const { figuresDueAt: _, isSecondLook, ...rest } = content
    const figures = await countFigures(couch, content.account, content.figures)
    const again = { figuresDueAt: new Date(now.getTime() + INDEX_LAG_MS).toISOString(), isSecondLook: true as const }
    const counted = { ...rest, figures, ...(!isSecondLook && again) }
    const isSame = JSON.stringify(figures) === JSON.stringify(content.figures)
    return isSame ? { later: counted } : { what: 'figures', content: counted }
  }

  const deliver = (partner: PartnerRecord): TellStep => ({
    name: 'deliver partner',
    async write() {
      const account = await accounts.get(partner.account)
      if (account?.status === 'active' && !account.lacksMailbox)
        await mailboxes.put(account.mailbox.name, partnerFact(partner))
    },
  })

  const notify = ({ _id, account: id }: PartnerRecord, { at, version }: Entry): TellStep => ({
    name: 'deliver notice',
    async write() {
      const account = await accounts.get(id)
      if (account?.status !== 'active' || account.lacksMailbox) return
      const notice: Notice = {
        _id: noticeId(derivedUlid(at, `${_id} duty ended ${version}`)),
        ...{ type: 'notice', kind: 'duty-ended', subject: 'partner', at },
      }
      await mailboxes.put(account.mailbox.name, notice)
    },
  })

  async function make(account: string) {
    const at = now()
    await store.decide<'made'>(partnerId(account), { at: at.toISOString() }, (before) =>
      before ? { refused: 'made' } : { what: 'made', content: newPartner(account, at) },
    )
  }

  return {
    ...openDuty({ couch, store, now }),
    kept: { kind, store },
    get: (account) => store.read(partnerId(account)),

    async figuresChanged(account) {
      const id = partnerId(account)
      if (!(await store.read(id)) && (await accounts.get(account))?.status === 'active') await make(account)
      await store.note(id, (partner) => {
        // Nobody reads the figures of a deleted account.
        if (partner.payoutDueAt === undefined) return undefined
        const { isSecondLook: _, ...rest } = partner
        const changed = { ...rest, figuresDueAt: now().toISOString() } as PartnerRecord
        return partner.told === partner.version ? withDeadline(changed, kind.deadlineOf(changed)) : changed
      })
    },

    async erase(account) {
      await store.decide<'unknown'>(partnerId(account), { at: now().toISOString() }, (partner) => {
        if (!partner || partner.payoutDueAt === undefined) return { refused: 'unknown' }
        const { type, account, figures } = partner
        return {
          what: 'erased',
          content: { type, account, figures, duty: { isOnline: false, since: now().toISOString() } },
        }
      })
    },
  }
}

/** The partner's duty and lifetime figures as their devices see them. */
function partnerFact({ version, duty, figures }: PartnerRecord): PartnerFact {
  const { delivered, counted, earnedRupees, rating } = figures
  return {
    ...{ _id: 'partner', type: 'partner', version, isOnline: duty.isOnline },
    ...(duty.endsAt !== undefined && { dutyEndsAt: duty.endsAt }),
    ...{ delivered, counted, earnedRupees },
    ...(rating && { rating: rating.average }),
  }
}
