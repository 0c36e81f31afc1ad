import * as v from 'valibot'
import { type Draft, readDraft, writeDraft } from './local/draft-storage.ts'
import { accountOf } from './local/session-state.ts'
import { currentDataLayer } from './runtime/current-data-layer.ts'

export type { Draft } from './local/draft-storage.ts'

/** The drafts that this page has read or saved, and the account that was signed in then. */
const ofPage = new Map<Draft, { owner: string | undefined; value: object }>()
const ownerNow = () => accountOf(currentDataLayer().sessionState.get())?.id

/**
 * Half-filled forms, kept in this browser only; they are cleared on submission and at sign-out. The same storage holds
 * what the desk keeps for reading without a network; `admin/` reads and writes that itself.
 */
export const drafts = {
  /** Returns whatever this browser has stored: check it before use. */
  get(name: Draft): unknown {
    const value = readDraft(currentDataLayer().environment.values, name)
    if (typeof value === 'object' && value !== null) ofPage.set(name, { owner: ownerNow(), value })
    return value
  },
  save(name: Draft, value: object): void {
    ofPage.set(name, { owner: ownerNow(), value })
    writeDraft(currentDataLayer().environment.values, name, value)
  },
  clear(name: Draft): void {
    ofPage.delete(name)
    writeDraft(currentDataLayer().environment.values, name, undefined)
  },
}

/**
 * The drafts of a person who signed out in another page while this page had a form open. They are only in this page's
 * memory, and come back when the same person signs in; they are gone as soon as anybody else does.
 */
export const draftsOfSignedOut = {
  keep(owner: string): void {
    const kept = [...ofPage].filter(([, draft]) => draft.owner === owner)
    ofPage.clear()
    const { sessionState } = currentDataLayer()
    const settle = () => {
      const now = ownerNow()
      if (now === undefined) return
      stop()
      if (now === owner) for (const [name, { value }] of kept) drafts.save(name, value)
    }
    const stop = sessionState.subscribe(settle)
    settle()
  },
}

const Texts = v.record(v.string(), v.string())

/** The texts that a person has begun, one for each thing (an id). */
export function textDrafts(name: Draft) {
  const read = () => {
    const result = v.safeParse(Texts, drafts.get(name))
    return result.success ? result.output : {}
  }
  return {
    get: (id: string): string => read()[id] ?? '',
    /** An empty text removes the draft. */
    save(id: string, text: string): void {
      const { [id]: _, ...others } = read()
      drafts.save(name, text ? { ...others, [id]: text } : others)
    },
  }
}

/** The card's message for a flower, until it is in the cart or in an order. */
export const messageDraft = textDrafts('messages')
