import { type ApplicationDocument, ulidOf } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { LoginCodes } from '../accounts/login-codes.ts'
import type { VerificationLinks } from '../accounts/registration/verification-links.ts'
import { contentOf, type News, type TellStep } from '../core/core-document.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Identities } from '../social/identities.ts'
import type { Uploads } from '../uploads/uploads.ts'
import type { TakePlace } from './applicants-place.ts'
import {
  type ApplicationRecord,
  applicationFact,
  applicationRow,
  type DiscardReason,
  HAPPENED,
} from './application-record.ts'
import type { Kyc } from './kyc.ts'
import { type DecisionNeeds, tellDecision } from './tell-decision.ts'
import { type ReadyNeeds, tellReady } from './tell-ready.ts'

export interface TellingNeeds extends ReadyNeeds, DecisionNeeds {
  feeds: Pick<Feeds, 'adminRows'>
  loginCodes: Pick<LoginCodes, 'issue'>
  verificationLinks: Pick<VerificationLinks, 'issue'>
  socialIdentities: Pick<Identities, 'link'>
  uploads: Pick<Uploads, 'read' | 'remove'>
  kyc: Kyc
  /** Deletes an account. */
  endAccount(account: AccountRecord): Promise<void>
  takePlace: TakePlace
  /** Removes what was typed in the application from this account. */
  forgetTyped(application: ApplicationRecord, account: string): Promise<void>
  discard(id: string, reason: DiscardReason): Promise<unknown>
}

/** The id of the mail with the code that this version of the application caused. */
export const codeMailId = (ulid: string, version: number) => `mail:verification:${ulid}-${version}` as const

/** The version whose telling mailed the last code; undefined if none was mailed yet. */
export const codeMailVersion = ({ entries }: ApplicationRecord) =>
  entries.findLast(({ what }) => what === HAPPENED.takenIn)?.version

export function tellApplication(application: ApplicationRecord, news: News, needs: TellingNeeds): TellStep[] {
  if (application.state === 'incoming') return takeIn(application, needs)
  const { accounts, mailboxes, feeds, outbox, loginCodes, verificationLinks, uploads, kyc, endAccount } = needs
  const { _id, account, version, state, entries } = application
  const ulid = ulidOf(_id)
  const activeAccount = async () => {
    const record = await accounts.get(account)
    return record?.status === 'active' ? record : undefined
  }

  async function writeRow() {
    const row = applicationRow(application)
    if (row) return feeds.adminRows.put(row)
    // An application that no admin ever saw has no row.
    if (entries.some(({ what }) => what === HAPPENED.verified))
      await feeds.adminRows.close({ id: _id, type: 'application', version })
  }

  async function deliver() {
    const record = await activeAccount()
    if (record && !record.lacksMailbox) await mailboxes.put(record.mailbox.name, applicationFact(application))
  }

  async function mailCode(atVersion: number) {
    const { caller, email, language } = application
    const record = await activeAccount()
    if (!record || caller === undefined) return
    const codeRef = await loginCodes.issue(record, caller, `${ulid}-${atVersion}`)
    const tokenRef = await verificationLinks.issue(record)
    await outbox.post({
      ...{ _id: codeMailId(ulid, atVersion), kind: 'verification', to: { account }, language },
      data: { email, codeRef, tokenRef },
    })
  }

  async function mailApplication(atVersion: number) {
    const { form, phone, language, isConfirmed } = application
    if (!form || !(await activeAccount())) return
    const to = { account }
    if (form.type === 'driver') {
      const { name: driverName, vehicleType } = form
      const typed = isConfirmed ? { driverName, driverPhone: phone } : {}
      const data = { ...typed, vehicleType, applicationId: ulid }
      const _id = `mail:driver-application:${ulid}-${atVersion}` as const
      await outbox.post({ _id, kind: 'driver-application', to, language, data })
    } else {
      const { businessName, contactPerson, citiesServed } = form
      const typed = isConfirmed ? { businessName, contactPerson } : {}
      const data = { ...typed, citiesServed: [...citiesServed] }
      const _id = `mail:supplier-application:${ulid}-${atVersion}` as const
      await outbox.post({ _id, kind: 'supplier-application', to, language, data })
    }
  }

  /** The person may apply again; an account that was made for this application alone ends with it. */
  async function freePlace() {
    const record = await activeAccount()
    if (!record) return
    if (record.registeredBy === _id && record.emailVerifiedAt === undefined) return endAccount(record)
    // By now the person may have applied again, and given another bank account.
    if (record.application !== ulid) return
    await kyc.removeBank(account)
    await accounts.change(account, ({ application: open }) =>
      open === ulid ? { application: undefined, standing: undefined } : {},
    )
  }

  const steps: TellStep[] = [
    { name: 'write row', write: writeRow },
    { name: 'deliver application', write: deliver },
  ]
  if (state === 'discarded') {
    const names = Object.values(application.uploads ?? {})
    steps.push(
      { name: 'delete documents', write: () => kyc.remove(ulid) },
      { name: 'delete uploads', write: () => uploads.remove(names) },
      { name: 'free place', write: freePlace },
    )
    const { formerAccount } = application
    if (formerAccount !== undefined)
      steps.push({ name: 'end former account', write: () => endFormer(formerAccount, application, needs) })
  }
  const wasTakenIn = (version: number) => entries.some((one) => one.what === HAPPENED.takenIn && one.version < version)
  for (const { what, version } of news.fresh) {
    if (what === HAPPENED.takenIn) steps.push({ name: 'mail code', write: () => mailCode(version) })
    if (what === HAPPENED.takenIn || (what === HAPPENED.verified && !wasTakenIn(version)))
      steps.push({ name: 'mail application', write: () => mailApplication(version) })
  }
  return [...steps, ...tellReady(application, news, needs), ...tellDecision(application, news, needs)]
}

