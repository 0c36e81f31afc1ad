import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { admin, spawnServer } from '../embedded/testing.ts'
import { benchClient } from './client.ts'
import { type Load, measureLoad } from './load.ts'
import { measureStore, measureThroughput, type Throughput } from './throughput.ts'

/**
 * Measures the embedded server in its own process. The same run measures the store below it for comparison, and also a
 * CouchDB if COUCHDB_URL is set. `node couchdb/bench/bench.ts --seconds 120 --out test-results/bench-couch.json`
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    out: { type: 'string', default: 'test-results/bench-couch.json' },
  },
})
const seconds = Number(values.seconds)
const run = `bench-${randomBytes(4).toString('hex')}`

const folder = await mkdtemp(join(tmpdir(), 'mogra-bench-couch-'))
const embedded = await spawnServer(folder)
try {
  const client = benchClient(embedded.url.replace('//', `//${admin.name}:${admin.password}@`))
  const store = await measureStore()
  const throughput: Record<string, Throughput> = { store, embedded: await measureThroughput(client, run) }
  const load: Record<string, Load> = {
    embedded: await measureLoad({ client, prefix: run, seconds, memory: residentBytes(embedded.process.pid) }),
  }
  if (process.env.COUCHDB_URL) {
    const couch = benchClient(process.env.COUCHDB_URL)
    throughput.couchdb = await measureThroughput(couch, run)
    load.couchdb = await measureLoad({ client: couch, prefix: run, seconds })
  }

  console.table(Object.fromEntries(Object.entries(throughput).map(([name, figures]) => [name, rounded(figures)])))
  const ratios = Object.entries(throughput).filter(([name]) => name !== 'embedded')
  console.table(
    Object.fromEntries(ratios.map(([name, peer]) => [`embedded ÷ ${name}`, ratio(throughput.embedded, peer)])),
  )
  for (const [name, { memory, errors, ...figures }] of Object.entries(load))
    console.table({ [name]: { ...figures, ...memory, errors: Object.values(errors).reduce((sum, n) => sum + n, 0) } })
  await mkdir(dirname(values.out), { recursive: true })
  await writeFile(values.out, `${JSON.stringify({ node: process.version, throughput, load }, null, 2)}\n`)
  console.log(`Written to ${values.out}`)

  for (const [name, { errors }] of Object.entries(load)) {
    if (Object.keys(errors).length === 0) continue
    console.error(`${name} answered with errors under load:`, errors)
    process.exitCode = 1
  }
} finally {
  await embedded.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}

function residentBytes(pid: number | undefined): (() => number) | undefined {
  if (process.platform !== 'linux') return undefined
  return () => 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function rounded(figures: Throughput): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value)]))
}

function ratio(one: Throughput | undefined, peer: Throughput): Record<string, string> {
  return Object.fromEntries(
    Object.entries(peer).map(([name, value]) => [name, ((one?.[name as keyof Throughput] ?? 0) / value).toFixed(2)]),
  )
}
