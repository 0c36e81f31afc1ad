import * as v from 'valibot'
import { Promo, promoId } from '#model'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

const ANSWER_MS = 5_000

/** CouchDB's answer to `_bulk_get` for one document. */
const Answer = v.object({
  results: v.tuple([
    v.object({
      docs: v.tuple([
        v.union([
          v.object({ ok: v.union([Promo, v.object({ _deleted: v.literal(true) })]) }),
          v.object({ error: v.object({ error: v.literal('not_found') }) }),
        ]),
      ]),
    }),
  ]),
})

/** The promos that this page has looked up because its catalogue does not have them, by id. */
const heard = new Map<string, Promo>()
export const knownPromo = (id: string): Promo | undefined => heard.get(id)

/**
 * Asks the service for a code that the local catalogue does not have, because it is incomplete or older than the code.
 * Returns undefined if the service does not answer. It asks for one document by its id, so that nobody learns of other
 * codes.
 */
export async function lookUpPromo(code: string): Promise<Promo | 'none' | undefined> {
  const id = await promoId(code)
  try {
    const { environment, gate } = currentDataLayer()
    const response = await gate(`${environment.origin}/db/catalogue/_bulk_get`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ docs: [{ id }] }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const [doc] = v.parse(Answer, await response.json()).results[0].docs
    if (!('ok' in doc) || '_deleted' in doc.ok) return 'none'
    heard.set(id, doc.ok)
    return doc.ok
  } catch {
    return undefined
  }
}
