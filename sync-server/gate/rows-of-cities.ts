import * as v from 'valibot'

/** An answer of `_bulk_get`. */
const Answer = v.object({
  results: v.array(
    v.object({
      id: v.string(),
      docs: v.array(v.object({ ok: v.optional(v.looseObject({ city: v.optional(v.unknown()) })) })),
    }),
  ),
})

/**
 * Returns an answer of `_bulk_get` with the rows of these cities only. Errors are left out, too: otherwise a hidden row
 * would look different from one that does not exist, and PouchDB would ask for it for ever.
 */
export function rowsOfCities(answer: Buffer, cities: readonly string[]): Buffer {
  const { results } = v.parse(Answer, JSON.parse(answer.toString()))
  const isVisible = ({ ok }: { ok?: { city?: unknown } | undefined }) => cities.some((city) => city === ok?.city)
  const visible = results
    .map(({ id, docs }) => ({ id, docs: docs.filter(isVisible) }))
    .filter(({ docs }) => docs.length > 0)
  return Buffer.from(JSON.stringify({ results: visible }))
}
