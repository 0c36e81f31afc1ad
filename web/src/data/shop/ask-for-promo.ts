import * as v from 'valibot'
import { Promo, promoId } from '#model'
import { here } from '../page/here.ts'
import { callApi } from '../session/api.ts'

/** As CouchDB answers `_bulk_get` for one document. */
const Answer = v.object({
  results: v.tuple([
    v.object({
      docs: v.tuple([
        v.union([v.object({ ok: Promo }), v.object({ error: v.object({ error: v.literal('not_found') }) })]),
      ]),
    }),
  ]),
})

/**
 * What the service has under a code, for a catalogue that is not whole or older than the code; undefined where it cannot
 * be asked. One document by its id: whoever asks learns of no other code.
 */
export async function askForPromo(code: string): Promise<Promo | 'none' | undefined> {
  const docs = [{ id: await promoId(code) }]
  const answer = await callApi(here().environment, 'POST', '/db/catalogue/_bulk_get', { docs })
  const result = v.safeParse(Answer, answer.kind === 'ok' ? answer.body : undefined)
  if (!result.success) return undefined
  const [doc] = result.output.results[0].docs
  return 'ok' in doc ? doc.ok : 'none'
}
