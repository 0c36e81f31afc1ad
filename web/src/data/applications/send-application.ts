import * as v from 'valibot'
import { APPLICATION_STATES, type ApplicationType, DOCUMENTS, missingDocuments } from '#model'
import { callApi } from '../api/call-api.ts'
import { type Failure, foundIn, isUnanswered } from '../api/result.ts'
import { accountOf } from '../local/session-state.ts'
import { networkAgain, waitAfter } from '../network-again.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'
import { uploads } from '../uploads/uploads.ts'
import { applicationDraft } from './application-draft.ts'
import { applied, findApplied } from './applied.ts'
import { type CompletedForm, type Stage, type Submitted, submissions } from './submissions.ts'

/** What 201 says. */
const Accepted = v.object({ state: v.picklist(APPLICATION_STATES), email: v.string(), isMailLate: v.boolean() })
/** How often files are sent once more that the service says it does not have. */
const MOST_SENT_AGAIN = 3

/**
 * Sends an application from this page's memory, which alone has the passwords and numbers that are never stored: as soon
 * as its files are up and the service answers, also after the person has left the form.
 */
export function sendApplication(application: CompletedForm): void {
  const { type } = application
  applicationDraft(type).markSubmitted(true)
  const account = accountOf(currentDataLayer().sessionState.get())
  const email = account?.email ?? application.email ?? ''
  const isSocial = application.type === 'driver' && application.isSocialRegistration === true
  const submitted: Submitted = { type, email, ...(isSocial && { isSocial }) }
  const signal = submissions.begin({ ...submitted, stage: 'waiting', why: 'files' })
  void send(application, { submitted, signal, owner: account?.id })
}

interface Sender {
  submitted: Submitted
  signal: AbortSignal
  /** The account that was signed in. */
  owner: string | undefined
}

async function send(application: CompletedForm, { submitted, signal, owner }: Sender): Promise<void> {
  const { type } = application
  const [id, secret] = [applicationDraft(type).id(), applicationDraft(type).secret()]
  // The person has read why these are not taken, and submits without them.
  const refusedBefore = refusedDocuments(id)
  const { environment, session, now } = currentDataLayer()
  const show = (how: Stage) => submissions.show(signal, { ...submitted, ...how })
  const end = stopWhenOthersSignIn(type, owner)
  signal.addEventListener('abort', end)
  // It still stops when others sign in: a refusal is nobody else's, and a visitor who signs in need not read it again.
  const refuse = (failure: Failure) => {
    applicationDraft(type).markSubmitted(false)
    show({ stage: 'refused', failure })
  }

  const forgetTyped = () => {
    applicationDraft(type).clear()
    void uploads.forget(id).catch(() => undefined)
  }

  let sentAgain = 0
  for (let tries = 0; ; tries += 1) {
    await untilUp(id, signal)
    if (signal.aborted) return
    const files = { ...uploads.of(id).uploads }
    const isRefused = refusedDocuments(id).some((document) => !refusedBefore.includes(document))
    if (isRefused || (type === 'driver' && missingDocuments(type, Object.keys(files)).length > 0))
      return refuse({ ok: false, error: 'uploads_missing' })

    show({ stage: 'sending' })
    const body = { ...application, id, ...(owner === undefined && { secret }), uploads: files }
    const answer = await callApi(environment, 'POST', '/api/applications', body)
    if (signal.aborted) return
    const accepted = foundIn(answer, Accepted)
    if (accepted.ok) {
      const { state, isMailLate, email: known } = accepted.value
      const hasCode = state === 'unverified' && owner === undefined
      const at = now().getTime()
      if (hasCode) applied.save({ type, id, email: known, at, sentAt: at, ...(isMailLate && { isMailLate }) })
      end()
      forgetTyped()
      submissions.show(signal, { ...submitted, email: known, stage: 'sent', hasCode })
      // The account is made, and the provider's word still counts. If this fails, the person signs in as usual.
      if (submitted.isSocial) await session.signInWithProvider(known).catch(() => undefined)
      return
    }

    const { error, fields = {}, retryAfterSeconds = 0 } = accepted
    const lost = DOCUMENTS[type].all.filter((name) => fields[name] === 'incomplete')
    if (error === 'uploads_missing' && lost.length > 0 && sentAgain < MOST_SENT_AGAIN) {
      sentAgain += 1
      show({ stage: 'waiting', why: 'files' })
      await uploads.sendAgain(id, lost)
      continue
    }
    const isLater = isUnanswered(error) || error === 'maintenance'
    if (error === 'already_applied' && owner === undefined) {
      // What was sent before has arrived, but the browser did not hear of it. By the secret, the service lets it go on.
      const waiting = await findApplied()
      if (signal.aborted) return
      if (waiting?.id === id) forgetTyped()
    }
    if (!isLater) return refuse(accepted)
    show({ stage: 'waiting', why: error === 'maintenance' ? 'maintenance' : 'network' })
    await networkAgain(Math.max(waitAfter(tries), retryAfterSeconds * 1000))
    if (signal.aborted) return
  }
}

const refusedDocuments = (id: string) =>
  Object.entries(uploads.of(id).states).flatMap(([document, { status }]) => (status === 'refused' ? [document] : []))

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
