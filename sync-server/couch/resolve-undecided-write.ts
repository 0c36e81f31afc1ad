import { isDeepStrictEqual } from 'node:util'
import { pauseWithJitter } from './back-off.ts'
import { isRefusal, Undecided } from './failures.ts'
import { generationOf, isWithdrawn, type Leaf, outranks, type RevisionLeaves } from './revision-leaves.ts'

/**
 * The member that identifies one write, so that a writer whose answer was lost recognises it. Readers of a store do not
 * see it.
 */
export const WRITE_ID_FIELD = 'writeId'

export interface Draft {
  _id: string
  _rev?: string | undefined
  _deleted?: boolean
  [WRITE_ID_FIELD]?: string
}

/** The result that a quorum holds: this write, or another writer's. Everything else is thrown as `Undecided`. */
export type Decision = { rev: string } | 'conflict'

/** CouchDB's answer to one request; without a quorum it does not say what will be stored. */
export type Attempt = { decided: true; rev: string } | ({ decided: false } & Reported) | 'conflict'

interface Reported {
  /** Absent if the answer was lost. */
  rev?: string | undefined
  /** True if a quorum stored it over its parent, so that no other write over the same parent can be decided. */
  isTaken?: boolean
  cause?: unknown
}

const WAIT_MS = 25
const WAIT_AT_MOST_MS = 500
/** How long the leaf that CouchDB prefers waits until the other is withdrawn; then it gives way too. */
const GIVE_WAY_MS = 2_500
/** After this time, the writer that should have withdrawn a rival leaf must be dead. */
const OUST_MS = 7_000
const TRIED_MS = { taken: 11_000, undecided: 6_000, withdrawing: 15_000 }
const ANCESTORS_AT_MOST = 50

interface Needs {
  /** The database's name. */
  name: string
  leaves: RevisionLeaves
  attempt(doc: Draft): Promise<Attempt>
  /** Returns the same draft under a new write id. */
  stamped(doc: Draft): Draft
}

/**
 * Finds out what became of a write that no quorum acknowledged. It reads the document's leaves; its own leaf has its
 * write id, or its content in databases without write ids.
 *
 * - If it is the only leaf, it is copied to all nodes until a 201 shows that a quorum has it, and checked once more.
 * - If there is another leaf whose writer was told 201 or 202, the leaf that CouchDB would not choose is withdrawn by
 *   its writer immediately. If that does not help, the other one is withdrawn too, because the first writer may have
 *   been told 201.
 * - If a quorum stored it over its parent and there is another leaf all the same, that leaf's writer withdraws it, or
 *   is dead, and then it is withdrawn here.
 * - If another writer has extended it, it counts as written.
 * - If it is nowhere, and nothing newer than its parent exists, it is written again; the parent's revision makes that
 *   safe.
 */
