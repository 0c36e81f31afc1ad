import * as v from 'valibot'
import { fitsDocument, Intent, type IntentKind, intentId, type PayloadOf } from '#model'
import { currentDataLayer } from './runtime/current-data-layer.ts'
import type { DataLayer } from './runtime/data-layer.ts'

/** The gate would refuse it for good: nothing is stored, and its writer has to say less. */
export class DocumentTooLarge extends Error {}

export function askOf(device: () => DataLayer) {
  /** What is being stored: a second tap on the button is no second order. */
  const underWay = new Map<string, Promise<{ intentId: string }>>()

  async function store<K extends IntentKind>(kind: K, payload: PayloadOf<K>): Promise<{ intentId: string }> {
    const { databases, ids, now } = device()
    const mailbox = databases.mailbox()
    const intent = v.parse(Intent, {
      _id: intentId(ids.nextUlid()),
      type: 'intent',
      kind,
      device: mailbox.device,
      n: ids.nextCount(),
      madeAt: now().toISOString(),
      payload,
    })
    if (!fitsDocument(intent)) throw new DocumentTooLarge('too_large')
    await mailbox.putIntent(intent)
    keepForGood()
    return { intentId: intent._id }
  }

  return <K extends IntentKind>(kind: K, payload: PayloadOf<K>): Promise<{ intentId: string }> => {
    const key = JSON.stringify([kind, payload])
    const stored = underWay.get(key) ?? store(kind, payload).finally(() => underWay.delete(key))
    underWay.set(key, stored)
    return stored
  }
}

/**
 * Asks the marketplace to decide. Resolves as soon as the intent is stored on this device, online or not; rejects when
 * the payload does not fit the model, is too large for the gate (`DocumentTooLarge`) or the device cannot store it, and
 * then nothing is stored.
 */
export const ask = askOf(currentDataLayer)

/** From the first order on the browser shall not clear this data for want of space. */
function keepForGood() {
  if (typeof navigator === 'undefined') return
  navigator.storage?.persist?.().catch(() => false)
}