/**
 * Ends the account that was made for an address which was corrected then. If the address's owner has signed in
 * meanwhile, the account is theirs, and only what belongs to the application leaves it.
 */
async function endFormer(former: string, application: ApplicationRecord, needs: TellingNeeds) {
  const { accounts, kyc, endAccount, forgetTyped } = needs
  const record = await accounts.get(former)
  if (record?.status !== 'active' || record.registeredBy !== application._id) return
  if (record.emailVerifiedAt === undefined) return endAccount(record)
  await forgetTyped(application, former)
  const ulid = ulidOf(application._id)
  // By now its owner may have applied, and given a bank account of their own.
  if (record.application !== ulid) return
  await kyc.removeBank(former)
  await accounts.change(former, ({ application: open }) =>
    open === ulid ? { application: undefined, standing: undefined } : {},
  )
}

/**
 * Makes the account and moves the documents to `kyc`; only if all of that succeeded, the application gets its next
 * state, which is told in turn.
 */
function takeIn(application: ApplicationRecord, needs: TellingNeeds): TellStep[] {
  const { socialIdentities, uploads, kyc, now, store, takePlace, discard } = needs
  const { _id, account, version, uploads: uploaded = {}, identity, formerAccount } = application
  const ulid = ulidOf(_id)
  const files = Object.entries(uploaded) as [ApplicationDocument, string][]
  const done = new Set<string>()
  const step = (name: string, write: () => Promise<unknown>): TellStep => ({
    name,
    async write() {
      await write()
      done.add(name)
    },
  })
  /** Runs only after the applicant's place is taken. */
  const inPlace = (name: string, write: () => Promise<unknown>) =>
    step(name, async () => (done.has('make account') ? write() : undefined))

  async function move(document: ApplicationDocument, name: string) {
    if (await kyc.has(ulid, document)) return
    const file = await uploads.read(name)
    if (!file) throw new Error(`the upload of ${document} is not there`)
    await kyc.put(ulid, document, { account, ...file })
  }

  async function replace(former: string) {
    const bank = await kyc.bankOf(former)
    if (bank) await kyc.setBank(account, bank)
    await endFormer(former, application, needs)
  }

  const steps: TellStep[] = [
    {
      name: 'make account',
      async write() {
        const place = await takePlace(application)
        if (place === 'taken') done.add('make account')
        else await discard(_id, place)
      },
    },
    ...files.map(([document, name]) => inPlace(`move ${document}`, () => move(document, name))),
    ...(identity ? [inPlace('link identity', () => socialIdentities.link(identity, account))] : []),
    ...(formerAccount === undefined ? [] : [inPlace('end former account', () => replace(formerAccount))]),
  ]
  const isReady = () => steps.every(({ name }) => done.has(name))

  async function becomeTakenIn() {
    if (!isReady()) return
    await uploads.remove(files.map(([, name]) => name))
    await store.decide<'other'>(_id, { at: now().toISOString() }, (found) => {
      // If the document has changed since, the next telling takes it in.
      if (found?.state !== 'incoming' || found.version !== version) return { refused: 'other' }
      const { uploads: _, identity: __, formerAccount: ___, ...content } = contentOf(found)
      const documents = [...found.documents, ...files.map(([document]) => document)]
      return found.isConfirmed
        ? { what: HAPPENED.verified, content: { ...content, documents, state: 'pending_verification' } }
        : { what: HAPPENED.takenIn, content: { ...content, documents, state: 'unverified' } }
    })
  }
  return [...steps, { name: 'take in', write: becomeTakenIn }]
}
