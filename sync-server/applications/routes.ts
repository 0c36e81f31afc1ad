import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { type ApplicationState, applicationId, emailAddress, ulid, ulidOf } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { KnownDevices } from '../accounts/known-devices.ts'
import { hashPassword } from '../accounts/passwords/password-hash.ts'
import { requireSession } from '../accounts/routes/require-session.ts'
import { SESSION_COOKIE } from '../accounts/session-cookie.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Sweep } from '../core/sweep.ts'
import type { Outbox } from '../email/outbox.ts'
import type { AddressLimits } from '../http/address-limits.ts'
import { problem } from '../http/problem.ts'
import { type Maintenance, refuseInMaintenance } from '../http/refuse-in-maintenance.ts'
import { withValibot } from '../http/validate.ts'
import type { Keys } from '../settings/keys.ts'
import type { Settings } from '../settings/settings.ts'
import type { Identities } from '../social/identities.ts'
import { ATTEMPT_COOKIE } from '../social/oauth-attempt-cookie.ts'
import type { OauthAttempts } from '../social/oauth-attempts.ts'
import { standingOf } from '../social/social-sign-in.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { mayApply } from './applicants-place.ts'
import { type ApplicationRecord, isOpen } from './application-record.ts'
import type { Applications } from './applications.ts'
import { APPLICATION_COOKIE, type ApplyingBrowser, applicationCookieOptions } from './applying-browser.ts'
import { bankOf, fingerprintOf, formOf, readSubmission, secretHashOf, uploadsMissing } from './read-submission.ts'
import { codeMailId, codeMailVersion } from './tell-application.ts'

export interface ApplicationRouteNeeds {
  accounts: Accounts
  addressLimits: AddressLimits
  applications: Applications
  applyingBrowser: ApplyingBrowser
  deskSettings: Maintenance
  keys: Keys
  knownDevices: KnownDevices
  now: () => Date
  oauthAttempts: OauthAttempts
  outbox: Outbox
  sessions: Sessions
  settings: Settings
  socialIdentities: Identities
  sweep: Sweep
  uploads: Uploads
}

/** A limit for the whole body; each field has its own. */
const BODY_BYTES = 64 * 1024

