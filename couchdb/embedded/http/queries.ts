import { badRequest } from './failure.ts'
import { arrayOf, asObject } from './json.ts'
import type { Parameters } from './parameters.ts'
import { type Call, postedObject } from './resource.ts'

/** Runs several queries of one request in turn; the URL's parameters are the defaults of each query. */
export async function answerQueries(call: Call, ask: (parameters: Parameters) => Promise<unknown>) {
  const { queries } = postedObject(call)
  if (queries === undefined) throw badRequest('POST body must include `queries` parameter.')
  const asked = arrayOf(queries, 'queries').map((query) => call.parameters.withBody(asObject(query)))
  const results: unknown[] = []
  for (const parameters of asked) results.push(await ask(parameters))
  return { results }
}
