import { type IntentKind, type PayloadOf, ulidOf } from '#model'
import { askedIntentOf, asPushed } from '../../testing/device.ts'
import type { Attack, AttackContext } from './attack.ts'
import { answered, expectResponse } from './expect-response.ts'
import { type Owner, push, pushTo, receiptOf } from './push-intents.ts'

/** Revision of a document that no device wrote. */
const REV = 'e'

/** Adds what an intent changes, whatever is decided: documents as `<database>/<id>`. */
export function allowIntent(allowed: Set<string>, { mailbox }: Owner, { _id }: { _id: string }): void {
  for (const id of [_id, `receipt:${ulidOf(_id)}`, 'intents']) allowed.add(`${mailbox}/${id}`)
  allowed.add(`audit/audit:${ulidOf(_id)}`)
}

/** Attacks by intents and forged documents; `secretIn` complains about a receipt that says too much. */
export function intentAttacks(
  scene: AttackContext,
  allowed: Set<string>,
  secretIn: (receipt: string) => string | undefined,
) {
  return {
    /** Asks; the receipt must have this reason. */
    asks<K extends IntentKind>(who: Owner, name: string, [kind, payload]: [K, PayloadOf<K>], reason: string): Attack {
      const intent = askedIntentOf(kind, payload)
      allowIntent(allowed, who, intent)
      return {
        name: `${kind} ${name}`,
        async run() {
          const outcome = await pushTo(scene, who, push(asPushed(intent)))
          const complaint = expectResponse(outcome, answered(201), scene.secrets)
          if (complaint !== undefined) return complaint
          const receipt = await receiptOf(scene, who.mailbox, ulidOf(intent._id))
          const said = receipt.reason ?? receipt.outcome
          if (said !== reason) return `the receipt says ${said}; expected ${reason}`
          return secretIn(JSON.stringify(receipt))
        },
      }
    },

    /** Pushes a document of the service into one's own mailbox, which must be denied. */
    forges: (who: Owner, doc: { _id: string }): Attack => ({
      name: `a forged ${doc._id.slice(0, 40)}`,
      async run() {
        const outcome = await pushTo(scene, who, push(asPushed(doc, REV, 9)))
        const complaint = expectResponse(outcome, answered(201), scene.secrets)
        if (complaint !== undefined || typeof outcome !== 'object') return complaint
        return outcome.body.includes('"error":"forbidden"') ? undefined : `answered ${outcome.body.slice(0, 200)}`
      },
    }),
  }
}
