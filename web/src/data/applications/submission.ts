import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { type ApplicationType, missingDocuments, type SubmittedApplication } from '#model'
import { callApi } from '../api/call-api.ts'
import { type Failure, foundIn } from '../api/result.ts'
import { accountOf } from '../local/session-state.ts'
import { networkAgain, waitAfter } from '../network-again.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'
import type { DataLayer } from '../runtime/data-layer.ts'
import { uploads } from '../uploads/uploads.ts'
import { applicationDraft } from './application-draft.ts'
import { applied } from './applied.ts'

type Without<T, Name extends string> = T extends unknown ? Omit<T, Name> : never
/** Everything but the files, which may still be going up, and the application's id, which the draft knows. */
export type FilledIn = Without<SubmittedApplication, 'uploads' | 'id'>

export type Submission = { type: ApplicationType; email: string } & (
  | { stage: 'waiting'; why: 'files' | 'network' | 'maintenance' }
  | { stage: 'sending' }
  /** The service, or a missing file, says that it cannot be taken as it is; the form shows why. */
  | { stage: 'refused'; failure: Failure }
  /** A visitor's address is to be verified by a code; an account's is. */
  | { stage: 'sent'; hasCode: boolean }
)

/** What 201 says. */
const Accepted = v.object({ isMailLate: v.optional(v.boolean(), false) })

interface Sending {
  submission: Submission
  stop: AbortController
}

const pages = new WeakMap<DataLayer, Map<ApplicationType, Sending>>()
const listeners = new Set<() => void>()

const ofPage = () => {
  const layer = currentDataLayer()
  const known = pages.get(layer) ?? new Map<ApplicationType, Sending>()
  pages.set(layer, known)
  return known
}
const tell = () => {
  for (const listener of [...listeners]) listener()
}

/**
 * Sends applications from this page's memory, which alone has the passwords and numbers that are never stored: as soon
 * as their files are up and the service answers, also after the person has left the form.
 */
export const submissions = {
  get: (type: ApplicationType): Submission | undefined => ofPage().get(type)?.submission,
  /** All of this page. */
  all: (): Submission[] => [...ofPage().values()].map(({ submission }) => submission),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  start(application: FilledIn): void {
    const { type } = application
    submissions.forget(type)
    applicationDraft(type).markSubmitted(true)
    const account = accountOf(currentDataLayer().sessionState.get())
    const email = account?.email ?? application.email ?? ''
    const sending: Sending = {
      submission: { type, email, stage: 'waiting', why: 'files' },
      stop: new AbortController(),
    }
    ofPage().set(type, sending)
    tell()
    void send(application, sending, account?.id)
  },

  /** Stops it, or puts away how it ended. What was typed stays. */
  forget(type: ApplicationType): void {
    const sending = ofPage().get(type)
    if (!sending) return
    sending.stop.abort()
    ofPage().delete(type)
    tell()
  },
}

export const useSubmission = (type: ApplicationType): Submission | undefined =>
  useSyncExternalStore(submissions.subscribe, () => submissions.get(type))

async function send(application: FilledIn, sending: Sending, owner: string | undefined): Promise<void> {
  const { type } = application
  const { email } = sending.submission
  const id = applicationDraft(type).id()
  const { signal } = sending.stop
  const { environment, sessionState, now } = currentDataLayer()
  const show = (submission: Submission) => {
    sending.submission = submission
    tell()
  }
  const end = stopWhenOthersSignIn(type, owner)
  signal.addEventListener('abort', end)

  for (let tries = 0; ; tries += 1) {
    await untilUp(id, signal)
    if (signal.aborted) return
    const files = { ...uploads.of(id).uploads }
    if (type === 'driver' && missingDocuments(type, Object.keys(files)).length > 0)
      return show({ type, email, stage: 'refused', failure: { ok: false, error: 'documents_missing' } })

    show({ type, email, stage: 'sending' })
    const answer = await callApi(environment, 'POST', '/api/applications', { ...application, id, uploads: files })
    if (signal.aborted) return
    const accepted = foundIn(answer, Accepted)
    if (accepted.ok) {
      const hasCode = accountOf(sessionState.get()) === undefined
      const at = now().getTime()
      const { isMailLate } = accepted.value
      if (hasCode) applied.save({ type, id, email, at, sentAt: at, ...(isMailLate && { isMailLate }) })
      applicationDraft(type).clear()
      void uploads.forget(id).catch(() => undefined)
      end()
      return show({ type, email, stage: 'sent', hasCode })
    }

    const { error, retryAfterSeconds = 0 } = accepted
    const isLater = error === 'network' || error === 'service_failed' || error === 'maintenance'
    if (!isLater) {
      end()
      return show({ type, email, stage: 'refused', failure: accepted })
    }
    show({ type, email, stage: 'waiting', why: error === 'maintenance' ? 'maintenance' : 'network' })
    await networkAgain(Math.max(waitAfter(tries), retryAfterSeconds * 1000))
    if (signal.aborted) return
  }
}

const untilUp = (id: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (uploads.of(id).isGoingUp && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = uploads.subscribe(look)
    signal.addEventListener('abort', look)
    look()
  })

/** An application is not sent as somebody else's: the person who typed it has left, or has another account now. */
function stopWhenOthersSignIn(type: ApplicationType, owner: string | undefined): () => void {
  const { sessionState } = currentDataLayer()
  return sessionState.subscribe(() => {
    if (accountOf(sessionState.get())?.id !== owner) submissions.forget(type)
  })
}