export async function resolveUndecidedWrite(
  draft: Draft,
  told: Reported,
  { name, leaves, attempt, stamped }: Needs,
): Promise<Decision> {
  let doc = draft
  let ownRev = told.rev
  let isTaken = told.isTaken ?? false
  let isSpread = isTaken
  let cause = told.cause
  let toWithdraw: Leaf['history'] | undefined
  const startedMs = performance.now()
  const elapsedMs = () => performance.now() - startedMs
  /** False until the draft was sent under its present write id. */
  let isSent = true

  async function look(): Promise<Decision | 'again'> {
    if (toWithdraw) return withdraw(toWithdraw)
    const there = await leaves.read(doc._id)
    const own = there.find((leaf) => isSame(leaf, doc))
    const descendants = there.filter(({ history }) => ownRev !== undefined && history.includes(ownRev))
    const ours = own ?? descendants.find((leaf) => !isWithdrawn(leaf))
    const rivals = there.filter((leaf) => leaf !== ours && !leaf.isDeleted && !descendants.includes(leaf))
    if (own) ownRev = own.rev
    if (ours) return rivals.length === 0 ? confirm(ours) : contend(ours, rivals)
    // Our leaf was withdrawn, by us or together with what another writer built on it.
    if (descendants.length > 0) writeAgain()
    const newer = there.filter((leaf) => isNewer(leaf, doc, draft._rev))
    if (newer.length > 0) return giveWay(newer)
    isSent = true
    const answer = await attempt(doc)
    if (answer === 'conflict') return 'again'
    ownRev = answer.rev ?? ownRev
    if (answer.decided) isTaken = isSpread = true
    else cause = answer.cause
    return 'again'
  }

  async function confirm(ours: Leaf): Promise<Decision | 'again'> {
    if (isSpread && ownRev !== undefined) return { rev: ownRev }
    isSpread = await leaves.spread(doc._id, ours)
    return 'again'
  }

  async function contend(ours: Leaf, rivals: Leaf[]): Promise<Decision | 'again'> {
    if (ours.isDeleted) return 'conflict'
    if (isTaken) {
      if (elapsedMs() > OUST_MS) for (const rival of rivals) await leaves.withdraw(doc._id, rival.history)
      return 'again'
    }
    const isPreferred = rivals.every((rival) => outranks(ours.rev, rival.rev))
    return isPreferred && elapsedMs() < GIVE_WAY_MS ? 'again' : withdraw(ours.history)
  }

  async function giveWay(newer: Leaf[]): Promise<Decision | 'again'> {
    if (ownRev !== undefined) return withdraw(doc._rev === undefined ? [ownRev] : [ownRev, doc._rev])
    if (!isSent || doc[WRITE_ID_FIELD] === undefined) return 'conflict'
    // The answer was lost, so the newer revisions may have been built on our write.
    const between = newer.flatMap(({ history }) => ancestorsSince(history, doc._rev))
    const bodies = await leaves.bodies(doc._id, between)
    ownRev = between[bodies.findIndex((body) => body?.[WRITE_ID_FIELD] === doc[WRITE_ID_FIELD])]
    return ownRev === undefined && !bodies.includes(undefined) ? 'conflict' : 'again'
  }

  /** Withdraws our leaf even if it is not visible: it must not win when the node that has it returns. */
  async function withdraw(history: string[]): Promise<'again'> {
    toWithdraw = history
    // The next check shows whether this was enough: another writer may have extended it in between.
    if (await leaves.withdraw(doc._id, history)) toWithdraw = undefined
    return 'again'
  }

  /** The rivals may have given way as well. If no leaf is left, the draft is written again, without its parent. */
  function writeAgain() {
    const { _rev, ...rest } = doc
    doc = stamped(rest)
    ownRev = undefined
    isTaken = false
    isSpread = false
    isSent = false
  }

  const triedMs = () => TRIED_MS[toWithdraw ? 'withdrawing' : isTaken ? 'taken' : 'undecided']
  for (
    let wait = 0;
    elapsedMs() < triedMs();
    wait = Math.min(wait * 2 || WAIT_MS, toWithdraw ? WAIT_MS : WAIT_AT_MOST_MS)
  ) {
    await pauseWithJitter(wait)
    try {
      const decision = await look()
      if (decision !== 'again') return decision
    } catch (error) {
      if (isRefusal(error)) throw error
      cause = error
    }
  }
  throw new Undecided(`${name}/${doc._id}: no quorum`, { cause })
}

function isSame({ body, isDeleted }: Leaf, doc: Draft): boolean {
  const stamp = doc[WRITE_ID_FIELD]
  if (stamp !== undefined) return body[WRITE_ID_FIELD] === stamp
  return isDeleted === (doc._deleted ?? false) && isSameContent(body, doc)
}

/** Compares what a database stores of both, without revisions and other metadata. */
export const isSameContent = (one: object, other: object): boolean =>
  isDeepStrictEqual(contentOf(one), contentOf(other))

function contentOf(doc: object): object {
  const { _id, _rev, _deleted, ...content } = JSON.parse(JSON.stringify(doc))
  return content
}

/** True for another writer's leaf: written over the same parent, created, or deleted. */
const isNewer = (leaf: Leaf, { _rev: parent }: Draft, firstParent: string | undefined): boolean =>
  leaf.isDeleted
    ? firstParent !== undefined && leaf.rev !== firstParent && leaf.history.includes(firstParent) && !isWithdrawn(leaf)
    : generationOf(leaf.rev) > generationOf(parent)

function ancestorsSince(history: string[], parent: string | undefined): string[] {
  const end = parent === undefined ? -1 : history.indexOf(parent)
  return history.slice(1, end === -1 ? ANCESTORS_AT_MOST : end)
}
