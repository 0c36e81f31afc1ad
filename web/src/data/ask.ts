import * as v from 'valibot'
import { type DeclaredAs, fitsDocument, type Intent, type IntentKind, intentId, type PayloadOf } from '#model'
import { currentDataLayer } from './runtime/current-data-layer.ts'
import type { DataLayer } from './runtime/data-layer.ts'

/** Nothing was stored, because the gate would finally refuse the document. */
export class DocumentTooLarge extends Error {}

export function askOf(device: () => DataLayer) {
  /** Intents that are being stored: a second tap on the button gets the same promise and makes no second order. */
  const underWay = new Map<string, Promise<{ intentId: string }>>()

  async function store<K extends IntentKind>({ kind, document }: DeclaredAs<K>, payload: PayloadOf<K>) {
    const { databases, ids, now } = device()
    const mailbox = databases.mailbox()
    const schema: v.GenericSchema<unknown, Intent> = document
    const intent = v.parse(schema, {
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

  return <K extends IntentKind>(declared: DeclaredAs<K>, payload: PayloadOf<K>): Promise<{ intentId: string }> => {
    const key = JSON.stringify([declared.kind, payload])
    const stored = underWay.get(key) ?? store(declared, payload).finally(() => underWay.delete(key))
    underWay.set(key, stored)
    return stored
  }
}

/**
 * Asks the marketplace to decide what the intent declares: each screen brings its own declarations, so that nobody loads
 * those of other roles. Resolves as soon as the intent is stored on this device, online or not; rejects when
 * the payload does not fit the model, is too large for the gate (`DocumentTooLarge`) or the device cannot store it, and
 * then nothing is stored.
 */
export const ask = askOf(currentDataLayer)

/** Asks the browser not to delete this data when space is short. Called once there is something that was asked. */
function keepForGood() {
  if (typeof navigator === 'undefined') return
  navigator.storage?.persist?.().catch(() => false)
}
