import {
  type BulkRequestFact,
  bulkConversation,
  bulkInterestId,
  bulkRequestId,
  type Notice,
  noticeId,
  type SupplierFigures,
  ulidOf,
  unservedId,
} from '#model'
import { accountHolder } from '../accounts/account-holder.ts'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Entry, News, TellStep } from '../core/core-document.ts'
import { derivedUlid } from '../core/derived-ulid.ts'
import type { Digests } from '../core/digest.ts'
import type { Couch } from '../couch/couch.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import type { VisitorMailLimits } from '../orders/visitor-mail-limits.ts'
import { confirmationMail, interestMail } from './bulk-mails.ts'
import {
  type BulkRecord,
  bulkRow,
  closedBulkRow,
  HAPPENED,
  interestFact,
  mayReachBuyer,
  NOBODY,
  shownSuppliers,
  unservedRow,
} from './bulk-record.ts'

/** Tells suppliers, admins and the buyer what was decided about a bulk request. */
export interface BulkTelling {
  tell(bulk: BulkRecord, news: News): TellStep[]
  /** Writes the buyer's copy; does nothing if the account has ended. */
  deliver(bulk: BulkRecord): Promise<void>
  /** Counts the deals of the supplier with whom it was agreed, and writes them into the supplier's mailbox. */
  deliverFigures(bulk: BulkRecord): Promise<void>
}

export interface BulkTellingNeeds {
  accounts: Accounts
  mailboxes: Pick<Mailboxes, 'put'>
  outbox: Pick<Outbox, 'post'>
  feeds: Pick<Feeds, 'adminRows' | 'bulkRows'>
  /** Collects new requests for the mails to suppliers. */
  bulkDigests: Pick<Digests, 'add'>
  visitorMailLimits: VisitorMailLimits
  /** Opens or closes a conversation with a supplier, if it exists. */
  followConversation: (key: string) => Promise<void>
}

/** Entries after which a row of the suppliers' or the admins' feed is written or closed. */
const CHANGES_ROWS: readonly string[] = [
  ...[HAPPENED.posted, HAPPENED.withdrawn, HAPPENED.agreed, HAPPENED.expired, HAPPENED.erased, HAPPENED.settled],
]
/** Entries that concern every supplier who has or had interest. */
const CONCERNS_SUPPLIERS: readonly string[] = [
  ...[HAPPENED.withdrawn, HAPPENED.agreed, HAPPENED.expired, HAPPENED.forgotten, HAPPENED.erased],
  // The buyer is a visitor no more, and can be written to.
  HAPPENED.handedOver,
]
/** Entries by which the buyer ended the request. Suppliers get no notice of a request that expired. */
const ENDED_BY_BUYER: readonly string[] = [HAPPENED.withdrawn, HAPPENED.agreed, HAPPENED.erased]
/** Entries after which the buyer's devices wait for the copy. */
const ASKED_BY_BUYER: readonly string[] = [HAPPENED.posted, HAPPENED.withdrawn, HAPPENED.agreed]

