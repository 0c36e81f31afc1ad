import type { Couch } from '../couch/couch.ts'
import { isStatus } from '../couch/failures.ts'
import type { PersonalRecords } from '../personal-data/personal-data.ts'
import type { Mailboxes } from './mailboxes.ts'
import { removeMovedMailboxes, removeMoveRecords } from './move-mailbox.ts'

/** Returns nothing if the mailbox was removed before. */
const unlessGone = <T>(read: Promise<T[]>): Promise<T[]> =>
  read.catch((error: unknown) => {
    if (isStatus(error, 404)) return []
    throw error
  })

/** The documents that people's devices hold as well. */
export function mailboxesPersonalData({ couch, mailboxes }: { couch: Couch; mailboxes: Mailboxes }): PersonalRecords[] {
  return [
    {
      database: 'mailbox',
      ids: [''],
      // Devices push their own documents again, and the core's documents are handed over from the core.
      handOver: {
        name: 'hand over notices',
        async handOver(visitor, account) {
          const notices = await unlessGone(
            couch.db(visitor.mailbox).range<{ type: string }>('notice:', 'notice:\uffff'),
          )
          for (const { _rev, ...notice } of notices) await mailboxes.put(account.mailbox.name, notice)
        },
      },
      erase: { name: 'remove mailbox', erase: ({ mailbox }) => couch.destroyDatabase(mailbox) },
      awaitedUntil: 'What is to be delivered is in the core.',
      exported: { name: 'mailbox', read: ({ mailbox }) => couch.db(mailbox).range('', '\uffff') },
    },
    {
      database: 'work',
      ids: ['move:'],
      handOver: 'The merge removes the visitor’s mailboxes, and the notes of their moves with them.',
      erase: {
        name: 'remove moved mailboxes',
        // The records of the moves are removed last: the second pass needs them to find what a running move has still
        // created.
        async erase({ account, clearedAt }) {
          await removeMovedMailboxes(couch, account)
          if (clearedAt !== undefined) await removeMoveRecords(couch, account)
        },
      },
      awaitedUntil: 'No delivery depends on it.',
      exported: 'It holds names of databases alone.',
    },
    {
      database: 'work',
      ids: ['due:'],
      handOver: 'It goes once the intents in the visitor’s mailbox are decided.',
      erase: 'The decider removes the mark of a mailbox that is gone.',
      awaitedUntil: 'No delivery depends on it.',
      exported: 'It says that the mailbox has intents to be decided; the file has these.',
    },
  ]
}
