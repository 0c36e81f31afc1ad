import type { Couch } from '../../couch/couch.ts'
import type { Report } from '../../couch/outage-log.ts'
import type { Stored } from '../../couch/store.ts'
import type { DeletedAccount, PersonalData } from '../../personal-data/personal-data.ts'
import { adoptionId } from '../account-record.ts'
import type { Accounts } from '../accounts.ts'

/** Deletes accounts. It keeps only a record that tells their devices so. */
export interface AccountDeletion {
  /** When it resolves, the account has ended, and the rest will be deleted even if this process dies. */
  begin(account: { id: string; email: string; mailbox: { name: string } }): Promise<void>
  /** Continues interrupted deletions, and repeats those of a minute ago once more. */
  resume(): Promise<void>
}

/** The data by which the account's records are found, in `work` until everything is deleted. */
interface DeletionMark extends Omit<DeletedAccount, 'adopted'> {
  _id: string
  type: 'ending'
  startedAt: string
}

/** Longer than any request or decision that began before the account ended. */
const LOOK_AGAIN_MS = 60_000

interface Needs {
  couch: Couch
  accounts: Pick<Accounts, 'get' | 'end'>
  personalData: Pick<PersonalData, 'erase'>
  now: () => Date
  report?: Report
  /** Called before and after every step; tests throw here. */
  onStep?: (point: string) => void
}

export function openAccountDeletion(needs: Needs): AccountDeletion {
  const { couch, accounts, personalData, now, report = console.error, onStep = () => {} } = needs
  const work = couch.db('work')

  async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
    onStep(`before ${name}`)
    const result = await run()
    onStep(`after ${name}`)
    return result
  }

  const cleared = (mark: DeletionMark & Stored) => ({ ...mark, clearedAt: now().toISOString() })

  async function clear(mark: DeletionMark & Stored) {
    const adopted = await step('end account', () => accounts.end(mark.account))
    const isLast = mark.clearedAt !== undefined && !(await isAdopting(adopted))
    for (const { name, erase } of personalData.erase) await step(name, () => erase({ ...mark, adopted }))
    await step<unknown>('settle mark', () => (isLast ? work.remove(mark) : work.put(cleared(mark))))
  }

  /** A running adoption may still hand something over to the account, which takes another pass to find. */
  async function isAdopting(visitors: string[]) {
    for (const visitor of visitors) if (await work.get(adoptionId(visitor))) return true
    return false
  }

  /** Reports a failure and does not throw it: the account has ended, and `resume` tries the rest again. */
  const clearOrReport = (mark: DeletionMark & Stored) =>
    clear(mark).catch((error: unknown) => report(`Of ${mark.account} something is left`, error))

  return {
    async begin({ id, email, mailbox }) {
      const mark: DeletionMark = {
        ...{ _id: `ending:${id}`, type: 'ending', account: id, email, mailbox: mailbox.name },
        startedAt: now().toISOString(),
      }
      await step('write mark', () => work.create(mark))
      await step('end account', () => accounts.end(id))
      const written = await work.get<DeletionMark>(mark._id)
      if (written) await clearOrReport(written)
    },

    async resume() {
      const long = new Date(now().getTime() - LOOK_AGAIN_MS).toISOString()
      for (const mark of await work.range<DeletionMark>('ending:', 'ending:\uffff'))
        if (mark.clearedAt === undefined || mark.clearedAt <= long) await clearOrReport(mark)
    },
  }
}