export function openBulkTelling({ couch, ...needs }: BulkTellingNeeds & { couch: Couch }): BulkTelling {
  const { accounts, mailboxes, outbox, feeds, bulkDigests, visitorMailLimits, followConversation } = needs

  /** Returns undefined once the account has ended: then nothing is written, and that is no failure. */
  async function activeAccount(id: string): Promise<AccountRecord | undefined> {
    const account = await accounts.get(id)
    return account?.status === 'active' ? account : undefined
  }
  const buyerOf = async ({ account }: BulkRecord): Promise<AccountRecord | undefined> =>
    account === NOBODY ? undefined : activeAccount(await accounts.ownerOf(account))

  /** Writes nothing for a made-up person of a demo who has never signed in. */
  async function put(account: AccountRecord | undefined, fact: Parameters<Mailboxes['put']>[1]) {
    if (account && !account.lacksMailbox) await mailboxes.put(account.mailbox.name, fact)
  }

  async function writeRow(bulk: BulkRecord) {
    const row = bulkRow(bulk)
    await (row ? feeds.bulkRows.put(row) : feeds.bulkRows.close(closedBulkRow(bulk)))
  }

  async function writeUnserved(bulk: BulkRecord) {
    const row = unservedRow(bulk)
    const { _id, version } = bulk
    await (row
      ? feeds.adminRows.put(row)
      : feeds.adminRows.close({ id: unservedId(ulidOf(_id)), type: 'unserved', version }))
  }

  async function deliver(bulk: BulkRecord) {
    const buyer = await buyerOf(bulk)
    if (!buyer || buyer.lacksMailbox) return
    await put(buyer, await requestFact(bulk, activeAccount))
  }

  async function deliverInterest(bulk: BulkRecord, supplier: string) {
    const fact = interestFact(bulk, supplier)
    if (!fact) return
    const canWrite = mayReachBuyer(bulk, supplier) && (await accountHolder(accounts, bulk.account)) !== undefined
    const conversation = bulkConversation(ulidOf(bulk._id), supplier)
    await put(await activeAccount(supplier), { ...fact, ...(canWrite && { conversation }) })
  }

  async function deliverFigures({ _id, agreedWith }: BulkRecord) {
    if (agreedWith === undefined) return
    // The view may not list this one yet.
    const deals = new Set([_id, ...(await couch.db('bulk-requests').idsByKey('deals', agreedWith))])
    // The number of deals never falls, so it serves as the version.
    const figures: SupplierFigures = {
      ...{ _id: 'supplier', type: 'supplier', version: deals.size, completedDeals: deals.size },
    }
    await put(await activeAccount(agreedWith), figures)
  }

  const late = (name: string, write: () => Promise<unknown>): TellStep => ({ name, write, isLate: true })

  function rowSteps(bulk: BulkRecord, all: readonly Entry[]): TellStep[] {
    if (!all.some(({ what }) => CHANGES_ROWS.includes(what))) return []
    return [
      // A row that is written again would wake every supplier.
      ...(all.every(({ what }) => what === HAPPENED.settled) ? [] : [late('write row', () => writeRow(bulk))]),
      ...(bulk.unserved ? [late('write item', () => writeUnserved(bulk))] : []),
    ]
  }

  function copySteps(bulk: BulkRecord, all: readonly Entry[]): TellStep[] {
    const concernsAll = all.some(({ what }) => CONCERNS_SUPPLIERS.includes(what))
    const versions = new Set(all.map(({ version }) => version))
    const told = Object.entries(bulk.interested).filter(([, { version }]) => concernsAll || versions.has(version))
    const isAwaited = all.some(({ what }) => ASKED_BY_BUYER.includes(what))
    const buyersCopy: TellStep = {
      name: 'deliver request',
      write: () => deliver(bulk),
      ...(!isAwaited && { isLate: true as const }),
    }
    return [
      ...(all.every(({ what }) => what === HAPPENED.forgotten || what === HAPPENED.settled) ? [] : [buyersCopy]),
      ...told.flatMap(([supplier]): TellStep[] => [
        {
          name: 'deliver interest',
          write: () => deliverInterest(bulk, supplier),
          ...(concernsAll && { isLate: true as const }),
        },
        late('follow conversation', () => followConversation(bulkConversation(ulidOf(bulk._id), supplier))),
      ]),
    ]
  }

  async function notify(account: AccountRecord | undefined, notice: Omit<Notice, '_id' | 'type'>, of: string) {
    await put(account, { _id: noticeId(derivedUlid(notice.at, of)), type: 'notice', ...notice })
  }

  /** The buyer gets one notice and one mail for each supplier: their ids stay the same when interest is shown again. */
  function interestSteps(bulk: BulkRecord, entry: Entry): TellStep[] {
    const [supplier, interest] = Object.entries(bulk.interested).find(([, one]) => one.version === entry.version) ?? []
    if (entry.what !== HAPPENED.interested || !supplier || !interest || bulk.state !== 'pending') return []
    const ulid = ulidOf(bulk._id)
    return [
      late('notify buyer', async () =>
        notify(
          await buyerOf(bulk),
          { kind: 'bulk-interest', subject: bulkRequestId(ulid), at: interest.firstAt },
          `${bulk._id} interest ${supplier}`,
        ),
      ),
      late('post interest', async () => {
        const [buyer, by] = [await buyerOf(bulk), await activeAccount(supplier)]
        const mail = buyer && by && interestMail(bulk, buyer, by)
        if (mail) await outbox.post(mail)
      }),
    ]
  }

  /** Notices to the suppliers who were interested when the buyer ended the request. */
  function endSteps(bulk: BulkRecord, { what, at }: Entry): TellStep[] {
    // If the request had ended before the buyer's account was deleted, its suppliers have had their notice.
    if (!ENDED_BY_BUYER.includes(what) || bulk.changedAt !== at) return []
    const subject = bulkInterestId(ulidOf(bulk._id))
    return shownSuppliers(bulk).map(([supplier]) => {
      const kind = supplier === bulk.agreedWith ? 'bulk-agreed' : 'bulk-closed'
      return late('notify supplier', async () =>
        notify(await activeAccount(supplier), { kind, subject, at }, `${bulk._id} ended ${supplier}`),
      )
    })
  }

  async function postConfirmation(bulk: BulkRecord) {
    const buyer = await buyerOf(bulk)
    const mail = buyer && (await confirmationMail(bulk, buyer, visitorMailLimits))
    if (mail) await outbox.post(mail)
  }

  return {
    deliver,
    deliverFigures,

    tell(bulk, { all, fresh }) {
      const isNew = bulk.state === 'pending' && fresh.some(({ what }) => what === HAPPENED.posted)
      return [
        ...rowSteps(bulk, all),
        ...copySteps(bulk, all),
        ...fresh.flatMap((entry) => [...interestSteps(bulk, entry), ...endSteps(bulk, entry)]),
        ...(isNew ? [late('post confirmation', () => postConfirmation(bulk))] : []),
        ...(isNew ? [late('note for digest', () => bulkDigests.add(bulk._id, bulk.postedAt))] : []),
        ...(all.some(({ what }) => what === HAPPENED.agreed)
          ? [late('deliver figures', () => deliverFigures(bulk))]
          : []),
      ]
    },
  }
}

