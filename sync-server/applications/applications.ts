import { applicationId, KEPT_FOR, ulidOf } from '#model'
import { lastDigits } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { PasswordHash } from '../accounts/passwords/password-hash.ts'
import type { Passwords } from '../accounts/passwords/passwords.ts'
import { type CoreKind, contentOf } from '../core/core-document.ts'
import { type Decided, openCoreStore } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import type { Identity } from '../social/providers/provider.ts'
import { applicantsPlace } from './applicants-place.ts'
import {
  type ApplicationRecord,
  applicationRow,
  type DiscardReason,
  type DriverForm,
  emptied,
  HAPPENED,
  isOpen,
  nameOf,
  type SupplierForm,
  type Uploaded,
} from './application-record.ts'
import type { BankAccount, Kyc } from './kyc.ts'
import { type TellingNeeds, tellApplication } from './tell-application.ts'

/** What a person submits, after the route has checked it. */
interface Submission {
  /** The application's ULID, made on the device. */
  ulid: string
  at: string
  form: DriverForm | SupplierForm
  email: string
  phone: string
  language: ApplicationRecord['language']
  /** The names of the uploads. */
  uploads: Uploaded
  bank?: BankAccount
  /** The keyed hash of everything that was submitted. */
  fingerprint: string
  /** The account that is signed in; absent for a visitor. */
  account?: string
  /** Only for a visitor: the caller that the limits on codes count, the browser's secret, and a password if one was typed. */
  caller?: { key: string; isKnown: boolean }
  secretHash?: string
  password?: PasswordHash
  /** Only for a visitor whose e-mail a provider has just confirmed. */
  identity?: Identity
}

type Found = ApplicationRecord & Stored
type PlaceRefusal = 'email_taken' | 'already_applied'

export interface Applications {
  /**
   * Writes the application and takes the applicant's place: one open application a person. A repeat with the same
   * content returns the application as it is now, and stores the bank account if an earlier try was killed before that.
   * A repeat with other content is refused, with the application that exists.
   */
  submit(submission: Submission): Promise<Decided<ApplicationRecord, PlaceRefusal>>
  /**
   * The owner of `account` is the applicant. `isSameBrowser`: the browser that submitted it has proved that, and the
   * password that was typed there is set. Returns the application as it is now; undefined if it belongs to another
   * account, as it does once its e-mail address was corrected.
   */
  confirm(id: string, by: { account: string; isSameBrowser: boolean }): Promise<Found | undefined>
  /** Corrects the e-mail address of an unverified application, and mails a new code. */
  correctEmail(
    id: string,
    email: string,
    caller: { key: string; isKnown: boolean },
  ): Promise<Decided<ApplicationRecord, 'email_taken' | 'application_unknown' | 'too_many_requests'>>
  /** Ends an application that is not confirmed, and deletes what belongs to it. Safe to repeat. */
  discard(id: string, reason: DiscardReason): Promise<Found | undefined>
  get(id: string): Promise<Found | undefined>
  /** The applications of these accounts, at most 1,000 each. */
  of(accounts: readonly string[]): Promise<Found[]>
  /** Returns whether another application names the same Aadhaar number; the index may lag. */
  isAadhaarKnown(application: ApplicationRecord): Promise<boolean>
  /** Empties the personal fields and deletes documents; an open application ends. Safe to repeat. */
  erase(id: string): Promise<void>
  kept: Kept<ApplicationRecord>
}

export interface ApplicationNeeds
  extends Omit<TellingNeeds, 'takePlace' | 'discard' | 'forgetTyped' | 'store' | 'isAadhaarKnown'> {
  couch: Couch
  accounts: Accounts
  passwords: Pick<Passwords, 'keep'>
  kyc: Kyc
}

const DAY_MS = 86_400_000
const UNVERIFIED_MS = KEPT_FOR.unverifiedDays * DAY_MS
const AT_MOST = 1_000
/** Each correction sends mails to an address that a stranger may have typed. */
const CORRECTIONS_AT_MOST = 3

