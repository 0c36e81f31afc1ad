import { useSyncExternalStore } from 'react'
import type { ApplicationType, SubmittedApplication } from '#model'
import type { Failure } from '../api/result.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'
import type { DataLayer } from '../runtime/data-layer.ts'

type Without<T, Name extends string> = T extends unknown ? Omit<T, Name> : never
/** Everything but the files, which may still be going up, and the id and secret of the application, which the draft knows. */
export type CompletedForm = Without<SubmittedApplication, 'uploads' | 'id' | 'secret'>

/** How far it is. */
export type Stage =
  | { stage: 'waiting'; why: 'files' | 'network' | 'maintenance' }
  | { stage: 'sending' }
  /** The service, or a missing file, says that it cannot be taken as it is; the form shows why. */
  | { stage: 'refused'; failure: Failure }
  /** A visitor's address is to be verified by a code; an account's is. */
  | { stage: 'sent'; hasCode: boolean }

export interface Submitted {
  type: ApplicationType
  email: string
  /** The form belongs to somebody whom a provider has confirmed, and who has no account yet. */
  isSocial?: true
}

export type Submission = Submitted & Stage

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

/** The applications that this page sends, or has sent; `send-application.ts` sends them. */
export const submissions = {
  get: (type: ApplicationType): Submission | undefined => ofPage().get(type)?.submission,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /** The signal is aborted when this submission is forgotten, or another of its type begins. */
  begin(submission: Submission): AbortSignal {
    submissions.forget(submission.type)
    const stop = new AbortController()
    ofPage().set(submission.type, { submission, stop })
    tell()
    return stop.signal
  },
  /** Does nothing if the submission with this signal is not the page's any more. */
  show(signal: AbortSignal, submission: Submission): void {
    const sending = ofPage().get(submission.type)
    if (sending?.stop.signal !== signal) return
    sending.submission = submission
    tell()
  },

  /** Stops it, or puts away how it ended. What was typed stays. */
  forget(type: ApplicationType): void {
    const sending = ofPage().get(type)
    if (!sending) return
    ofPage().delete(type)
    sending.stop.abort()
    tell()
  },
}

export const useSubmission = (type: ApplicationType): Submission | undefined =>
  useSyncExternalStore(submissions.subscribe, () => submissions.get(type))
