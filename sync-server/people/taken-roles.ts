import { ulid } from 'ulid'
import { type Notice, noticeId, ulidOf } from '#model'
import { type AccountRecord, EDITS_KEPT, type StoredAccount } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { CoreDocument, CoreKind, News, TellStep } from '../core/core-document.ts'
import { type CoreStore, openCoreStore } from '../core/core-store.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'

/** An admin takes the role of a partner or supplier away. */
interface TakenRole extends CoreDocument {
  type: 'taken-role'
  /** The admin's account. */
  by: string
  account: string
  role: 'PARTNER' | 'SUPPLIER'
  at: string
  /** For the mail: it is removed when the mail is posted, or after a week, when no mail is posted any more. */
  reason?: string
}

type Refusal = 'not_found' | 'admin_protected' | 'no_role_to_take'

export interface TakenRoles {
  /**
   * Makes the person a customer, who signs in again. From then on the mail with the reason follows, whatever becomes of
   * this process.
   */
  take(asked: { by: string; account: string; reason: string }): Promise<'taken' | Refusal>
  kept: Kept<TakenRole>
}

const PREFIX = 'taken-role:'
const WEEK_MS = 7 * 86_400_000

interface Needs {
  couch: Couch
  accounts: Accounts
  outbox: Outbox
  mailboxes: Mailboxes
  /** Ends what only a partner may do; safe to repeat. */
  partnerLost: (account: string, entry: { id: string; at: string }) => Promise<void>
  bulkRequests: { supplierLost(supplier: string, at: string): Promise<void> }
  now: () => Date
}

export function openTakenRoles({
  couch,
  accounts,
  outbox,
  mailboxes,
  partnerLost,
  bulkRequests,
  now,
}: Needs): TakenRoles {
  const people = couch.db('accounts')

  const kind: CoreKind<TakenRole> = {
    database: 'jobs',
    idPrefix: PREFIX,
    deadlineOf({ reason, at, told, version }) {
      if (reason === undefined) return undefined
      return told === version ? at : new Date(Date.parse(at) + WEEK_MS).toISOString()
    },
    async due({ type, by, account, role, at }) {
      return { what: 'reason removed', content: { type, by, account, role, at } }
    },
    tell,
  }
  const store: CoreStore<TakenRole> = openCoreStore(couch, kind)

  function tell(taken: TakenRole, { all, fresh }: News): TellStep[] {
    const isAsked = ({ what }: { what: string }) => what === 'asked'
    const { reason } = taken
    const steps: TellStep[] = []
    if (all.some(isAsked)) steps.push({ name: 'set role', write: () => setRole(taken) })
    if (all.some(isAsked) && taken.role === 'PARTNER')
      steps.push({
        name: 'end deliveries',
        write: () => partnerLost(taken.account, { id: taken._id, at: taken.at }),
      })
    if (all.some(isAsked) && taken.role === 'SUPPLIER')
      steps.push({ name: 'end interest', write: () => bulkRequests.supplierLost(taken.account, taken.at) })
    if (fresh.some(isAsked)) steps.push({ name: 'put notice', write: () => putNotice(taken) })
    if (fresh.some(isAsked) && reason !== undefined)
      steps.push({ name: 'post mail', write: () => postMail(taken, reason) })
    return steps
  }

  /** Sets the role once, because the person may be given it again. Returns the account; undefined if it has ended. */
  const setRole = ({ _id, account, role }: TakenRole) =>
    accounts.change(account, ({ role: before, edits = [] }) =>
      before === role && !edits.includes(_id) ? { role: 'CUSTOMER', edits: [...edits, _id].slice(-EDITS_KEPT) } : {},
    )

  /** Puts what the person finds after signing in again. */
  async function putNotice({ _id, account, at }: TakenRole) {
    const record = await people.get<StoredAccount>(`account:${account}`)
    if (record?.status !== 'active' || record.lacksMailbox || !hasLostRole(record, _id)) return
    const notice: Notice = {
      _id: noticeId(ulidOf(_id)),
      ...{ type: 'notice', kind: 'role-taken', subject: 'account', at },
    }
    await mailboxes.put(record.mailbox.name, notice)
  }

  async function postMail({ _id, account, role }: TakenRole, reason: string) {
    const record = await people.get<StoredAccount>(`account:${account}`)
    // The account has ended, or another admin was faster and has given a reason.
    if (record?.status !== 'active' || !hasLostRole(record, _id)) return
    const { name, language } = record
    await outbox.post({
      _id: `mail:role-taken:${_id.slice(PREFIX.length)}`,
      kind: 'role-taken',
      to: { account },
      language,
      data: { name, role, reason },
    })
  }

  return {
    kept: { kind, store },

    async take({ by, account, reason }) {
      const record = await people.get<StoredAccount>(`account:${account}`)
      if (record?.status !== 'active' || record.role === 'VISITOR') return 'not_found'
      const { role } = record
      if (role === 'ADMIN') return 'admin_protected'
      if (role === 'CUSTOMER') return 'no_role_to_take'
      const asked = now()
      const at = asked.toISOString()
      const id = `${PREFIX}${account}:${ulid(asked.getTime())}`
      const content = { type: 'taken-role' as const, by, account, role, at, reason }
      const decided = await store.decide(id, { at }, () => ({ what: 'asked', content }))
      if ('refused' in decided) throw new Error('taking a role is never refused here')
      const after = await setRole(decided.doc)
      return after && hasLostRole(after, id) ? 'taken' : 'no_role_to_take'
    },
  }
}

/** Returns true if it was the decision with this id that took the role. */
const hasLostRole = ({ edits = [] }: Pick<AccountRecord, 'edits'>, id: string) => edits.includes(id)