/** The request as its buyer's devices see it: field by field, with the interested suppliers and how to reach them. */
async function requestFact(
  bulk: BulkRecord,
  activeAccount: (id: string) => Promise<AccountRecord | undefined>,
): Promise<BulkRequestFact> {
  const { _id, version, number, buyerName, city, flowerTypes, quantity, quantityUnit, deliveryDate } = bulk
  const { additionalNotes, postedAt, phone, email, deliveryAddress, state, changedAt, agreedWith, unserved } = bulk
  const interested: BulkRequestFact['interested'] = []
  for (const [supplier, { at, autoResponse }] of shownSuppliers(bulk)) {
    const account = await activeAccount(supplier)
    if (!account) continue
    interested.push({
      ...{ supplier, name: account.businessName ?? account.name, at },
      ...(account.email !== '' && { email: account.email }),
      ...(account.phone !== undefined && { phone: account.phone }),
      ...(autoResponse !== undefined && { autoResponse }),
    })
  }
  return {
    ...{ _id: bulkRequestId(ulidOf(_id)), type: 'bulk-request', version, number, buyerName, city, flowerTypes },
    ...{ quantity, quantityUnit, deliveryDate, postedAt, phone, email, deliveryAddress, state, changedAt, interested },
    ...(additionalNotes !== undefined && { additionalNotes }),
    ...(agreedWith !== undefined && { agreedWith }),
    ...(unserved && { isUnserved: true }),
  }
}
