import { type BenchClient, percentile, sampleDocument } from './client.ts'

const MAILBOXES = 500
const POLLS = 200
const WRITERS = 50

export interface Load {
  seconds: number
  puts: number
  putsPerSecond: number
  putP95Ms: number
  delivered: number
  /** From sending the write to receiving it in the response of a long poll. */
  deliveryP50Ms: number
  deliveryP95Ms: number
  /** How often each error message occurred. */
  errors: Record<string, number>
  memory: { beforeMB: number; mailboxesMB: number; highestMB: number; atHalfMB: number; endMB: number } | undefined
  kilobytesAMailbox: number | undefined
}

interface LoadOptions {
  client: BenchClient
  prefix: string
  seconds: number
  /** Returns the server's resident memory in bytes; absent if it cannot be read. */
  memory?: (() => number) | undefined
}

/** Measures 500 open mailboxes: a long poll listens to 200 of them, and 50 writers write without a pause. */
export async function measureLoad(options: LoadOptions): Promise<Load> {
  const { client, prefix } = options
  const names = Array.from({ length: MAILBOXES }, (_, n) => `${prefix}-${n}`)
  try {
    return await measureOn(names, options)
  } finally {
    // Deletes them also after a failure halfway: the measured CouchDB may belong to somebody else.
    for (const name of names) await client.call('DELETE', `/${name}`).catch(() => undefined)
  }
}

async function measureOn(names: string[], { client: { call }, seconds, memory }: LoadOptions): Promise<Load> {
  const errors: Record<string, number> = {}
  const failed = (error: unknown) => {
    const said = String(error)
    errors[said] = (errors[said] ?? 0) + 1
  }
  const before = memory?.() ?? 0
  for (const name of names) {
    await call('PUT', `/${name}?q=1`)
    await call('PUT', `/${name}/first`, sampleDocument('first'))
  }
  const mailboxes = memory?.() ?? 0

  const ending = new AbortController()
  const deliveries: number[] = []
  const polls = names.slice(0, POLLS).map(async (name) => {
    let since = 'now'
    while (!ending.signal.aborted) {
      const path = `/${name}/_changes?feed=longpoll&heartbeat=10000&include_docs=true&since=${encodeURIComponent(since)}`
      try {
        const { results, last_seq } = (await call('GET', path, undefined, ending.signal)) as ChangesAnswer
        since = String(last_seq)
        for (const { doc } of results) deliveries.push(performance.now() - doc.sentAt)
      } catch (error) {
        if (!ending.signal.aborted) failed(error)
        return
      }
    }
  })

  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  const took: number[] = []
  const readings: number[] = []
  const watch = setInterval(() => memory && readings.push(memory()), 1000)
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; elapsed() < seconds; n++) {
      // The writes go to all mailboxes in equal parts, in an order that makes caching useless.
      const name = names[(writer * 97 + n * 31) % MAILBOXES]
      const doc = sampleDocument(`doc-${writer}-${n}`)
      await call('PUT', `/${name}/${doc._id}`, doc).then(() => took.push(performance.now() - doc.sentAt), failed)
    }
  })
  await Promise.all(writers)
  const wrote = elapsed()
  clearInterval(watch)
  ending.abort()
  await Promise.all(polls)
  const end = memory?.() ?? 0

  const megabytes = (bytes = 0) => Math.round(bytes / 1024 ** 2)
  return {
    seconds: Math.round(wrote),
    puts: took.length,
    putsPerSecond: Math.round(took.length / wrote),
    putP95Ms: Math.round(percentile(took, 0.95)),
    delivered: deliveries.length,
    deliveryP50Ms: Math.round(percentile(deliveries, 0.5)),
    deliveryP95Ms: Math.round(percentile(deliveries, 0.95)),
    errors,
    memory: memory && {
      beforeMB: megabytes(before),
      mailboxesMB: megabytes(mailboxes),
      highestMB: megabytes(Math.max(...readings)),
      atHalfMB: megabytes(readings[Math.floor(readings.length / 2)]),
      endMB: megabytes(end),
    },
    kilobytesAMailbox: memory && Math.round((mailboxes - before) / 1024 / MAILBOXES),
  }
}

interface ChangesAnswer {
  results: { doc: { sentAt: number } }[]
  last_seq: unknown
}
