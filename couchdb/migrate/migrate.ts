import { checkServer } from '../bootstrap.ts'
import { type CouchClient, connect } from '../client/couch-client.ts'
import { firstFew } from './compare.ts'
import { connectSource, type Source } from './connect-source.ts'
import { catchUp, holdsOthers, moveDatabase } from './move-database.ts'
import { type Progress, tellProgress } from './progress.ts'
import type { DatabaseReport } from './report.ts'

export interface MigrateOptions {
  /** A URL with an admin's credentials, or a data folder of the embedded server. */
  from: string
  /** A URL with an admin's credentials. */
  to: string
  log?: (line: string) => void
}

const AT_ONCE = 4
const ROUNDS = 5

/** Moves all databases except the server's own and compares each one; throws if it cannot begin or continue. */
export async function migrate({ from, to, log = () => undefined }: MigrateOptions): Promise<DatabaseReport[]> {
  const target = connect(to, '--to')
  const source = await connectSource(from)
  try {
    const ids = [await checkServer(source.couch), await checkServer(target)].map(({ uuid }) => uuid)
    if (ids[0] === ids[1]) throw new Error('--from and --to are the same server.')
    const names = await databasesOf(source.couch)
    const there = await databasesOf(target)
    await refuseOthers(
      source.couch,
      target,
      there.filter((name) => names.includes(name)),
    )
    log(`${names.length} databases go to ${target.origin}; the server's own, such as _users, stay.`)
    const reports = await moveUntilQuiet(source, target, log)
    const more = there.filter((name) => !reports.has(name))
    if (more.length > 0) log(`Only at ${target.origin}, and left alone: ${firstFew(more)}.`)
    return [...reports.values()]
  } finally {
    await source.close()
  }
}

/** Repeats the rounds until the source has no more changes: it may be written to meanwhile. */
async function moveUntilQuiet({ couch: source, isLocked }: Source, target: CouchClient, log: (line: string) => void) {
  const reports = new Map<string, DatabaseReport>()
  const progress = tellProgress(log)
  let names = await databasesOf(source)
  for (let round = 1; round <= ROUNDS; round += 1) {
    progress.begin(names.length)
    await eachOf(names, async (database) => {
      const comparison = await moveDatabase({ source, target, database }, progress)
      reports.set(database, { database, ...comparison })
      progress.compared()
    })
    if (isLocked) return reports
    names = await changedSince(source, target, reports, progress)
    if (names.length === 0) return reports
    log(`Changed at ${source.origin} meanwhile, so once more: ${firstFew(names)}.`)
  }
  throw new Error(`${source.origin} is still written to (${firstFew(names)}): stop its service, then run this again.`)
}

async function changedSince(
  source: CouchClient,
  target: CouchClient,
  reports: Map<string, DatabaseReport>,
  progress: Progress,
): Promise<string[]> {
  const changed: string[] = []
  await eachOf(await databasesOf(source), async (database) => {
    const isNew = !reports.has(database)
    if (isNew || (await catchUp({ source, target, database }, progress))) changed.push(database)
  })
  return changed.sort()
}

async function refuseOthers(source: CouchClient, target: CouchClient, names: string[]): Promise<void> {
  const others: string[] = []
  await eachOf(names, async (database) => {
    if (await holdsOthers({ source, target, database })) others.push(database)
  })
  if (others.length === 0) return
  throw new Error(`${target.origin} already holds documents of its own in ${firstFew(others.sort())}: empty it first.`)
}

async function databasesOf(couch: CouchClient): Promise<string[]> {
  const { body } = await couch.try('GET', '/_all_dbs')
  if (!Array.isArray(body)) throw new Error(`${couch.origin} does not list its databases.`)
  return body.map(String).filter((name) => !name.startsWith('_'))
}

async function eachOf(names: string[], work: (name: string) => Promise<void>): Promise<void> {
  const queue = names.values()
  const worker = async () => {
    for (const name of queue) await work(name)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
