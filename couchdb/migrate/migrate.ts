import { checkServer } from '../bootstrap.ts'
import { type CouchClient, connect } from '../couch-client.ts'
import { catchUp, holdsOthers, moveDatabase } from './move-database.ts'
import { openSource } from './open-source.ts'
import type { Outcome } from './outcome.ts'
import { someOf } from './some-of.ts'

export interface MigrateOptions {
  /** A URL with an admin's credentials, or a data folder of the embedded server. */
  from: string
  /** With an admin's credentials. */
  to: string
  log?: (line: string) => void
}

const AT_ONCE = 4
const ROUNDS = 5
const TELL_EVERY_MS = 2_000

/** Moves every database but the server's own, and compares each; throws when it cannot begin or go on. */
export async function migrate({ from, to, log = () => undefined }: MigrateOptions): Promise<Outcome[]> {
  const target = connect(to, '--to')
  const { couch: source, close } = await openSource(from)
  try {
    const [{ uuid }, other] = [await checkServer(source), await checkServer(target)]
    if (uuid === other.uuid) throw new Error('--from and --to are the same server.')
    const names = await databasesOf(source)
    const there = new Set(await databasesOf(target))
    await refuseOthers(
      source,
      target,
      names.filter((name) => there.has(name)),
    )
    log(`${names.length} databases from ${source.origin} to ${target.origin}; _users, _replicator and the like stay.`)
    const outcomes = await moveUntilQuiet(source, target, log)
    const more = [...there].filter((name) => !outcomes.has(name))
    if (more.length > 0) log(`Only at ${target.origin}, and left alone: ${someOf(more)}.`)
    return [...outcomes.values()]
  } finally {
    await close()
  }
}

/** A source that is written to meanwhile is looked at again, until nothing comes any more. */
async function moveUntilQuiet(source: CouchClient, target: CouchClient, log: (line: string) => void) {
  const outcomes = new Map<string, Outcome>()
  const tell = progressTeller(log)
  let names = await databasesOf(source)
  for (let round = 1; round <= ROUNDS; round += 1) {
    await eachOf(names, async (database) => {
      const comparison = await moveDatabase({ source, target, database }, tell)
      outcomes.set(database, { database, ...comparison })
    })
    const all = await databasesOf(source)
    const changed: string[] = []
    await eachOf(all, async (database) => {
      const isNew = !outcomes.has(database)
      if (isNew || (await catchUp({ source, target, database }, tell))) changed.push(database)
    })
    if (changed.length === 0) return outcomes
    log(`Changed at ${source.origin} meanwhile, so once more: ${someOf(changed)}.`)
    names = changed
  }
  throw new Error(`${source.origin} is still written to (${someOf(names)}): stop its service, then run this again.`)
}

async function refuseOthers(source: CouchClient, target: CouchClient, names: string[]): Promise<void> {
  const foreign: string[] = []
  await eachOf(names, async (database) => {
    if (await holdsOthers({ source, target, database })) foreign.push(database)
  })
  if (foreign.length > 0)
    throw new Error(
      `${target.origin} already holds documents of its own in ${someOf(foreign.sort())}: migrate to an empty server.`,
    )
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

function progressTeller(log: (line: string) => void): (revisions: number) => void {
  let revisions = 0
  let toldAt = Date.now()
  return (more) => {
    revisions += more
    if (Date.now() - toldAt < TELL_EVERY_MS) return
    toldAt = Date.now()
    log(`${revisions} revisions moved so far …`)
  }
}
