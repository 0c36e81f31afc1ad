import * as v from 'valibot'
import { type Draft, readDraft, writeDraft } from './local/draft-storage.ts'
import { currentDataLayer } from './runtime/current-data-layer.ts'

export type { Draft } from './local/draft-storage.ts'

/** Half-filled forms, kept in this browser only; they are cleared on submission and at sign-out. */
export const drafts = {
  /** Returns whatever this browser has stored: check it before use. */
  get: (name: Draft): unknown => readDraft(currentDataLayer().environment.values, name),
  save: (name: Draft, value: object): void => writeDraft(currentDataLayer().environment.values, name, value),
  clear: (name: Draft): void => writeDraft(currentDataLayer().environment.values, name, undefined),
}

const Messages = v.record(v.string(), v.string())

/** The card's message for a flower, until it is in the cart or in an order. */
export const messageDraft = {
  get(flowerId: string): string {
    return readMessages()[flowerId] ?? ''
  },
  /** An empty text removes the draft. */
  save(flowerId: string, text: string): void {
    const { [flowerId]: _, ...others } = readMessages()
    drafts.save('messages', text ? { ...others, [flowerId]: text } : others)
  },
}

function readMessages(): Record<string, string> {
  const result = v.safeParse(Messages, drafts.get('messages'))
  return result.success ? result.output : {}
}
