import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { generateAccounts } from '../demo/generated/generate-accounts.ts'
import { writeAccounts } from '../demo/write-accounts.ts'
import { startTestService } from '../testing/test-service.ts'

/**
 * Measures the desk's list of users: how long until it is ready, how long a page takes, and how long the file. Service
 * and database are one process. The processor's time is of this process, whatever else the machine does.
 * `node sync-server/bench/users-list.ts --people 20000`
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '20000' },
    out: { type: 'string', default: 'test-results/bench-users.json' },
  },
})
const people = Number(values.people)
/** In milliseconds; the bench fails only at twice that, because the machine may be busy. */
const BUDGET = { ready: 3_000, pageP95: 100, csv: 5_000 }
const PAGES = 200
const SEARCHES = ['', 'kavya', 'jaipur', 'काव्या', 'शर्मा', '98', '+91 98', 'made-1-1', 'sharma pune', 'nobody']
const SORTS = ['newest', 'oldest', 'name', 'role', 'city']
const ROLES = ['', 'CUSTOMER', 'PARTNER']

const service = await startTestService({ logLevel: 'silent' })
try {
  const written = await timed(() => writeAccounts(service.services, generateAccounts(people, 1)))
  const { cookie } = await service.signIn('admin@mogra.example')
  const get = async (path: string) => {
    const response = await fetch(`${service.url}/api/admin/${path}`, { headers: { cookie } })
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.text()
  }

  const beforeReady = process.cpuUsage()
  const ready = await timed(() => get('users'))
  const readyProcessor = processorMs(beforeReady)
  const pages: number[] = []
  for (let n = 0; n < PAGES; n += 1) {
    const [q = '', sort = '', role = ''] = [SEARCHES, SORTS, ROLES].map((all) => all[n % all.length])
    const query = new URLSearchParams({ q, sort, ...(role && { role }) })
    pages.push(await timed(() => get(`users?${query}`)))
  }
  pages.sort((a, b) => a - b)
  const beforeCsv = process.cpuUsage()
  const csv = await timed(async () => {
    const rows = (await get('users.csv')).trim().split('\r\n').length
    if (rows <= people) throw new Error(`the file has ${rows} rows`)
  })
  const csvProcessor = processorMs(beforeCsv)

  const figures = { ready, pageP50: pages[PAGES / 2] ?? 0, pageP95: pages[Math.floor(PAGES * 0.95)] ?? 0, csv }
  const processor = { readyProcessor, csvProcessor }
  console.table({ [`${people} people (ms)`]: { written, ...figures, ...processor } })
  await mkdir(dirname(values.out), { recursive: true })
  await writeFile(values.out, JSON.stringify({ people, node: process.version, ...figures, ...processor }, null, 2))
  for (const [name, most] of Object.entries(BUDGET)) {
    const figure = figures[name as keyof typeof BUDGET]
    if (figure > most) console.log(`${name}: ${figure} ms is over the ${most} ms that it should take`)
    if (figure > 2 * most) process.exitCode = 1
  }
} finally {
  await service.close()
}

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return Math.round((user + system) / 1000)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return Math.round(performance.now() - from)
}
