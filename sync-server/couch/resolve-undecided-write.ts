import { isDeepStrictEqual } from 'node:util'
import { pauseWithJitter } from './back-off.ts'
import { isRefusal, Undecided } from './failures.ts'
import { generationOf, isWithdrawn, type Leaf, outranks, type RevisionLeaves } from './revision-leaves.ts'

/** Names one write, so that it is known again by whoever lost the answer; no reader of a store sees it. */
export const WRITE_ID_FIELD = 'writeId'

export interface Draft {
  _id: string
  _rev?: string | undefined
  _deleted?: boolean
  [WRITE_ID_FIELD]?: string
}

/** What a quorum holds: this write, or another writer's. There is no third answer; `Undecided` is thrown. */
export type Decision = { rev: string } | 'conflict'

/** What CouchDB said to one request; without a quorum it says nothing about what will stand. */
export type Attempt = { decided: true; rev: string } | ({ decided: false } & Reported) | 'conflict'

interface Reported {
  /** Absent when the answer was lost. */
  rev?: string | undefined
  /** True: a quorum took it over its parent, so that nobody else's over the same parent can be decided. */
  isTaken?: boolean
  cause?: unknown
}

const WAIT_MS = 25
const WAIT_AT_MOST_MS = 500
/** So long the leaf that CouchDB prefers waits for the other to be withdrawn; then it gives way too. */
const GIVE_WAY_MS = 2_500
/** By then whoever should have withdrawn a rival is dead. */
const OUST_MS = 7_000
const TRIED_MS = { taken: 11_000, undecided: 6_000, withdrawing: 15_000 }
const ANCESTORS_AT_MOST = 50

interface Needs {
  /** Of the database. */
  name: string
  leaves: RevisionLeaves
  attempt(doc: Draft): Promise<Attempt>
  /** The same to be written under a new stamp. */
  stamped(doc: Draft): Draft
}

/**
 * Finds out what became of a write that no quorum acknowledged. The document's leaves are read; our own is known by its
 * stamp, or by its content where there are none.
 *
 * - It stands alone: it is handed to all copies until a 201 says that a quorum has it, and looked at once more.
 * - Another stands beside it, whose writer was told 201 or 202: the one that CouchDB would not choose is withdrawn by its
 *   writer at once; the other one if that does not help, because the first may have been told 201.
 * - A quorum took it over its parent, and another stands beside it all the same: the other's writer withdraws that, or is
 *   dead, and then it is withdrawn here.
 * - Somebody built on it: what he wrote stands in its place.
 * - It is nowhere, and nothing newer than its parent is: it is written again, which the parent's revision makes safe.
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
  /** False: under its present stamp it was never sent. */
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
    // Withdrawn, by us or with what somebody built on it.
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
    // The answer was lost: what stands may have been built on our write.
    const between = newer.flatMap(({ history }) => ancestorsSince(history, doc._rev))
    const bodies = await leaves.bodies(doc._id, between)
    ownRev = between[bodies.findIndex((body) => body?.[WRITE_ID_FIELD] === doc[WRITE_ID_FIELD])]
    return ownRev === undefined && !bodies.includes(undefined) ? 'conflict' : 'again'
  }

  /** Also where it is not seen: it must not come to stand when the copy that has it comes back. */
  async function withdraw(history: string[]): Promise<'again'> {
    toWithdraw = history
    // Whether that was the end of it shows at the next look: somebody may have built on it in between.
    if (await leaves.withdraw(doc._id, history)) toWithdraw = undefined
    return 'again'
  }

  /** The others may have given way as well; if nothing stands then, it is written again, and no longer over its parent. */
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

/** Of what a database keeps of them, revisions and the like aside. */
export const isSameContent = (one: object, other: object): boolean =>
  isDeepStrictEqual(contentOf(one), contentOf(other))

function contentOf(doc: object): object {
  const { _id, _rev, _deleted, ...content } = JSON.parse(JSON.stringify(doc))
  return content
}

/** Somebody else's: written over the same parent, created, or deleted. */
const isNewer = (leaf: Leaf, { _rev: parent }: Draft, firstParent: string | undefined): boolean =>
  leaf.isDeleted
    ? firstParent !== undefined && leaf.rev !== firstParent && leaf.history.includes(firstParent) && !isWithdrawn(leaf)
    : generationOf(leaf.rev) > generationOf(parent)

function ancestorsSince(history: string[], parent: string | undefined): string[] {
  const end = parent === undefined ? -1 : history.indexOf(parent)
  return history.slice(1, end === -1 ? ANCESTORS_AT_MOST : end)
}
