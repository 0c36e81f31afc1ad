import { isDeepStrictEqual } from 'node:util'
import type { CouchClient } from '../client/couch-client.ts'
import { pathOf, readChanges } from './changes.ts'
import { isManagedDesign } from './managed-designs.ts'
import type { MigrationPair } from './migration-pair.ts'

export interface Comparison {
  /** How many documents the source has. */
  documents: number
  deleted: number
  /** One phrase for each difference; empty if both hold the same. */
  differences: string[]
}

type Leaves = Map<string, { revs: string; isDeleted: boolean }>

const PAGE = 2000
const NAMED = 5

/** Compares counts, the leaf revisions of every document, `_security` and `_revs_limit`. */
export async function compare({ source, target, database }: MigrationPair): Promise<Comparison> {
  const from = await leavesOf(source, database)
  const to = await leavesOf(target, database)
  const [here, there] = [countOf(from), countOf(to)]
  const ids = [...from.keys()]
  const differences = [
    ...phrase(
      `missing at ${target.origin}`,
      ids.filter((id) => !to.has(id)),
    ),
    ...phrase(
      'with other revisions',
      ids.filter((id) => to.has(id) && to.get(id)?.revs !== from.get(id)?.revs),
    ),
    ...phrase(
      `unknown at ${source.origin}`,
      [...to.keys()].filter((id) => !from.has(id)),
    ),
  ]
  if (!isDeepStrictEqual(here, there))
    differences.push(
      `${here.documents} documents and ${here.deleted} deleted became ${there.documents} and ${there.deleted}`,
    )
  for (const resource of ['_security', '_revs_limit']) {
    const answers = await Promise.all(
      [source, target].map((couch) => couch.try('GET', `${pathOf(database)}/${resource}`)),
    )
    if (!isDeepStrictEqual(answers[0], answers[1])) differences.push(`${resource} differs`)
  }
  return { ...here, differences }
}

async function leavesOf(couch: CouchClient, database: string): Promise<Leaves> {
  const leaves: Leaves = new Map()
  for await (const { changes } of readChanges(couch, database, '0', PAGE))
    for (const { id, revs, isDeleted } of changes)
      if (!isManagedDesign(database, id)) leaves.set(id, { revs: revs.toSorted().join(' '), isDeleted })
  return leaves
}

function countOf(leaves: Leaves): { documents: number; deleted: number } {
  const deleted = [...leaves.values()].filter(({ isDeleted }) => isDeleted).length
  return { documents: leaves.size - deleted, deleted }
}

const phrase = (what: string, ids: string[]): string[] =>
  ids.length === 0 ? [] : [`${ids.length} ${what}: ${firstFew(ids)}`]

/** The first few, for a sentence. */
export const firstFew = (names: string[]): string =>
  names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '')
