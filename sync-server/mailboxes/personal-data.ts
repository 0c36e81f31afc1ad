import type { Couch } from '../couch/couch.ts'
import { isStatus } from '../couch/failures.ts'
import type { PersonalRecords } from '../personal-data/personal-data.ts'
import type { Mailboxes } from './mailboxes.ts'
import { removeMovedMailboxes, removeMoveRecords } from './move-mailbox.ts'

/** Nothing, if the mailbox was removed before. */
const unlessGone = <T>(read: Promise<T[]>): Promise<T[]> =>
  read.catch((error: unknown) => {
    if (isStatus(error, 404)) return []
    throw error
  })

/** What people's devices hold too. */
export function mailboxesPersonalData({ couch, mailboxes }: { couch: Couch; mailboxes: Mailboxes }): PersonalRecords[] {
  return [
    {
      database: 'mailbox',
      ids: [''],
      // The devices bring what they wrote themselves, and what the core holds is handed over from there.
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
        // The notes last: by them the second look finds what a move that was under way has still made.
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
