import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { APPLICATION_TYPES } from '#model'
import { drafts } from '../drafts.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

const KEPT_MS = 7 * 24 * 3_600_000

const Applied = v.object({
  type: v.picklist(APPLICATION_TYPES),
  /** The application's ULID. */
  id: v.string(),
  email: v.string(),
  /** When it was sent, and when the last code was: epoch milliseconds. */
  at: v.number(),
  sentAt: v.number(),
  isMailLate: v.optional(v.boolean()),
})
/** An application that this browser has sent and whose e-mail address is not verified yet. */
export type Applied = v.InferOutput<typeof Applied>

let known: { text: string | undefined; applied: Applied | undefined } | undefined

/** Returns the same object until it changes; undefined once the service has deleted the application as unverified. */
function readApplied(): Applied | undefined {
  const kept = drafts.get('applied')
  const text = JSON.stringify(kept)
  if (known?.text !== text) {
    const read = v.safeParse(Applied, kept)
    known = { text, applied: read.success ? read.output : undefined }
  }
  const { applied } = known
  return applied && currentDataLayer().now().getTime() - applied.at < KEPT_MS ? applied : undefined
}

export const applied = {
  get: readApplied,
  save: (sent: Applied): void => drafts.save('applied', sent),
  forget: (): void => drafts.clear('applied'),
}

/** The application that waits for its code, kept up to date across the browser's tabs. */
export function useApplied(): Applied | undefined {
  const { values } = currentDataLayer().environment
  return useSyncExternalStore(values.subscribe, readApplied)
}
