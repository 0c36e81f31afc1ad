import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { APPLICATION_STATES, APPLICATION_TYPES, timestamp } from '#model'
import { callApi } from '../api/call-api.ts'
import { type Found, foundIn } from '../api/result.ts'
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
  if (!known || known.text !== text) {
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

const OnService = v.object({
  application: v.string(),
  type: v.picklist(APPLICATION_TYPES),
  at: timestamp,
  state: v.picklist(APPLICATION_STATES),
  email: v.string(),
  /** How far the mail with the code is; absent once it is not needed. */
  mail: v.optional(v.string()),
})
export type AppliedOnService = v.InferOutput<typeof OnService>

/** What the service says of the application that this browser has sent. */
export async function askApplied(): Promise<Found<AppliedOnService>> {
  return foundIn(await callApi(currentDataLayer().environment, 'GET', '/api/applications/current'), OnService)
}

/**
 * Finds the application that this browser has sent without hearing of its arrival, and keeps it. Returns undefined if the
 * service knows none that waits for its code.
 */
export async function findApplied(): Promise<Applied | undefined> {
  const found = await askApplied()
  if (!found.ok || found.value.state !== 'unverified') return undefined
  const { application: id, type, email } = found.value
  const at = Date.parse(found.value.at)
  const sent = { type, id, email, at, sentAt: at }
  applied.save(sent)
  return sent
}

const Corrected = v.object({ email: v.string(), isMailLate: v.boolean() })

/** Corrects the address of the application that waits for its code, and has another code mailed there. */
export async function correctEmail(waiting: Applied, email: string): Promise<Found<Applied>> {
  const { environment, now } = currentDataLayer()
  const path = `/api/applications/${encodeURIComponent(waiting.id)}/email`
  const found = foundIn(await callApi(environment, 'POST', path, { email }), Corrected)
  if (!found.ok) return found
  const { isMailLate } = found.value
  const corrected = { ...waiting, email: found.value.email, sentAt: now().getTime(), isMailLate }
  applied.save(corrected)
  return { ok: true, value: corrected }
}
