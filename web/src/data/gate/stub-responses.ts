/**
 * Answers requests of PouchDB without the network if it does not need the result: the server's id (its address serves
 * as well), the database's size (only used for a progress that is not shown), and an empty `_bulk_get` (see `connect`).
 */
export function withStubResponses(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = answerTo(new URL(String(input)).pathname, init)
    return answer ? Response.json(answer) : fetch(input, init)
  }
}

function answerTo(path: string, init: RequestInit | undefined): object | undefined {
  const method = init?.method ?? 'GET'
  if (method === 'GET' && /^\/db\/$/.test(path)) return {}
  const name = /^\/db\/([^/]+)\/?$/.exec(path)?.[1]
  if (method === 'GET' && name) return { db_name: name, doc_count: 0, update_seq: 0 }
  if (method === 'POST' && path.endsWith('/_bulk_get') && init?.body === '{"docs":[]}') return { results: [] }
  return undefined
}