export function openApplications(needs: ApplicationNeeds): Applications {
  const { couch, accounts, passwords, kyc, now } = needs
  const applications = couch.db('applications')

  const kind: CoreKind<ApplicationRecord> = {
    database: 'applications',
    idPrefix: 'application:',
    // A verified application waits for admins alone.
    deadlineOf: ({ state, at }) =>
      state === 'incoming' || state === 'unverified'
        ? new Date(Date.parse(at) + UNVERIFIED_MS).toISOString()
        : undefined,
    async due(application, { now, step }) {
      await step('forget what was typed', () => forgetIn(application, !application.isConfirmed))
      return discarded(application, 'not_verified', now.toISOString())
    },
    takesAway: () => true,
    // Its files are moved to `kyc`.
    isSlow: ({ state, uploads = {} }) => state === 'incoming' && Object.keys(uploads).length > 0,
    tell: (application, news) =>
      tellApplication(application, news, { ...needs, store, takePlace, discard, forgetTyped, isAadhaarKnown }),
    openRows(application) {
      const row = applicationRow(application)
      return row ? [{ feed: 'admin', row }] : []
    },
  }
  const store = openCoreStore(couch, kind)
  const takePlace = applicantsPlace(accounts)

  const discarded = (application: ApplicationRecord, discardedFor: DiscardReason, at: string) => ({
    what: HAPPENED.discarded,
    content: {
      ...{ ...emptied(application, at), state: 'discarded' as const, discardedFor },
      // It is the account of somebody else, who was faster: nothing of this application may reach it.
      ...(discardedFor === 'email_taken' && { account: '' }),
    },
  })

  async function discard(id: string, reason: DiscardReason) {
    const before = await store.read(id)
    if (before && isOpen(before)) await forgetIn(before, reason === 'not_mine')
    const at = now().toISOString()
    const decided = await store.decide<'other'>(id, { at }, (found) =>
      found && isOpen(found) && !(reason === 'not_mine' && found.isConfirmed)
        ? discarded(found, reason, at)
        : { refused: 'other' },
    )
    return decided.doc
  }

  /** Removes what a stranger typed from the account of an e-mail's owner. */
  async function forgetTyped({ _id, form, phone }: ApplicationRecord, account: string) {
    if (!form) return
    await accounts.change(account, (record) => ({
      ...(record.registeredBy === _id && {
        ...(record.name === nameOf(form) && { name: '' }),
        ...(record.phone === phone && { phone: undefined }),
        ...(form.type === 'driver' && record.city === form.city && { city: undefined }),
      }),
    }))
  }

  /**
   * Called before a discarded application is emptied: telling could not recognise any more what was typed. `isTheirs`:
   * the account belongs to the e-mail's owner, and not to the applicant. The former account is never the applicant's.
   */
  async function forgetIn(application: ApplicationRecord, isTheirs: boolean) {
    const { account, formerAccount } = application
    if (isTheirs) await forgetTyped(application, account)
    if (formerAccount !== undefined) await forgetTyped(application, formerAccount)
  }

  /** The id of the account that this e-mail will have, unless somebody else's account has it. */
  async function accountFor(email: string, application: string): Promise<string | 'email_taken'> {
    const { id, known } = await accounts.claim(email)
    return known && known.registeredBy !== application ? 'email_taken' : id
  }

  /** Called once the place is taken: before that, the account may belong to another application. */
  async function keepBank({ state, account }: ApplicationRecord, bank: BankAccount) {
    if (state !== 'approved' && !isOpen({ state })) return
    const kept = await kyc.bankOf(account)
    // A partner may have given another one since.
    if (state === 'approved' && kept && kept.number !== bank.number) return
    await kyc.setBank(account, bank)
    await accounts.change(account, ({ role, bankAccountEnds }) =>
      role === 'PARTNER' && bankAccountEnds === undefined ? { bankAccountEnds: lastDigits(bank.number) } : {},
    )
  }

  async function isAadhaarKnown({ _id, form }: ApplicationRecord) {
    // A rejected application has no numbers any more.
    if (form?.type !== 'driver' || form.aadhaarHash === '') return false
    const selector = { 'form.aadhaarHash': form.aadhaarHash }
    const found = await applications.find('by-aadhaar', { selector, fields: ['_id'], limit: 2 })
    return found.some((one) => one._id !== _id)
  }

  return {
    kept: { kind, store },
    discard,
    get: store.read,

    async submit(submission) {
      const { ulid, at, form, email, phone, language, uploads, fingerprint, bank } = submission
      const { caller, secretHash, identity, password } = submission
      const id = applicationId(ulid)
      const account = submission.account ?? (await accountFor(email, id))
      if (account === 'email_taken') return { refused: 'email_taken' }
      const decided = await store.decide<'repeated'>(id, { at }, (found) => {
        if (found) return { refused: 'repeated' }
        return {
          what: HAPPENED.submitted,
          content: {
            ...{ type: 'application', applicationType: form.type, state: 'incoming', at, account, email, phone },
            ...{ language, form, documents: [], uploads, fingerprint },
            isConfirmed: submission.account !== undefined || identity !== undefined,
            ...(caller !== undefined && { caller }),
            ...(secretHash !== undefined && { secretHash }),
            ...(identity !== undefined && { identity }),
            ...(password !== undefined && { password }),
          },
        }
      })
      const { doc } = decided
      if (!doc) throw new Error(`${id} was neither written nor found`)
      if (doc.discardedFor === 'email_taken') return { refused: 'email_taken' }
      if (doc.fingerprint !== fingerprint) return { refused: 'already_applied', doc }
      const place = doc.state === 'incoming' ? await takePlace(doc) : 'taken'
      if (place !== 'taken') {
        await discard(id, place)
        return { refused: place === 'account_ended' ? 'already_applied' : place }
      }
      if (bank) await keepBank(doc, bank)
      return { doc }
    },

    async confirm(id, { account, isSameBrowser }) {
      const before = await store.read(id)
      if (before?.account !== account) return undefined
      if (!isOpen(before) || before.isConfirmed) return before
      if (isSameBrowser && before.password) await passwords.keep(account, before.password)
      const decided = await store.decide<'other'>(id, { at: now().toISOString() }, (found) => {
        // The address may be corrected at any moment: anyone who proved the former one has proved nothing of the new one.
        if (found?.account !== account || !isOpen(found) || found.isConfirmed) return { refused: 'other' }
        const { password: _, caller: __, secretHash: ___, ...content } = contentOf(found)
        const isIn = found.state === 'unverified'
        return {
          what: isIn ? HAPPENED.verified : HAPPENED.confirmed,
          content: { ...content, isConfirmed: true, state: isIn ? 'pending_verification' : found.state },
        }
      })
      return decided.doc?.account === account ? decided.doc : undefined
    },

    async correctEmail(id, email, caller) {
      const before = await store.read(id)
      if (before?.state !== 'unverified') return { refused: 'application_unknown' }
      if (before.email === email) return { doc: before }
      const account = await accountFor(email, id)
      if (account === 'email_taken') return { refused: 'email_taken' }
      return store.decide(id, { at: now().toISOString() }, (found) => {
        if (found?.state !== 'unverified') return { refused: 'application_unknown' }
        const corrections = found.entries.filter(({ what }) => what === HAPPENED.emailCorrected)
        if (corrections.length >= CORRECTIONS_AT_MOST) return { refused: 'too_many_requests' }
        return {
          what: HAPPENED.emailCorrected,
          // Another account, and not another address of the same one: the codes of the former address are worth nothing.
          content: {
            ...{ ...contentOf(found), email, account, caller },
            ...{ formerAccount: found.account, state: 'incoming' },
          },
        }
      })
    },

    async of(ids) {
      const find = (account: string) =>
        applications.find<Found>('by-account', { selector: { account, at: { $gt: null } }, limit: AT_MOST })
      return (await Promise.all(ids.map(find))).flat()
    },

    isAadhaarKnown,

    async erase(id) {
      const at = now().toISOString()
      const before = await store.read(id)
      if (before && isOpen(before)) await forgetIn(before, false)
      await store.decide<'erased'>(id, { at }, (found) => {
        if (!found || found.erasedAt !== undefined) return { refused: 'erased' }
        return isOpen(found)
          ? discarded(found, 'account_ended', at)
          : { what: HAPPENED.erased, content: emptied(found, at) }
      })
      await kyc.remove(ulidOf(id))
    },
  }
}
