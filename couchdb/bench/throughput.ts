import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closePouch, openPouch } from '../embedded/store/pouch.ts'
import { type BenchClient, perSecond, sampleDocument } from './client.ts'

const BULK = 500
const BULKS = 20
const PUTS = 1000
const AT_ONCE = 16

export interface Throughput {
  /** Documents per second with 500 documents per request, one request after another. */
  bulkDocs: number
  /** Documents per second with one PUT per document. */
  putsInTurn: number
  putsAtOnce: number
}

/** Measures writes over HTTP into a new database. */
export async function measureThroughput({ call }: BenchClient, name: string): Promise<Throughput> {
  await call('PUT', `/${name}?q=1`)
  const put = (prefix: string) => (n: number) =>
    call('PUT', `/${name}/${prefix}-${n}`, sampleDocument(`${prefix}-${n}`))
  try {
    await perSecond(100, 1, put('warm'))
    return {
      bulkDocs: BULK * (await perSecond(BULKS, 1, (n) => call('POST', `/${name}/_bulk_docs`, { docs: bulk(n) }))),
      putsInTurn: await perSecond(PUTS, 1, put('turn')),
      putsAtOnce: await perSecond(PUTS, AT_ONCE, put('once')),
    }
  } finally {
    await call('DELETE', `/${name}`)
  }
}

/** Measures the store below the embedded server, called within this process, for comparison. */
export async function measureStore(): Promise<Throughput> {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-bench-store-'))
  const pouch = await openPouch(join(folder, 'data'), 1000)
  const put = (prefix: string) => (n: number) => pouch.put(sampleDocument(`${prefix}-${n}`))
  await perSecond(100, 1, put('warm'))
  const result = {
    bulkDocs: BULK * (await perSecond(BULKS, 1, (n) => pouch.bulkDocs(bulk(n), { new_edits: true }))),
    putsInTurn: await perSecond(PUTS, 1, put('turn')),
    putsAtOnce: await perSecond(PUTS, AT_ONCE, put('once')),
  }
  await closePouch(pouch)
  await rm(folder, { recursive: true })
  return result
}

const bulk = (n: number) => Array.from({ length: BULK }, (_, part) => sampleDocument(`bulk-${n}-${part}`))
