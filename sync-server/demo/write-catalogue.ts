import { isDeepStrictEqual } from 'node:util'
import type { Promo } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import type { Catalogue } from './generated/generate-catalogue.ts'

const WRITTEN_AT_ONCE = 500

/**
 * Writes these documents and removes all others whose ids begin with one of `without`; returns the number of writes.
 */
export async function writeCatalogue(
  couch: Couch,
  { florists, flowers, promos = [] }: Catalogue & { promos?: readonly Promo[] },
  { without }: { without: readonly string[] } = { without: [] },
): Promise<number> {
  const catalogue = couch.db('catalogue')
  const wanted = [...florists, ...flowers, ...promos]
  const ids = new Set(wanted.map(({ _id }) => _id))
  const there = await catalogue.many<Stored>([...ids])
  const written = wanted.flatMap((doc, i) => {
    const before = there[i]
    // Every rewritten document would be replicated to every device.
    const isSame = before && isDeepStrictEqual({ ...before, _rev: undefined }, { ...doc, _rev: undefined })
    return isSame ? [] : [{ ...doc, _rev: before?._rev }]
  })
  const old = (await Promise.all(without.map((prefix) => catalogue.range<Stored>(prefix, `${prefix}\uffff`)))).flat()
  const gone = old.filter(({ _id }) => !ids.has(_id)).map(({ _id, _rev }) => ({ _id, _rev, _deleted: true }))

  const changes = [...written, ...gone]
  for (let at = 0; at < changes.length; at += WRITTEN_AT_ONCE) {
    const decisions = await catalogue.putAll(changes.slice(at, at + WRITTEN_AT_ONCE))
    if (decisions.includes('conflict')) throw new Error('Somebody else was writing to the catalogue; run it again.')
  }
  return changes.length
}
