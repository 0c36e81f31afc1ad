import { setTimeout as pause } from 'node:timers/promises'
import { ulidOf } from '#model'
import type { Couch } from '../../couch/couch.ts'
import { isStatus } from '../../couch/failures.ts'
import type { Report } from '../../couch/outage-log.ts'
import type { Stored } from '../../couch/store.ts'
import { removeMovedMailboxes, removeMoveRecords } from '../../mailboxes/move-mailbox.ts'
import type { PersonalData } from '../../personal-data/personal-data.ts'
import { adoptionId, type StoredAccount } from '../account-record.ts'
import type { Accounts, Adopted } from '../accounts.ts'
import type { Sessions } from '../sessions.ts'
import type { AccountDeletion } from './account-deletion.ts'

/**
 * Merges a visitor who signs in into the account. From the first step on, an intent in the visitor's mailbox is decided
 * as if the account had sent it. Then the visitor's data are handed over.
 */
export interface VisitorMerge {
  /**
   * Does nothing if the visitor belongs to another account by now. If the account has ended, the visitor is deleted
   * too. Safe to repeat after it was interrupted at any point.
   */
  adopt(visitor: string, by: string): Promise<void>
  /** Continues interrupted merges, and repeats those of a minute ago once more. */
  resume(): Promise<void>
}

interface MergeMark {
  _id: string
  type: 'adoption'
  visitor: string
  account: string
  /** When everything in the mailbox was decided and handed over; a running push or decision may have added to it. */
  handedOverAt?: string
}

/** Longer than any push or decision that began before the merge. */
const LOOK_AGAIN_MS = 60_000
/** Intents that are not decided by then are handed over by `resume`. */
const DRAIN_MS = 3_000
const LOOK_MS = 50

interface Needs {
  couch: Couch
  accounts: Accounts
  sessions: Pick<Sessions, 'revokeAll'>
  accountDeletion: AccountDeletion
  personalData: Pick<PersonalData, 'handOver'>
  now: () => Date
  report?: Report
  /** Called before and after every step; tests throw here. */
  onStep?: (point: string) => void
}

/** Returns an empty list if the mailbox has been removed already. */
const unlessGone = <T>(read: Promise<T[]>): Promise<T[]> =>
  read.catch((error: unknown) => {
    if (isStatus(error, 404)) return []
    throw error
  })

export function openVisitorMerge(needs: Needs): VisitorMerge {
  const {
    couch,
    accounts,
    sessions,
    accountDeletion,
    personalData,
    now,
    report = console.error,
    onStep = () => {},
  } = needs
  const work = couch.db('work')
  const running = new Map<string, Promise<void>>()

  async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
    onStep(`before ${name}`)
    const result = await run()
    onStep(`after ${name}`)
    return result
  }

  async function begin(visitor: string, by: string) {
    const known = await accounts.get(visitor)
    if (known?.status !== 'active' && known?.status !== 'adopted') return
    const mark: MergeMark = {
      ...{ _id: adoptionId(visitor), type: 'adoption', visitor, account: by },
    }
    // A finished adoption leaves no mark; the visitor's record says which account adopted them.
    if ((await accounts.isSamePerson(visitor, by)) && !(await work.get(mark._id))) return
    await step('write mark', () => work.create(mark))
    const stored = await work.get<MergeMark>(mark._id)
    if (stored?.account === by && isDue(stored)) await handOver(stored)
  }

  async function handOver(mark: MergeMark & Stored) {
    const adopted = await step('adopt visitor', () => accounts.adopt(mark.visitor, mark.account))
    if (adopted === 'account_ended') return forget(mark)
    if (adopted === undefined) return void (await work.remove(mark))
    try {
      await handOverAll(mark, adopted)
    } catch (error) {
      // If the account was deleted meanwhile, nothing can be written to its mailbox.
      if (!(await hasEnded(mark.account))) throw error
      await forget(mark)
    }
  }

  async function handOverAll(mark: MergeMark & Stored, { by: owner, mailbox }: Adopted) {
    await step('cut off visitor', () => sessions.revokeAll(mark.visitor))
    const isDrained = await drain(mailbox)
    for (const { name, handOver } of personalData.handOver)
      await step(name, () => handOver({ id: mark.visitor, mailbox }, owner))
    if (!isDrained) return
    if (mark.handedOverAt === undefined) return void (await step('settle mark', () => work.put(handedOver(mark))))
    await step('remove mailbox', () => removeMailbox(mark.visitor, mailbox))
    await step('remove mark', () => work.remove(mark))
  }

  /** True if it is not handed over yet, or was so long ago that the second pass may remove the mailbox. */
  const isDue = ({ handedOverAt }: MergeMark) =>
    handedOverAt === undefined || now().getTime() - Date.parse(handedOverAt) >= LOOK_AGAIN_MS

  const hasEnded = async (account: string) =>
    (await couch.db('accounts').get<StoredAccount>(`account:${account}`))?.status === 'ended'

  const handedOver = (mark: MergeMark & Stored) => ({ ...mark, handedOverAt: now().toISOString() })

  /** The account was deleted before or during the merge, so the visitor's data are deleted too. */
  async function forget(mark: MergeMark & Stored) {
    const visitor = await accounts.get(mark.visitor)
    if (visitor && visitor.status !== 'ended')
      await accountDeletion.begin({ id: mark.visitor, email: '', mailbox: visitor.mailbox })
    await work.remove(mark)
  }

  /** Waits until every intent has its receipt. Returns false after `DRAIN_MS`: then `resume` hands over the rest. */
  async function drain(mailbox: string): Promise<boolean> {
    const store = couch.db(mailbox)
    const until = Date.now() + DRAIN_MS
    for (;;) {
      const [intents, receipts] = await Promise.all([
        unlessGone(store.ids('intent:', 'intent:\uffff')),
        unlessGone(store.ids('receipt:', 'receipt:\uffff')),
      ])
      const answered = new Set(receipts.map(ulidOf))
      if (intents.every((id) => answered.has(ulidOf(id)))) return true
      if (Date.now() > until) return false
      await pause(LOOK_MS)
    }
  }

  async function removeMailbox(visitor: string, mailbox: string) {
    await couch.destroyDatabase(mailbox)
    await removeMovedMailboxes(couch, visitor)
    await removeMoveRecords(couch, visitor)
  }

  return {
    adopt(visitor, by) {
      // A page that has just signed in sends several requests at once.
      const there = running.get(visitor)
      if (there) return there
      const adoption = begin(visitor, by).finally(() => running.delete(visitor))
      running.set(visitor, adoption)
      return adoption
    },

    async resume() {
      for (const mark of await work.range<MergeMark>('adoption:', 'adoption:\uffff'))
        if (isDue(mark))
          // A merge that fails does not delay the others and is tried again.
          await handOver(mark).catch((error: unknown) => report(`${mark.visitor} could not be handed over`, error))
    },
  }
}
