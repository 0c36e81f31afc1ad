import { type PayloadOf, type Receipt, receiptId, ulidOf } from '#model'
import { ownProfile } from '../../src/data/account/profile.ts'
import { read } from '../../src/testing/two-devices.ts'
import type { History } from '../history.ts'
import type { Party } from './party.ts'

/** An account is what the last change that was taken made of it, and every browser shows that. */
export async function brokenProfile({ promises }: History, { dump, holders, browsers }: Party): Promise<string[]> {
  const receipts = new Map(dump.documents.map((doc) => [doc._id, doc as unknown as Receipt]))
  const taken = [...promises.asked].flatMap(([id, { kind, payload, holder }]) => {
    const receipt = receipts.get(receiptId(ulidOf(id)))
    if (kind !== 'update-profile' || !holders.includes(holder) || receipt?.outcome !== 'done') return []
    const { name } = payload as PayloadOf<'update-profile'>
    return [{ name, version: Number(Object(receipt.result).version) }]
  })
  const last = taken.toSorted((a, b) => a.version - b.version).at(-1)
  if (!last) return []
  const problems: string[] = []
  const fact = dump.documents.find(({ _id }) => _id === 'account')
  if (fact?.name !== last.name) problems.push(`the account is ${fact?.name}, and was to be ${last.name}`)
  for (const { page, holder } of browsers) {
    const { name, change } = await read(page, ownProfile)
    if (name !== last.name || (change && change.stage !== 'confirmed'))
      problems.push(`browser ${holder.browser} shows ${name}, ${change?.stage}, and not ${last.name}`)
  }
  return problems
}
