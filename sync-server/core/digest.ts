import { KEPT_FOR } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { CoreDocument, CoreKind, Step } from './core-document.ts'
import { openCoreStore } from './core-store.ts'
import type { Kept } from './sweep.ts'

/** What happened in ten minutes, about which each reader gets one mail: a document of `jobs`. */
interface Digest extends CoreDocument {
  type: 'digest'
  state: 'collecting' | 'sent'
  /** The ids of the documents that it is about. */
  subjects: readonly string[]
  /** When it is sent. */
  dueAt?: string
}

export interface Digests {
  /** Adds what happened to this document at `at`; safe to repeat. */
  add(subject: string, at: string): Promise<void>
  /** Returns the windows whose digests, since then, are about this document. */
  about(subject: string, since: string): Promise<string[]>
  /** Removes digests that were sent long ago: nothing that is told later is added to them. */
  sweep(): Promise<void>
  kept: Kept<Digest>
}

const WINDOW_MS = 600_000
const KEPT_WINDOWS = (KEPT_FOR.digestDays * 86_400_000) / WINDOW_MS
const REMOVED_AT_ONCE = 200

interface Needs {
  couch: Couch
  now: () => Date
  /** Names the digests: `digest:<name>-<window>`. */
  name: string
  /** Posts the mails about these documents in `step`. The window names the mails, so that none is posted twice. */
  send(digest: { window: string; subjects: readonly string[] }, step: Step): Promise<void>
}

/** Digests of one kind. */
export function openDigests({ couch, now, name, send }: Needs): Digests {
  const jobs = couch.db('jobs')
  const idPrefix = `digest:${name}-`

  const kind: CoreKind<Digest> = {
    database: 'jobs',
    idPrefix,
    deadlineOf: ({ dueAt }) => dueAt,
    // It has no copies: its mails are posted when it is due.
    tell: () => [],
    async due({ _id, subjects }, { step }) {
      await send({ window: _id.slice(idPrefix.length), subjects }, step)
      return { what: 'sent', content: { type: 'digest', state: 'sent', subjects } }
    },
    // Once there were only applications.
    upgraded(doc) {
      const { applications, ...digest } = doc as Digest & { applications?: readonly string[] }
      return applications ? { ...digest, subjects: applications } : doc
    },
  }
  const store = openCoreStore(couch, kind)

  /** Returns false if the digest of these ten minutes was sent without this document. */
  async function addTo(window: number, subject: string): Promise<boolean> {
    const decided = await store.decide<'named' | 'sent'>(idOf(window), { at: now().toISOString() }, (digest) => {
      if (digest?.subjects.includes(subject)) return { refused: 'named' }
      if (digest?.state === 'sent') return { refused: 'sent' }
      const dueAt = new Date((window + 1) * WINDOW_MS).toISOString()
      const subjects = [...(digest?.subjects ?? []), subject]
      return { what: 'added', content: { type: 'digest', state: 'collecting', subjects, dueAt } }
    })
    return !('refused' in decided && decided.refused === 'sent')
  }

  // The numbers of all windows until 2160 have seven digits, so the ids are in the order of time.
  const idOf = (window: number) => `${idPrefix}${window}`
  const windowOf = (ms: number) => Math.floor(ms / WINDOW_MS)

  return {
    kept: { kind, store },

    async add(subject, at) {
      // Telling may be late.
      if (await addTo(windowOf(Date.parse(at)), subject)) return
      await addTo(windowOf(now().getTime()), subject)
    },

    async about(subject, since) {
      const found = await jobs.range<Digest>(idOf(windowOf(Date.parse(since))), `${idPrefix}\uffff`)
      return found.filter(({ subjects }) => subjects.includes(subject)).map(({ _id }) => _id.slice(idPrefix.length))
    },

    async sweep() {
      const last = idOf(windowOf(now().getTime()) - KEPT_WINDOWS)
      for (let from = idPrefix; ; ) {
        const old = await jobs.range<Digest>(from, last, REMOVED_AT_ONCE)
        for (const digest of old)
          if (digest.state === 'sent' && digest.told === digest.version) await jobs.remove(digest)
        const newest = old.at(-1)
        if (!newest || old.length < REMOVED_AT_ONCE) return
        from = `${newest._id}\u0000`
      }
    },
  }
}
