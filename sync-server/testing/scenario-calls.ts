import type { ConversationRecord, MessageRecord } from '../conversations/conversation-record.ts'
import type { OrderRecord } from '../orders/order-record.ts'
import type { EarningRecord } from '../partners/earnings.ts'
import type { PayoutRecord } from '../partners/payout-record.ts'

/**
 * Calls of a scenario that bypass the service's public interface; sent over the channel of `child_process.fork`.
 * Accounts are given by their ids.
 */
export interface ScenarioCalls {
  /** Creates an account and returns its id; safe to repeat. */
  create(email: string): Promise<string>
  codeMailed(email: string): Promise<string>
  /** Returns a code for signing in, without a mail. */
  codeOf(account: string): Promise<string>
  endSessions(account: string): Promise<void>
  /** Advances the person's orders; then delivers their old copies, as an overtaken writer would. */
  prepare(account: string, to: 'preparing' | 'delivered'): Promise<void>
  /** Opens the person's orders that wait for their time, today: partners may take them. */
  openDeliveries(account: string): Promise<void>
  /** Takes the person's orders back from the partners who have not picked them up, as if their time were over. */
  takeBack(account: string): Promise<void>
  /** Moves the person's mailbox to the next generation. */
  rotate(account: string): Promise<void>
  /** Kills the process, as by kill -9, at the nth step of a decision or move from now on. */
  dieAtStep(n: number): Promise<void>
  /**
   * Resolves when every acknowledged intent is decided, its mail is sent and every requested move is done. Returns
   * unfinished adoptions, deletions and deliveries.
   */
  rest(): Promise<string[]>
  isDeleted(account: string): Promise<boolean>
  /** Returns undefined for a deleted account and for a visitor who has signed in. */
  dump(account: string): Promise<Dump | undefined>
  /** Returns the decisions on these intents, for any account. */
  decisions(intents: string[]): Promise<Decisions>
  /** Returns the tickets that exist for these intents. */
  tickets(intents: string[]): Promise<Tickets>
  /** Returns these orders, whoever owns them by now, and the ids of all open rows of the cities' feeds. */
  deliveries(orders: string[]): Promise<Deliveries>
  /** Returns these conversations with all their messages, ascending; undefined for those that do not exist. */
  conversations(keys: string[]): Promise<(KeptConversation | undefined)[]>
  /** Returns what this account has earned, and its payouts. */
  money(account: string): Promise<Money>
  /** Returns the last sequence of every shared database. */
  ends(): Promise<LastSequences>
  /**
   * Returns the newer documents that still name this account or one of its words, and those of its mailboxes that still
   * exist.
   */
  remains(of: { account: string; words: string[]; mailboxes: string[]; since: LastSequences }): Promise<string[]>
}

/** Everything that the service stores for one account. */
export interface Dump {
  account: string
  mailbox: string
  documents: ({ _id: string; _rev: string; _conflicts?: string[] } & Record<string, unknown>)[]
  orders: OrderRecord[]
  /** The ids of the orders whose confirmation mails were posted; an id is listed twice if its mail was. */
  confirmed: string[]
  /** Ids of the account's promo claims. */
  claims: string[]
}

interface Deliveries {
  orders: OrderRecord[]
  openRows: string[]
}

export interface KeptConversation {
  record: ConversationRecord
  messages: MessageRecord[]
  /** How far each side has read. */
  seen: Readonly<Record<'owner' | 'counterpart', number>>
}

export interface Money {
  earnings: EarningRecord[]
  payouts: PayoutRecord[]
}

/** Sequences by database name. */
export type LastSequences = Record<string, string>

/** By intent id: the order of each ticket, and the number of mails about it. */
type Tickets = Record<string, { order: string; mails: number }>

/** Decisions by intent id. */
export type Decisions = Record<string, { outcome: 'done' | 'refused'; reason?: string }>
