/** An account that is being deleted, or an expired visitor. */
export interface DeletedAccount {
  account: string
  /** Empty for a visitor. */
  email: string
  mailbox: string
  /** Visitors that were merged into this account. */
  adopted: string[]
  /**
   * When everything was deleted for the first time; set for the second pass, because running work may have written
   * since.
   */
  clearedAt?: string
}

interface DeletionStep {
  name: string
  /** Safe to repeat. */
  erase(deleted: DeletedAccount): Promise<void>
}

interface MailboxOwner {
  id: string
  mailbox: { name: string }
}

interface HandOverStep {
  name: string
  /** Hands the visitor's records over to the account. Safe to repeat. */
  handOver(visitor: { id: string; mailbox: string }, account: MailboxOwner): Promise<void>
}

/**
 * Resolves with the last day in India, `YYYY-MM-DD`, until which the visitor is kept; undefined if nothing requires it.
 */
type AwaitedUntil = (visitor: string) => Promise<string | undefined>

/** A person who downloads their data. */
export interface ExportedPerson {
  account: string
  /** The id of the session that requests the export. */
  session: string
  mailbox: string
  /** Visitors that were merged into this account. */
  adopted: readonly string[]
}

interface ExportPart {
  /** Its key in the exported file. */
  name: string
  read(person: ExportedPerson): Promise<object>
}

/** A sentence that explains why there is nothing to do. */
type Excuse = string

/**
 * Documents of one database, and what each of the four lists does with them. A database that a list neither handles nor
 * excuses fails `people/personal-data.test.ts`.
 */
export interface PersonalRecords {
  /** As in `design-docs/databases.ts`; `mailbox` stands for every mailbox. */
  database: string
  /** The prefixes of these documents' ids. */
  ids: readonly string[]
  /** Applies when a visitor signs in. */
  handOver: HandOverStep | Excuse
  /** Applies when an account is deleted. */
  erase: DeletionStep | Excuse
  /** Applies while a visitor is away. */
  awaitedUntil: AwaitedUntil | Excuse
  /** Applies when people download their data. */
  exported: ExportPart | Excuse
}

/** The four lists, in the order of their steps. */
export interface PersonalData {
  records: readonly PersonalRecords[]
  handOver: readonly HandOverStep[]
  erase: readonly DeletionStep[]
  awaitedUntil: readonly AwaitedUntil[]
  exported: readonly ExportPart[]
}

const handled = <Step extends object>(step: Step | Excuse): Step[] => (typeof step === 'string' ? [] : [step])

/**
 * Deletion steps run in the order of `records` and handover steps in reverse order: a notice in the mailbox names an
 * order, which must exist.
 */
export const personalDataOf = (records: readonly PersonalRecords[]): PersonalData => ({
  records,
  handOver: records.toReversed().flatMap(({ handOver }) => handled(handOver)),
  erase: records.flatMap(({ erase }) => handled(erase)),
  awaitedUntil: records.flatMap(({ awaitedUntil }) => handled(awaitedUntil)),
  exported: records.flatMap(({ exported }) => handled(exported)),
})

/** Declares records without personal data, with the same excuse for every list. */
export const notPersonal = (database: string, ids: readonly string[], excuse: Excuse): PersonalRecords => ({
  ...{ database, ids },
  ...{ handOver: excuse, erase: excuse, awaitedUntil: excuse, exported: excuse },
})
