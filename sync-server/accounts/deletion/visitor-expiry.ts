import { dayOf } from '#model'
import type { Couch } from '../../couch/couch.ts'
import type { Stored } from '../../couch/store.ts'
import type { PersonalData } from '../../personal-data/personal-data.ts'
import type { Accounts } from '../accounts.ts'
import type { AccountDeletion } from './account-deletion.ts'

/** Deletes visitors whose session has expired or ended, because nobody can return as them. */
export interface VisitorExpiry {
  /** Call this before the session is removed: afterwards nothing would lead to the visitor. */
  note(visitor: string): Promise<void>
  /** Deletes noted visitors for whom no delivery is open. Safe to repeat. */
  settle(): Promise<void>
}

interface ExpiryMark {
  _id: string
  type: 'departure'
  visitor: string
}

interface Needs {
  couch: Couch
  accounts: Accounts
  accountDeletion: AccountDeletion
  personalData: Pick<PersonalData, 'awaitedUntil'>
  now: () => Date
}

export function openVisitorExpiry({ couch, accounts, accountDeletion, personalData, now }: Needs): VisitorExpiry {
  const work = couch.db('work')

  async function isHere(account: string): Promise<boolean> {
    const selector = { type: 'session', account }
    const sessions = await couch.db('credentials').find<{ expiresAt: string } & Stored>('by-account', { selector })
    return sessions.some(({ expiresAt }) => expiresAt > now().toISOString())
  }

  async function isAwaited(visitor: string): Promise<boolean> {
    const days = await Promise.all(personalData.awaitedUntil.map((awaitedUntil) => awaitedUntil(visitor)))
    return days.some((day) => day !== undefined && day >= dayOf(now()))
  }

  return {
    async note(visitor) {
      const account = await accounts.get(visitor)
      // An adopted visitor, or an account that is no visitor, has not left.
      if (account?.status !== 'active' || account.role !== 'VISITOR') return
      const mark: ExpiryMark = { _id: `departure:${visitor}`, type: 'departure', visitor }
      await work.create(mark)
    },

    async settle() {
      for (const mark of await work.range<ExpiryMark>('departure:', 'departure:\uffff')) {
        const visitor = await accounts.get(mark.visitor)
        if (visitor?.status === 'active' && visitor.role === 'VISITOR') {
          const { id, mailbox } = visitor
          const isBack = await isHere(id)
          if (!isBack && (await isAwaited(id))) continue
          if (!isBack) await accountDeletion.begin({ id, email: '', mailbox })
        }
        await work.remove(mark)
      }
    },
  }
}
