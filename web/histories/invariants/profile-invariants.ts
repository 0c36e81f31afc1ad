import { type PayloadOf, type Receipt, receiptId, ulidOf } from '#model'
import { ownProfile } from '../../src/data/people/profile.ts'
import { read } from '../../src/testing/two-devices.ts'
import type { Scenario } from '../scenario.ts'
import type { AccountView } from './account-view.ts'

/** Each field of an account has the value of its last accepted change, and every browser shows this value. */
export async function brokenProfile(
  { expected }: Scenario,
  { dump, holders, browsers }: AccountView,
): Promise<string[]> {
  const receipts = new Map(dump.documents.map((doc) => [doc._id, doc as unknown as Receipt]))
  const taken = [...expected.asked].flatMap(([id, { kind, payload, holder }]) => {
    const receipt = receipts.get(receiptId(ulidOf(id)))
    if (kind !== 'update-profile' || !holders.includes(holder) || receipt?.outcome !== 'done') return []
    return [{ ...(payload as PayloadOf<'update-profile'>), version: Number(Object(receipt.result).version) }]
  })
  const inOrder = taken.toSorted((a, b) => a.version - b.version)
  const problems: string[] = []
  const fact = dump.documents.find(({ _id }) => _id === 'account')
  for (const what of ['name', 'phone'] as const) {
    const last = inOrder.findLast((one) => one[what] !== undefined)
    if (!last) continue
    const wanted = last[what]
    if (fact?.[what] !== wanted) problems.push(`the account’s ${what} is ${fact?.[what]}, and was to be ${wanted}`)
    for (const { page, holder } of browsers) {
      const { change, ...shown } = await read(page, ownProfile)
      if (shown[what] !== wanted || (change && change.stage !== 'confirmed'))
        problems.push(`browser ${holder.browser} shows the ${what} ${shown[what]}, ${change?.stage}, and not ${wanted}`)
    }
  }
  return problems
}
