/** Sends requests as an admin. An unexpected status is an error; errors are counted by their message. */
export interface BenchClient {
  call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown>
}

export function benchClient(urlWithCredentials: string): BenchClient {
  const { origin, username, password } = new URL(urlWithCredentials)
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  return {
    async call(method, path, body, signal) {
      const response = await fetch(origin + path, {
        method,
        headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      })
      const text = await response.text()
      if (response.status >= 300) throw new Error(`${method} ${response.status} ${text.slice(0, 120)}`)
      return JSON.parse(text)
    },
  }
}

/** A document of about 430 bytes, the size of an order. */
export const sampleDocument = (id: string) => ({
  _id: id,
  type: 'order',
  text: 'मोगरा jasmine '.repeat(14),
  sentAt: performance.now(),
})

/** The value below which the given share of the numbers lies. */
export function percentile(numbers: number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Calls `work` for 0…count-1, `atOnce` calls at a time; returns the calls per second. */
export async function perSecond(count: number, atOnce: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return (count / (performance.now() - startedAt)) * 1000
}