/** Applying to become a delivery partner or a wholesale supplier, until the application waits for an admin. */
export function applicationRoutes(app: FastifyInstance, needs: ApplicationRouteNeeds): void {
  const { addressLimits, applications, applyingBrowser, keys, now, outbox, sessions, settings, sweep } = needs
  const { knownDevices, socialIdentities, uploads } = needs
  const sessionCookie = SESSION_COOKIE(settings.publicUrl)
  const who = requireSession(needs)
  const routes = withValibot(app)

  app.post('/api/applications', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    await refuseInMaintenance(needs.deskSettings)
    const account = await signedIn(request)
    const body = request.body
    if (account && !mayApply(account.role) && !(await isOwn(account, body)))
      throw problem(403, 'has_role', { role: account.role })
    const identity = account ? undefined : await confirmedIdentity(request, body)
    const submitted = readSubmission(body, account ?? identity ?? {})
    addressLimits.count('registration', request.ip)
    const { id, email = '', phone, language, password } = submitted
    if (account?.application !== undefined && account.application !== id) throw problem(409, 'already_applied')

    const names = Object.fromEntries(
      Object.entries(submitted.uploads).map(([document, secret]) => [document, uploads.nameOf(secret)]),
    )
    // The uploads of an application that exists may be in `kyc` by now.
    const isKnown = (await applications.get(applicationId(id))) !== undefined
    if (!isKnown) await claim(id, names)
    const isVisitor = !account && !identity
    const bank = bankOf(submitted)
    const secretHash = isVisitor ? secretHashOf(submitted, keys) : undefined
    const decided = await applications.submit({
      ...{ ulid: id, at: now().toISOString(), form: formOf(submitted, keys), email, phone, language, uploads: names },
      fingerprint: fingerprintOf(submitted, account?.id, keys),
      ...(bank && { bank }),
      ...(account && { account: account.id }),
      ...(identity && { identity }),
      ...(isVisitor && { caller: knownDevices.callerOf(email, request) }),
      ...(secretHash !== undefined && { secretHash }),
      ...(isVisitor && password !== undefined && !isKnown && { password: await hashPassword(password) }),
    })
    if ('refused' in decided) {
      // The browser did not hear that its application has arrived, and has sent it with changes.
      const isOwnRepeat = secretHash !== undefined && decided.doc?.secretHash === secretHash
      if (isOwnRepeat) recognise(reply, id)
      throw problem(409, await refusalFor(decided.refused, email, request))
    }
    const { doc } = decided
    // From now on the page can sign in with this identity.
    if (identity) await socialIdentities.link(identity, doc.account)
    sweep.sweepSoon()
    if (!account) recognise(reply, id)
    return reply.code(201).send({ ...stateOf(doc), isMailLate: await outbox.isLate() })
  })

  app.get('/api/applications/current', { exposeHeadRoute: false }, async (request) => {
    const account = await signedIn(request)
    const latest = account ? account.application : applyingBrowser.applicationOf(request.cookies)
    const found = latest === undefined ? undefined : await applications.get(applicationId(latest))
    if (!found || (account && found.account !== account.id)) throw problem(404, 'application_unknown')
    const version = codeMailVersion(found)
    const mail =
      found.isConfirmed || version === undefined
        ? undefined
        : await outbox.progressOf(codeMailId(ulidOf(found._id), version))
    return { ...stateOf(found), ...(mail !== undefined && { mail }) }
  })

  // Only the browser that submitted the application may correct the address, until its e-mail is verified.
  const NewAddress = v.object({ email: emailAddress })
  routes.post('/api/applications/:id/email', { schema: { body: NewAddress } }, async (request) => {
    await refuseInMaintenance(needs.deskSettings)
    const found = await fromThisBrowser(request)
    if (!found) throw problem(404, 'application_unknown')
    addressLimits.count('registration', request.ip)
    const { email } = request.body
    const decided = await applications.correctEmail(found._id, email, knownDevices.callerOf(email, request))
    if ('refused' in decided) throw problem(STATUS[decided.refused], decided.refused)
    sweep.sweepSoon()
    return { ...stateOf(decided.doc), isMailLate: await outbox.isLate() }
  })

  // Anyone who signs in elsewhere with the e-mail of an application says whether they applied.
  const Mine = v.object({ mine: v.boolean() })
  routes.post('/api/applications/:id/mine', { schema: { body: Mine } }, async (request) => {
    const { account } = await who(request)
    const id = idOf(request)
    const found = id === undefined ? undefined : await applications.get(id)
    if (!found || found.account !== account.id || account.role === 'VISITOR') throw problem(404, 'application_unknown')
    const isSameBrowser = (await fromThisBrowser(request)) !== undefined
    const after = request.body.mine
      ? await applications.confirm(found._id, { account: account.id, isSameBrowser })
      : await applications.discard(found._id, 'not_mine')
    sweep.sweepSoon()
    if (!after) throw problem(404, 'application_unknown')
    if ((after.state === 'discarded') === request.body.mine) throw problem(409, 'already_answered')
    return stateOf(after)
  })

  /** Gives this browser the right to its application. */
  function recognise(reply: FastifyReply, id: string) {
    const { publicUrl } = settings
    reply.setCookie(APPLICATION_COOKIE(publicUrl), applyingBrowser.cookieFor(id), applicationCookieOptions(publicUrl))
  }

  async function signedIn({ cookies }: FastifyRequest): Promise<AccountRecord | undefined> {
    const session = await sessions.find(cookies[sessionCookie])
    return session && session.account.role !== 'VISITOR' ? session.account : undefined
  }

  /** True for a repeat whose answer was lost: the application may have been approved since. */
  async function isOwn(account: AccountRecord, body: unknown): Promise<boolean> {
    const { id } = Object(body) as { id?: unknown }
    return v.is(ulid, id) && (await applications.get(applicationId(id)))?.account === account.id
  }

  /** The identity that a provider confirmed for this browser, if the form was begun with it. */
  async function confirmedIdentity({ cookies }: FastifyRequest, body: unknown) {
    const { isSocialRegistration, id } = Object(body) as { isSocialRegistration?: unknown; id?: unknown }
    if (isSocialRegistration !== true) return undefined
    const attempt = await needs.oauthAttempts.find(cookies[ATTEMPT_COOKIE(settings.publicUrl)])
    const standing = attempt && (await standingOf(attempt, needs))
    if (!standing || standing.outcome === 'pending' || !standing.identity) throw problem(404, 'no_redirect_result')
    const { identity } = standing
    const made = 'account' in standing ? standing.account : undefined
    // A repeat finds the account that this application has made.
    const isRepeat = made !== undefined && made.registeredBy === `application:${id}`
    if (standing.outcome === 'refused' && !isRepeat) throw problem(409, standing.reason)
    if (standing.outcome !== 'new' && !isRepeat) throw problem(409, 'email_taken')
    return { ...identity, email: identity.email ?? '' }
  }

  async function claim(id: string, names: Record<string, string>) {
    const refused = await uploads.claim(Object.values(names), id)
    if (refused.length === 0) return
    const documents = Object.entries(names).filter(([, name]) => refused.includes(name))
    throw uploadsMissing(Object.fromEntries(documents.map(([document]) => [document, 'incomplete'])))
  }

  /** To this browser's own earlier application the e-mail is not taken by somebody else. */
  async function refusalFor(refused: string, email: string, request: FastifyRequest): Promise<string> {
    const earlier = applyingBrowser.applicationOf(request.cookies)
    const found = earlier === undefined ? undefined : await applications.get(applicationId(earlier))
    return refused === 'email_taken' && found && isOpen(found) && found.email === email ? 'already_applied' : refused
  }

  async function fromThisBrowser(request: FastifyRequest) {
    const id = idOf(request)
    const own = applyingBrowser.applicationOf(request.cookies)
    return id !== undefined && own !== undefined && applicationId(own) === id ? applications.get(id) : undefined
  }
}

const STATUS = { email_taken: 409, application_unknown: 404, too_many_requests: 429 } as const

function idOf(request: FastifyRequest): string | undefined {
  const { id } = request.params as { id: string }
  return v.is(ulid, id) ? applicationId(id) : undefined
}

/** The application as the browser that submitted it, or its account, sees it. */
function stateOf({ _id, applicationType, state, at, email, isConfirmed, decision }: ApplicationRecord) {
  // `incoming` ends in a moment, by itself.
  const next: ApplicationState = isConfirmed ? 'pending_verification' : 'unverified'
  return {
    ...{ application: ulidOf(_id), type: applicationType, state: state === 'incoming' ? next : state, at, email },
    ...(decision?.reason !== undefined && { reason: decision.reason }),
  }
}
