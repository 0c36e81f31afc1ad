interface Changes {
  results: { id: string; changes: { rev: string }[] }[]
  last_seq: string
}

/** Asks as PouchDB's pull does, but keeps nothing. */
export function feedDevice(url: string, cookie: string) {
  const gone = new AbortController()
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const response = await fetch(`${url}${path}`, { ...init, headers, signal: gone.signal })
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  let db = ''
  let since = ''
  return {
    async start() {
      const { feeds } = await ask<{ feeds: { database: string }[] }>('/api/sessions/current')
      db = `/db/${feeds[0]?.database}`
      since = (await ask<Changes>(`${db}/_changes?since=now&limit=1`)).last_seq
    },
    async nextRow() {
      for (;;) {
        const query = `style=all_docs&feed=longpoll&heartbeat=10000&since=${encodeURIComponent(since)}&limit=500`
        const { results, last_seq } = await ask<Changes>(`${db}/_changes?${query}`)
        since = last_seq
        const docs = results.flatMap(({ id, changes }) => changes.map(({ rev }) => ({ id, rev })))
        const [first] = docs
        if (!first) continue
        await ask(`${db}/_bulk_get?revs=true&latest=true`, { method: 'POST', body: JSON.stringify({ docs }) })
        return { id: first.id, at: Date.now() }
      }
    },
    end: () => gone.abort(),
  }
}
