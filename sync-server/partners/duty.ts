import { dayOf, MOST_RELEASES_A_DAY } from '#model'
import { contentOf } from '../core/core-document.ts'
import type { CoreStore, Decided } from '../core/core-store.ts'
import type { Couch } from '../couch/couch.ts'
import type { DecisionOrder } from '../lease/decision-order.ts'
import { newPartner, type PartnerContent, type PartnerRecord, partnerId } from './partner-record.ts'

/** A partner's switch: while it is on, the device shows the open deliveries of the city. */
export interface Duty {
  /** Switches the duty, unless `whyNot` returns a refusal. */
  set(
    account: { id: string; city?: string },
    asked: { isOnline: boolean; intent: string; at: string; turn: DecisionOrder },
    whyNot: (before: PartnerRecord | undefined) => 'too_late' | 'overtaken' | undefined,
  ): Promise<Decided<PartnerRecord, 'too_late' | 'overtaken'>>
  /**
   * Ends the partner's duty; if `city` is given, only a duty in another city. The id of `entry` names the cause, so that
   * a repeat does not end a later duty.
   */
  end(account: string, entry: { id: string; at: string }, city?: string): Promise<void>
  /** An award was taken back from the partner; `entry` names it. The second one of a day ends the duty. */
  takenBack(account: string, entry: { id: string; at: string }): Promise<void>
  /** Returns false if the partner has released as many deliveries as they may on the day of `at`. */
  mayRelease(account: string, at: string): Promise<boolean>
  /** Notes that the partner has released a delivery; a repeat changes nothing. */
  released(account: string, release: { intent: string; at: string }): Promise<void>
  /** Whether any partner is on duty in the city, by an index that may lag. */
  isOnDutyIn(city: string): Promise<boolean>
}

/** Duty ends by itself after this time. */
const DUTY_MS = 12 * 3_600_000
const MOST_TAKE_BACKS_A_DAY = 2

/** What happened to a partner's duty; only `ended` causes a notice. */
export const DUTY_HAPPENED = { switched: 'switched', ended: 'duty ended', noted: 'noted' } as const

interface Needs {
  couch: Couch
  store: CoreStore<PartnerRecord>
  now: () => Date
}

export function openDuty({ couch, store, now }: Needs): Duty {
  const inIndia = (at: string) => dayOf(new Date(at))
  const contentOrNew = (partner: PartnerRecord | undefined, account: string) =>
    partner ? contentOf(partner) : newPartner(account, now())

  return {
    set: ({ id, city }, { isOnline, intent, at, turn }, whyNot) =>
      store.decide(partnerId(id), { at, intent }, (partner) => {
        const refusal = whyNot(partner)
        if (refusal) return { refused: refusal }
        const content = contentOrNew(partner, id)
        const endsAt = new Date(Date.parse(at) + DUTY_MS).toISOString()
        const duty = isOnline
          ? { isOnline, since: at, endsAt, ...(city !== undefined && { city }) }
          : { isOnline, since: at }
        const changedIn = { ...content.changedIn, duty: turn }
        return { what: DUTY_HAPPENED.switched, content: { ...content, changedIn, duty } }
      }),

    async end(account, { id, at }, city) {
      await store.decide<'off'>(partnerId(account), { at }, (partner) =>
        partner?.duty.isOnline && (city === undefined || partner.duty.city !== city) && !partner.endedBy?.includes(id)
          ? { what: DUTY_HAPPENED.ended, content: offDuty(partner, at, id) }
          : { refused: 'off' },
      )
    },

    async takenBack(account, entry) {
      await store.decide<'noted'>(partnerId(account), { at: entry.at }, (partner) => {
        const takenBack = partner?.takenBack ?? []
        if (takenBack.some(({ id }) => id === entry.id)) return { refused: 'noted' }
        const today = [...takenBack.filter(({ at }) => inIndia(at) === inIndia(entry.at)), entry]
        const content = { ...contentOrNew(partner, account), takenBack: today }
        return partner?.duty.isOnline && today.length >= MOST_TAKE_BACKS_A_DAY
          ? { what: DUTY_HAPPENED.ended, content: { ...content, duty: { isOnline: false, since: entry.at } } }
          : { what: DUTY_HAPPENED.noted, content }
      })
    },

    async mayRelease(account, at) {
      const releases = (await store.read(partnerId(account)))?.releases ?? []
      return releases.filter((release) => inIndia(release.at) === inIndia(at)).length < MOST_RELEASES_A_DAY
    },

    async released(account, release) {
      await store.decide<'noted'>(partnerId(account), { at: release.at }, (partner) => {
        const releases = partner?.releases ?? []
        if (releases.some(({ intent }) => intent === release.intent)) return { refused: 'noted' }
        const today = releases.filter(({ at }) => inIndia(at) === inIndia(release.at))
        const content = { ...contentOrNew(partner, account), releases: [...today, release] }
        return { what: DUTY_HAPPENED.noted, content }
      })
    },

    async isOnDutyIn(city) {
      const selector = { 'duty.city': city }
      return (await couch.db('partners').find('by-duty', { selector, fields: ['_id'], limit: 1 })).length > 0
    },
  }
}

const ENDED_BY_KEPT = 20

function offDuty(partner: PartnerRecord, at: string, by: string): PartnerContent {
  const endedBy = [...(partner.endedBy ?? []), by].slice(-ENDED_BY_KEPT)
  return { ...contentOf(partner), endedBy, duty: { isOnline: false, since: at } }
}
