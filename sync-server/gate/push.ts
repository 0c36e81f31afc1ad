import * as v from 'valibot'
import { Intent, type Role } from '#model'
import { openKeyedMutex } from '../concurrency/keyed-mutex.ts'
import type { Couch } from '../couch/couch.ts'
import type { Decider } from '../decider/decider.ts'
import { unavailable } from '../http/problem.ts'
import { type Maintenance, refuseInMaintenance } from '../http/refuse-in-maintenance.ts'
import type { ChangeNotifier } from '../mailboxes/change-notifier.ts'
import type { PendingMailboxes } from '../mailboxes/pending-mailboxes.ts'
import type { Rotation } from '../mailboxes/rotation.ts'
import type { Quotas } from './quotas.ts'
import { tooManyLeaves } from './revision-limits.ts'
import type { Upstream } from './upstream.ts'
import { type Pushed, validateDocument } from './validate-document.ts'

export interface Push {
  docs: unknown[]
  mailbox: string
  account: { id: string; role: Role }
}

/** In the form that PouchDB expects: it raises `denied` for this document and goes on with the others. */
export interface Denied {
  id: string
  error: 'forbidden'
  reason: string
}

interface Needs {
  couch: Couch
  upstream: Upstream
  notifier: ChangeNotifier
  pendingMailboxes: PendingMailboxes
  decider: Decider
  quotas: Quotas
  rotation: Pick<Rotation, 'want'>
  deskSettings: Maintenance
}

/**
 * Stores the accepted documents and returns the refusals of the others, in order. Once begun it runs to its end, even
 * if the device no longer listens: a stored intent is marked as due and handed to the decider.
 */
export function openPushHandler({
  couch,
  upstream,
  notifier,
  pendingMailboxes,
  decider,
  quotas,
  rotation,
  deskSettings,
}: Needs): (push: Push) => Promise<Denied[]> {
  const withLock = openKeyedMutex()

  return async ({ docs, mailbox, account }) => {
    if (account.role !== 'ADMIN') await refuseInMaintenance(deskSettings)
    quotas.take(mailbox, docs.length)
    const checked = docs.map((doc) => ({
      id: idOf(doc),
      verdict: validateDocument(doc, account.role) as Pushed | string,
    }))
    const hasIntents = checked.some(({ verdict }) => typeof verdict === 'object' && verdict.isIntent)

    const store = async () => {
      await refuseWhatDoesNotFit()
      if (!hasIntents) return forward()
      await refuseSecondIntents()
      if (!accepted().some((each) => each.isIntent)) return forward()
      const end = await pendingMailboxes.mark(mailbox, account.id)
      try {
        await forward()
      } catch (error) {
        // CouchDB may have stored some of the documents, or may do so soon; the device will then not push them again.
        end('untold')
        decider.hand(mailbox, account.id, [])
        throw error
      }
      end()
      const intents = accepted().filter((each) => each.isIntent)
      intents.sort((a, b) => (a.id < b.id ? -1 : 1))
      decider.hand(
        mailbox,
        account.id,
        intents.map(({ doc }) => v.parse(Intent, doc)),
      )
    }

    const accepted = (): Pushed[] => checked.flatMap(({ verdict }) => (typeof verdict === 'object' ? [verdict] : []))

    function refuse(which: (pushed: Pushed) => boolean, reason: string) {
      for (const each of checked) if (typeof each.verdict === 'object' && which(each.verdict)) each.verdict = reason
    }

    async function refuseWhatDoesNotFit() {
      const room = await quotas.room(mailbox, account.id)
      if (quotas.needsNewGeneration(mailbox)) await rotation.want(account.id)
      // All revisions count, not only those that enlarge the mailbox: a forged history could claim anything.
      let living = 0
      refuse(({ isDeleted, isIntent }) => {
        if (isDeleted) return !room.tombstones
        living += 1
        return living > (isIntent ? room.intents : room.own)
      }, 'mailbox_full')
      const own = accepted().filter((each) => !each.isIntent)
      const branching = await tooManyLeaves(own, couch.db(mailbox))
      refuse((pushed) => branching.has(pushed), 'mailbox_full')
    }

    /**
     * The first revision of an intent that the service sees counts. If the retention has removed the intent, an old
     * phone may push it again, and the decider gives it its old receipt.
     */
    async function refuseSecondIntents() {
      const intents = accepted().filter((each) => each.isIntent)
      const there = await couch.db(mailbox).revs(intents.map(({ id }) => id))
      const others = intents.filter(({ id, rev }) => there.has(id) && there.get(id) !== rev)
      for (const id of await couch.db(mailbox).removed(others.map((other) => other.id))) there.delete(id)
      const first = new Map(intents.toReversed().map(({ id, rev }) => [id, rev] as const))
      refuse(({ isIntent, id, rev }) => isIntent && (there.get(id) ?? first.get(id)) !== rev, 'intent_exists')
    }

    async function forward() {
      const going = accepted()
      if (going.length === 0) return
      for (const [id, reason] of await send(going)) refuse((pushed) => pushed.id === id, reason)
      quotas.stored(mailbox, {
        documents: going.length,
        bytes: going.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0),
      })
    }

    /** Returns the documents that CouchDB will never accept. */
    async function send(going: Pushed[]): Promise<[id: string, reason: string][]> {
      const body = `{"new_edits":false,"docs":[${going.map(({ json }) => json).join()}]}`
      const request = { method: 'POST', path: `/${mailbox}/_bulk_docs`, body } as const
      const { status, body: answer } = await upstream.send({ name: account.id, roles: [] }, request)
      if (status === 201) return v.parse(Answers, await answer.json()).flatMap(permanentFailure)
      await answer.dump()
      // A 202 means no quorum and a 404 means no mailbox: in neither case is it certain that anything was stored.
      if (status !== 400 && status !== 413) throw unavailable()
      if (going.length === 1) return going.map(({ id }) => [id, 'not_understood'])
      // One bad document fails the whole request, so each is sent alone to find out which one it is.
      const failures: [string, string][] = []
      for (const one of going) failures.push(...(await send([one])))
      return failures
    }

    try {
      await (hasIntents ? withLock(mailbox, store) : store())
    } catch (error) {
      // The device will push them again.
      quotas.giveBack(mailbox, docs.length)
      throw error
    }
    if (accepted().length > 0) notifier.notify(mailbox)
    return checked.flatMap(({ id, verdict }): Denied[] =>
      typeof verdict === 'object' ? [] : [{ id, error: 'forbidden', reason: verdict }],
    )
  }
}

const Answers = v.array(v.object({ id: v.string(), error: v.optional(v.string()), reason: v.optional(v.string()) }))
const PERMANENT = [
  'forbidden',
  'unauthorized',
  'bad_request',
  'doc_validation',
  'illegal_docid',
  'document_too_large',
  'too_large',
]

function permanentFailure({ id, error }: v.InferOutput<typeof Answers>[number]): [string, string][] {
  if (error === undefined) return []
  if (!PERMANENT.includes(error)) throw unavailable()
  return [[id, error]]
}

const idOf = (doc: unknown): string =>
  typeof doc === 'object' && doc !== null && '_id' in doc && typeof doc._id === 'string' ? doc._id.slice(0, 300) : ''
