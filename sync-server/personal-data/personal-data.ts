/** An account that is being deleted, or a visitor who is forgotten. */
export interface DeletedAccount {
  account: string
  /** Empty for a visitor. */
  email: string
  mailbox: string
  /** Visitors who turned out to be this person. */
  adopted: string[]
  /** When everything was deleted first; set for the second look, because what was under way may have written since. */
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
  /** Gives the account what the visitor had. Safe to repeat. */
  handOver(visitor: { id: string; mailbox: string }, account: MailboxOwner): Promise<void>
}

/** The last day in India, `YYYY-MM-DD`, until which the visitor is kept; undefined: nothing holds them. */
type AwaitedUntil = (visitor: string) => Promise<string | undefined>

/** Who downloads their data. */
export interface ExportedPerson {
  account: string
  /** The id of the session that asks. */
  session: string
  mailbox: string
  /** Visitors who turned out to be this person. */
  adopted: readonly string[]
}

interface ExportPart {
  /** Its key in the exported file. */
  name: string
  read(person: ExportedPerson): Promise<object>
}

/** A sentence that says why there is nothing to do. */
type Excuse = string

/**
 * Documents of one database, and what each of the four lists does with them. A database that a list neither handles nor
 * excuses fails `people/personal-data.test.ts`.
 */
export interface PersonalRecords {
  /** As in `design-docs/databases.ts`; `mailbox` stands for every mailbox. */
  database: string
  /** How the ids of these documents begin. */
  ids: readonly string[]
  /** When a visitor signs in. */
  handOver: HandOverStep | Excuse
  /** When an account is deleted. */
  erase: DeletionStep | Excuse
  /** While a visitor stays away. */
  awaitedUntil: AwaitedUntil | Excuse
  /** When people download their data. */
  exported: ExportPart | Excuse
}

/** The four lists, in the order in which their steps are taken. */
export interface PersonalData {
  records: readonly PersonalRecords[]
  handOver: readonly HandOverStep[]
  erase: readonly DeletionStep[]
  awaitedUntil: readonly AwaitedUntil[]
  exported: readonly ExportPart[]
}

const handled = <Step extends object>(step: Step | Excuse): Step[] => (typeof step === 'string' ? [] : [step])

/** Deletes in the order of `records`, and hands over in reverse: a notice in the mailbox names an order, which must exist. */
export const personalDataOf = (records: readonly PersonalRecords[]): PersonalData => ({
  records,
  handOver: records.toReversed().flatMap(({ handOver }) => handled(handOver)),
  erase: records.flatMap(({ erase }) => handled(erase)),
  awaitedUntil: records.flatMap(({ awaitedUntil }) => handled(awaitedUntil)),
  exported: records.flatMap(({ exported }) => handled(exported)),
})

/** The same excuse for every list. */
export const notPersonal = (database: string, ids: readonly string[], excuse: Excuse): PersonalRecords => ({
  ...{ database, ids },
  ...{ handOver: excuse, erase: excuse, awaitedUntil: excuse, exported: excuse },
})
