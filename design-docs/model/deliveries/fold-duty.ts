import type { AskedIntent } from '../intents/asked-intent.ts'
import type { DocumentOf } from '../intents/define-intent.ts'
import { isResultNewer } from '../intents/receipt.ts'
import { ONLINE_WITHIN_MINUTES, type setAvailability } from './delivery-intents.ts'
import type { PartnerFact } from './money.ts'

export type AskedDuty = AskedIntent<DocumentOf<typeof setAvailability>>

const MINUTE_MS = 60_000

/** A partner's duty, with their own unconfirmed switch applied. */
export interface DutyView {
  isOn: boolean
  /** How far the last switch has got; `confirmed` if nothing waits. */
  stage: 'saved' | 'sent' | 'confirmed'
  /** When the duty ends by itself. */
  endsAt?: string
  /** The partner went on duty, and the service did not hear of it in time. */
  isTooLate?: true
}

/** Applies what a partner asked about duty to the fact. Once its end has passed, a duty is off in any case. */
export function foldDuty(
  fact: Pick<PartnerFact, 'isOnline' | 'dutyEndsAt' | 'version'> | undefined,
  asked: readonly AskedDuty[],
  now: Date,
): DutyView {
  const last = asked.reduce<AskedDuty | undefined>(
    (latest, one) => (!latest || one.intent._id > latest.intent._id ? one : latest),
    undefined,
  )
  if (last && isWaiting(last, fact?.version ?? 0)) {
    const { online } = last.intent.payload
    const isTooLate = online && !last.receipt && isOlder(last.intent.madeAt, ONLINE_WITHIN_MINUTES, now)
    const sentAt = last.sentAt ?? last.receipt?.receivedAt
    if (isTooLate) return { isOn: false, stage: sentAt ? 'sent' : 'saved', isTooLate: true }
    return { isOn: online, stage: sentAt ? 'sent' : 'saved' }
  }
  const endsAt = fact?.dutyEndsAt
  const isOn = fact?.isOnline === true && (endsAt === undefined || Date.parse(endsAt) > now.getTime())
  return {
    ...{ isOn, stage: 'confirmed' as const },
    ...(isOn && endsAt !== undefined && { endsAt }),
    ...(!isOn && last?.receipt?.outcome === 'refused' && last.intent.payload.online && { isTooLate: true as const }),
  }
}

/** True if it is not decided, or if the fact with its result has not arrived yet. */
function isWaiting({ receipt }: AskedDuty, version: number): boolean {
  if (!receipt) return true
  return receipt.outcome === 'done' && isResultNewer(receipt, version)
}

const isOlder = (at: string, minutes: number, now: Date) => now.getTime() - Date.parse(at) > minutes * MINUTE_MS
