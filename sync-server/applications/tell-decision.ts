import { APPLICATION_ROLES, type Notice, noticeId, ulidOf } from '#model'
import { type AccountRecord, lastDigits } from '../accounts/account-record.ts'
import type { AccountChange, Accounts } from '../accounts/accounts.ts'
import type { Entry, News, TellStep } from '../core/core-document.ts'
import { derivedUlid } from '../core/derived-ulid.ts'
import { welcomeMailId } from '../email/kinds/welcome.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import {
  type ApplicationRecord,
  type Decision,
  type DriverForm,
  HAPPENED,
  type SupplierForm,
} from './application-record.ts'
import type { BankAccount, Kyc } from './kyc.ts'

/** Entries that are remembered on the account; an application has one. */
const SET_BY_KEPT = 20
const USER_TYPE = { driver: 'partner', wholesale_supplier: 'supplier' } as const

export interface DecisionNeeds {
  accounts: Accounts
  mailboxes: Pick<Mailboxes, 'put'>
  outbox: Pick<Outbox, 'post'>
  kyc: Pick<Kyc, 'bankOf' | 'remove' | 'removeBank'>
}

/** Returns the writes that tell an applicant of the decision: their role and standing, a notice and mails. */
export function tellDecision(application: ApplicationRecord, { all, fresh }: News, needs: DecisionNeeds): TellStep[] {
  const { accounts, mailboxes, outbox, kyc } = needs
  const { form, decision } = application
  const entry = all.find(({ what }) => what === HAPPENED.approved || what === HAPPENED.rejected)
  if (!entry || !form || !decision) return []
  const about: Decided = { application, form, decision, entry }
  const ulid = ulidOf(application._id)

  /** Writes nothing if the applicant's account has ended. */
  const forApplicant = (name: string, write: (applicant: AccountRecord) => Promise<unknown>): TellStep => ({
    name,
    async write() {
      const applicant = await accounts.get(await accounts.ownerOf(application.account))
      if (applicant?.status === 'active') await write(applicant)
    },
  })
  const isApproved = decision.decision === 'approved'
  const removal = [
    { name: 'delete documents', write: () => kyc.remove(ulid) },
    // Before 'set role', which ends this: later the person may have applied again, and given another bank account.
    forApplicant('delete bank account', async ({ id, application: open }) => {
      if (open === ulid) await kyc.removeBank(id)
    }),
  ]
  const role = forApplicant('set role', async ({ id }) => {
    const bank = await kyc.bankOf(id)
    await accounts.change(id, (record) => changeOf(about, record, bank))
  })
  const messages = [
    forApplicant('write notice', async ({ mailbox, lacksMailbox }) => {
      if (!lacksMailbox) await mailboxes.put(mailbox.name, noticeOf(about))
    }),
    forApplicant('post decision', (applicant) => outbox.post(decisionMail(about, applicant))),
    ...(isApproved ? [forApplicant('post welcome', (applicant) => outbox.post(welcomeMail(about, applicant)))] : []),
  ]
  return [...(isApproved ? [] : removal), role, ...(fresh.includes(entry) ? messages : [])]
}

interface Decided {
  application: ApplicationRecord
  form: DriverForm | SupplierForm
  decision: Decision
  entry: Entry
}

/** The account remembers the entry: whatever changes the role or the profile later is not undone by telling again. */
function changeOf(
  { application, form, decision, entry }: Decided,
  record: AccountRecord,
  bank: BankAccount | undefined,
): AccountChange {
  const name = `${application._id} ${entry.version}`
  const { setBy = [] } = record
  if (setBy.includes(name)) return {}
  const isOpen = record.application === ulidOf(application._id)
  const remembered = {
    setBy: [...setBy, name].slice(-SET_BY_KEPT),
    // The person may apply again.
    ...(isOpen && { application: undefined }),
  }
  if (decision.decision === 'rejected') return { ...remembered, standing: 'rejected' }
  // Somebody who was made an admin meanwhile must not lose that role.
  if (record.role !== 'CUSTOMER') return remembered
  return {
    ...remembered,
    role: APPLICATION_ROLES[form.type],
    standing: 'approved',
    approvedAt: decision.at,
    ...(decision.by !== undefined && { approvedBy: decision.by }),
    ...(record.phone === undefined && { phone: application.phone }),
    ...(bank && { bankAccountEnds: lastDigits(bank.number) }),
    emailNotices: record.emailNotices ?? true,
    ...(form.type === 'driver' ? partnerFields(form, record) : supplierFields(form)),
  }
}

function partnerFields(form: DriverForm, { autoAccept = false }: AccountRecord): AccountChange {
  const { city, vehicleType, vehicleNumber, languages, serviceRadius, emergencyContact } = form
  return {
    // Deliveries of this city are offered to them.
    city,
    ...{ vehicleType, vehicleNumber, serviceRadius, emergencyContact, autoAccept },
    languages: languages.length > 0 ? [...languages] : ['hindi', 'english'],
  }
}

function supplierFields({ businessName, contactPerson, address, citiesServed }: SupplierForm): AccountChange {
  return { businessName, contactPerson, address, citiesServed: [...citiesServed] }
}

function noticeOf({ application, decision, entry }: Decided): Notice {
  return {
    _id: noticeId(derivedUlid(entry.at, `${application._id} ${entry.what}`)),
    type: 'notice',
    kind: decision.decision === 'approved' ? 'application-approved' : 'application-rejected',
    subject: application._id,
    at: entry.at,
  }
}

function decisionMail({ application, form, decision: { decision, reason } }: Decided, { id, language }: AccountRecord) {
  const ulid = ulidOf(application._id)
  const to = { account: id }
  const why = reason !== undefined && { reason }
  return form.type === 'driver'
    ? ({
        _id: `mail:driver-decision:${ulid}`,
        kind: 'driver-decision',
        ...{ to, language, data: { driverName: form.name, decision, ...why } },
      } as const)
    : ({
        _id: `mail:supplier-decision:${ulid}`,
        kind: 'supplier-decision',
        ...{ to, language, data: { name: form.businessName, decision, ...why } },
      } as const)
}

function welcomeMail({ form }: Decided, { id, name, language }: AccountRecord) {
  const userType = USER_TYPE[form.type]
  return {
    _id: welcomeMailId(id, userType),
    kind: 'welcome',
    ...{ to: { account: id }, language, data: { name, userType } },
  } as const
}
