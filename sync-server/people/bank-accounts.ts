import type { Accounts } from '../accounts/accounts.ts'
import type { Couch } from '../couch/couch.ts'
import { removeAnyRevision } from '../couch/remove-any-revision.ts'

export interface BankAccount {
  /** Digits, in a few banks with letters. */
  bankAccount: string
  /** Eleven characters that name the branch. */
  ifscCode: string
}

/** Where partners are paid. The whole number is in `kyc` alone; the account has the last four digits. */
export interface BankAccounts {
  set(account: string, bank: BankAccount): Promise<void>
  /** For an account that has ended. */
  remove(account: string): Promise<void>
}

interface BankRecord extends BankAccount {
  _id: string
  type: 'bank'
  account: string
  changedAt: string
}

export const bankId = (account: string) => `bank:${account}`
const LAST = 4

interface Needs {
  couch: Couch
  accounts: Pick<Accounts, 'change'>
  now: () => Date
}

export function openBankAccounts({ couch, accounts, now }: Needs): BankAccounts {
  const kyc = couch.db('kyc')

  return {
    async set(account, { bankAccount, ifscCode }) {
      const changedAt = now().toISOString()
      const record: BankRecord = { _id: bankId(account), type: 'bank', account, bankAccount, ifscCode, changedAt }
      await kyc.update<BankRecord>(record._id, () => record)
      await accounts.change(account, { bankAccountEnds: bankAccount.slice(-LAST) })
    },

    remove: (account) => removeAnyRevision(bankId(account), kyc),
  }
}
