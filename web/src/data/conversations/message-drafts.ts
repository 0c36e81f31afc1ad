import { textDrafts } from '../drafts.ts'
import { readDraft } from '../local/draft-storage.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

/** Told to live queries when a draft begins or ends. */
export const DRAFTS_CHANGED = 'message-drafts'

const drafts = textDrafts('conversations')

/** What was typed in each conversation (by key) and not sent yet. */
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
