import { type IntentKind, intentId, type PayloadOf, ulidOf } from '#model'
import { askedIntentOf, asPushed, newUlid } from '../../testing/device.ts'
import type { Attack, AttackContext } from './attack.ts'
import { answered, expectResponse } from './expect-response.ts'
import { type Owner, push, pushTo, receiptOf } from './push-intents.ts'
import type { Outcome } from './raw-request.ts'

/** Revision of a document that no device wrote. */
const REV = 'e'

/** Adds what an intent changes, whatever is decided: documents as `<database>/<id>`. */
export function allowIntent(allowed: Set<string>, { mailbox }: Owner, { _id }: { _id: string }): void {
  for (const id of [_id, `receipt:${ulidOf(_id)}`, 'intents']) allowed.add(`${mailbox}/${id}`)
  allowed.add(`audit/audit:${ulidOf(_id)}`)
}

/** An intent as it is pushed, with any payload. */
export const rawIntent = (kind: string, payload: unknown) => ({
  ...{ _id: intentId(newUlid()), type: 'intent', device: 'phone', n: 1, madeAt: new Date().toISOString() },
  ...{ kind, payload },
})

/** Returns undefined if every document of a push was denied. */
function whyNotDenied(outcome: Outcome, secrets: readonly string[]): string | undefined {
  const complaint = expectResponse(outcome, answered(201), secrets)
  if (complaint !== undefined || typeof outcome !== 'object') return complaint
  return outcome.body.includes('"error":"forbidden"') ? undefined : `answered ${outcome.body.slice(0, 200)}`
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
      run: async () => whyNotDenied(await pushTo(scene, who, push(asPushed(doc, REV, 9))), scene.secrets),
    }),

    /** Pushes an intent that the gate must deny: its payload is malformed, or the role may not ask for it. */
    mayNotAsk: (who: Owner, name: string, kind: IntentKind, payload: unknown): Attack => ({
      name: `${kind} ${name}`,
      run: async () => whyNotDenied(await pushTo(scene, who, push(asPushed(rawIntent(kind, payload)))), scene.secrets),
    }),
  }
}
