import { type Draft, readDraft, writeDraft } from './local/draft-storage.ts'
import { here } from './page/here.ts'

export type { Draft } from './local/draft-storage.ts'

/** Half-filled forms: of this browser alone, gone with their submission and at sign-out. */
export const drafts = {
  /** Whatever this browser kept: check it before use. */
  get: (name: Draft): unknown => readDraft(here().environment.values, name),
  save: (name: Draft, value: object): void => writeDraft(here().environment.values, name, value),
  clear: (name: Draft): void => writeDraft(here().environment.values, name, undefined),
}
