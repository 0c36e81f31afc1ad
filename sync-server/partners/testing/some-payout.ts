import { ulid } from 'ulid'
import type { AccountRecord } from '../../accounts/account-record.ts'
import type { Services } from '../../services.ts'
import type { EarningRecord } from '../earnings.ts'

interface Wanted {
  email: string
  name: string
  rupees: number
  bank?: { number: string; ifsc?: string }
}

/** A partner in Jaipur with one earning, and the payout that is made of it. */
export async function somePayout(
  { accounts, couch, kyc, payouts, now }: Services,
  { email, name, rupees, bank }: Wanted,
): Promise<{ id: string; version: number; partner: AccountRecord }> {
  const partner = await accounts.create({ email, name, role: 'PARTNER', city: 'jaipur', verified: true })
  if (partner === 'email_taken') throw new Error(`${email} is taken`)
  if (bank) await kyc.setBank(partner.id, bank)
  const order = ulid(now().getTime())
  const at = now().toISOString()
  const earning: EarningRecord = {
    ...{ _id: `earning:${partner.id}:${order}:delivered`, type: 'earning', version: 1, partner: partner.id },
    ...{ order: `order:${order}`, orderVersion: 1, kind: 'delivered', rupees, at, held: false, payout: 0 },
  }
  await couch.db('partners').create(earning)
  const payout = await payouts.make(partner.id, { at }, (_name, write) => write())
  if (!payout) throw new Error('nothing was available')
  return { id: payout._id, version: payout.version, partner }
}
