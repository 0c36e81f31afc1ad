import * as v from 'valibot'

/** A response of `_bulk_get`. */
const BulkGetResponse = v.object({
  results: v.array(
    v.object({
      id: v.string(),
      docs: v.array(v.object({ ok: v.optional(v.looseObject({ city: v.optional(v.unknown()) })) })),
    }),
  ),
})

/**
 * Returns a response of `_bulk_get` with the rows of these cities (ids) only. Errors are removed too: otherwise a
 * hidden row would look different from one that does not exist, and PouchDB would ask for it forever. Throws if the
 * response has another shape.
 */
export function rowsOfCities(response: Buffer, cities: readonly string[]): Buffer {
  const { results } = v.parse(BulkGetResponse, JSON.parse(response.toString()))
  const isVisible = ({ ok }: { ok?: { city?: unknown } | undefined }) => cities.some((city) => city === ok?.city)
  const visible = results
    .map(({ id, docs }) => ({ id, docs: docs.filter(isVisible) }))
    .filter(({ docs }) => docs.length > 0)
  return Buffer.from(JSON.stringify({ results: visible }))
}
