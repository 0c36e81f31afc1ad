import type { OrderRecord } from '../orders/orders.ts'

/** What a history asks of the service past its public face; answered over the channel of `child_process.fork`. Accounts by their ids. */
export interface ScenarioCalls {
  /** Answers the new account's id; safe to repeat. */
  create(email: string): Promise<string>
  codeMailed(email: string): Promise<string>
  /** A code for signing in, without a mail. */
  codeOf(account: string): Promise<string>
  endSessions(account: string): Promise<void>
  /** Moves the person's orders on; a writer that was overtaken delivers what they were before. */
  prepare(account: string, to: 'preparing' | 'delivered'): Promise<void>
  /** Gives the person a mailbox of the next generation. */
  rotate(account: string): Promise<void>
  /** Dies, as by kill -9, at the nth step of a decision or a move from now on. */
  dieAtStep(n: number): Promise<void>
  /**
   * Resolves when everything acknowledged is decided, its mail is sent and every mailbox has moved that was to. Answers
   * the adoptions, deletions and ways of orders that are not over.
   */
  rest(): Promise<string[]>
  isDeleted(account: string): Promise<boolean>
  /** Nothing of an account that was deleted, nor of a visitor who signed in. */
  dump(account: string): Promise<Dump | undefined>
  /** What was decided of these intents, whoever asked. */
  decisions(intents: string[]): Promise<Decisions>
  /** Those of these intents of which our support has a ticket. */
  tickets(intents: string[]): Promise<Tickets>
  /** How far every shared database goes. */
  ends(): Promise<LastSequences>
  /** Where this account is still named or one of its words stands in what came after, and which of its mailboxes are still there. */
  remains(of: { account: string; words: string[]; mailboxes: string[]; since: LastSequences }): Promise<string[]>
}

/** Everything the service holds of one account. */
export interface Dump {
  account: string
  mailbox: string
  documents: ({ _id: string; _rev: string; _conflicts?: string[] } & Record<string, unknown>)[]
  orders: OrderRecord[]
  /** Of the confirmation mails that were posted, the ids of their orders; twice what was posted twice. */
  confirmed: string[]
  /** Ids of the claims to promo codes. */
  claims: string[]
}

/** Sequences by the databases' names. */
export type LastSequences = Record<string, string>

/** By the intents' ids: of which order each is, and how many mails tell of it. */
type Tickets = Record<string, { order: string; mails: number }>

/** By the intents' ids. */
export type Decisions = Record<string, { outcome: 'done' | 'refused'; reason?: string }>
