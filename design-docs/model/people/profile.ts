import { type AskedIntent, type Stage, stageOf } from '../intents/asked-intent.ts'
import type { DocumentOf } from '../intents/define-intent.ts'
import { ulidOf } from '../intents/intent-ids.ts'
import type { Account } from './account.ts'
import type { UpdateProfile, updateProfile } from './update-profile.ts'

type AskedChange = AskedIntent<DocumentOf<typeof updateProfile>>

export interface ProfileView extends Partial<UpdateProfile> {
  /** The account as a fact; absent until it has arrived on this device. */
  account?: Account | undefined
  /** The last requested change, as long as its intent is kept. */
  change?: ProfileChange | undefined
  /** The fields of all changes that are not decided yet, with their new values. */
  unconfirmed: UpdateProfile
}

export interface ProfileChange {
  ulid: string
  stage: Stage
  /** When the change reached this stage. */
  at: string
  /** Why the change was refused. */
  reason?: string | undefined
}

/** Applies pending changes to the account; the last requested one wins. */
export function foldProfile(account: Account | undefined, asked: readonly AskedChange[]): ProfileView {
  const inOrder = [...asked].sort((a, b) => (a.intent._id < b.intent._id ? -1 : 1))
  const waiting = inOrder.filter(({ receipt }) => receipt === undefined)
  const latest = inOrder.at(-1)
  const unconfirmed: UpdateProfile = Object.assign({}, ...waiting.map(({ intent }) => intent.payload))
  return {
    ...account,
    ...unconfirmed,
    unconfirmed,
    account,
    change: latest && changeOf(latest),
  }
}

function changeOf(asked: AskedChange): ProfileChange {
  const { intent, receipt } = asked
  const ulid = ulidOf(intent._id)
  if (receipt?.outcome === 'refused') return { ulid, stage: 'refused', at: receipt.decidedAt, reason: receipt.reason }
  if (receipt) return { ulid, stage: 'confirmed', at: receipt.decidedAt }
  return { ulid, ...stageOf(asked) }
}
