import { isDeepStrictEqual } from 'node:util'
import { isFeed, isMailbox } from '../../design-docs/databases.ts'
import { pathOf, readChanges } from './changes.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { type Comparison, compare } from './compare.ts'
import { copyRevisions } from './copy-revisions.ts'
import { isManagedDesign } from './managed-designs.ts'
import type { MigrationPair } from './migration-pair.ts'
import type { Progress } from './progress.ts'

const PAGE = 500
const START = '0'
/** A cluster may not return at once what it has just stored, so the comparison is repeated. */
const ATTEMPTS = 3

/** Copies what the target lacks, then compares. The checkpoint only saves time: if it is wrong, all is copied again. */
export async function moveDatabase(pair: MigrationPair, progress: Progress): Promise<Comparison> {
  const checkpoint = await openCheckpoint(pair)
  const reached = await checkpoint.read()
  await prepareTarget(pair)
  if (reached === undefined) await checkpoint.save(START)
  await moveChanges(pair, checkpoint, reached ?? START, progress)
  for (let attempt = 1; ; attempt += 1) {
    const comparison = await compare(pair)
    if (comparison.differences.length === 0 || attempt === ATTEMPTS) return comparison
    await moveChanges(pair, checkpoint, START, progress)
  }
}

/** Copies what was changed at the source since the checkpoint; returns whether there was anything. */
export async function catchUp(pair: MigrationPair, progress: Progress): Promise<boolean> {
  const checkpoint = await openCheckpoint(pair)
  const reached = await checkpoint.read()
  return reached === undefined || (await moveChanges(pair, checkpoint, reached, progress)) > 0
}

/** Whether the target holds documents from elsewhere: adding to them would mix two databases. */
export async function holdsOthers(pair: MigrationPair): Promise<boolean> {
  const checkpoint = await openCheckpoint(pair)
  if ((await checkpoint.read()) !== undefined) return false
  for await (const { changes } of readChanges(pair.target, pair.database, START, PAGE))
    if (changes.some(({ id }) => !isManagedDesign(pair.database, id))) return true
  return false
}

async function prepareTarget({ source, target, database }: MigrationPair): Promise<void> {
  const path = pathOf(database)
  // Mailboxes and feeds are small, so they get one shard, as when the service creates them.
  const isSmall = isMailbox(database) || isFeed(database)
  const { status } = await target.try('PUT', isSmall ? `${path}?q=1` : path)
  // 412: the database exists already; 202: the cluster accepted the request and will carry it out later.
  if (![201, 202, 412].includes(status))
    throw new Error(`${target.origin} answered ${status} when asked to create ${database}.`)
  for (const resource of ['_revs_limit', '_security']) {
    const [wanted, present] = await Promise.all(
      [source, target].map((couch) => couch.try('GET', `${path}/${resource}`).then(({ body }) => body)),
    )
    if (!isDeepStrictEqual(wanted, present)) await target.put(`${path}/${resource}`, wanted)
  }
}

async function moveChanges(
  pair: MigrationPair,
  checkpoint: Checkpoint,
  since: string,
  progress: Progress,
): Promise<number> {
  let moved = 0
  for await (const { changes, lastSeq } of readChanges(pair.source, pair.database, since, PAGE)) {
    const ours = changes.filter(({ id }) => !isManagedDesign(pair.database, id))
    const revisions = await copyRevisions(pair, new Map(ours.map(({ id, revs }) => [id, revs])))
    if (changes.length > 0) await checkpoint.save(lastSeq)
    moved += revisions
    progress.moved(revisions)
  }
  return moved
}
