import type { BenchedService } from './service.ts'

interface Changes {
  results: { id: string; changes: { rev: string }[] }[]
  last_seq: string
}

/**
 * Returns how many milliseconds after its decision each of the rows that `write` decides was on each of these devices,
 * in ascending order. All devices hold a poll of their feed when it is decided.
 */
export async function rowLatencies(
  service: BenchedService,
  people: readonly { cookie: string }[],
  rounds: number,
  write: (round: number) => Promise<{ id: string; at: number }>,
): Promise<number[]> {
  const devices = people.map(({ cookie }) => feedDevice(service.url, cookie))
  await Promise.all(devices.map((device) => device.start()))
  const found: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const next = devices.map((device) => device.nextRow())
    while ((await service.ask('memory')).polls < devices.length);
    const { id, at } = await write(round)
    for (const row of await Promise.all(next)) {
      if (row.id !== id) throw new Error(`${row.id} came instead of ${id}`)
      found.push(row.at - at)
    }
  }
  for (const device of devices) device.end()
  return found.sort((a, b) => a - b)
}

/** The figures of latencies in ascending order, in whole milliseconds. */
export function figuresOf(latencies: readonly number[]) {
  const at = (share: number) => Math.round(latencies[Math.floor(latencies.length * share)] ?? 0)
  return { p50: at(0.5), p95: at(0.95), most: Math.round(latencies.at(-1) ?? 0) }
}

/** Reports a 95th percentile over its budget; the bench fails only at twice that, because the machine may be busy. */
export function judgeP95(p95: number, budgetMs: number): void {
  if (p95 > budgetMs) console.log(`p95: ${p95} ms is over the ${budgetMs} ms that it should take`)
  if (p95 > 2 * budgetMs) process.exitCode = 1
}

/** Asks as PouchDB's pull does, but keeps nothing. */
function feedDevice(url: string, cookie: string) {
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
