import { textDrafts } from '../drafts.ts'
import { readDraft } from '../local/draft-storage.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

/** Live queries that watch this are read again when a draft changes. */
export const DRAFTS_CHANGED = 'message-drafts'

const drafts = textDrafts('conversations')

/** The text that was typed in each conversation (by its key) and not sent yet. */
export const messageDrafts = {
  get: drafts.get,
  save(key: string, text: string): void {
    const before = drafts.get(key)
    if (before === text) return
    drafts.save(key, text)
    currentDataLayer().live.touch([DRAFTS_CHANGED])
  },
  all(): Readonly<Record<string, string>> {
    const stored = readDraft(currentDataLayer().environment.values, 'conversations')
    const texts = Object.entries(Object(stored)).filter((one): one is [string, string] => typeof one[1] === 'string')
    return Object.fromEntries(texts)
  },
}
