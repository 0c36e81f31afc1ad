import { randomBytes } from 'node:crypto'
import { normaliseEmail } from '#model'
import type { Couch } from '../couch/couch.ts'
import { pagesOf } from '../couch/pages.ts'
import type { Keys } from '../settings/keys.ts'
import type { AccountRecord, StoredAccount } from './account-record.ts'

/** A claim makes an e-mail unique: its id is the address's keyed hash. */
export interface Claim {
  _id: string
  type: 'email-claim'
  account: string
  claimedAt: string
}

export interface EmailClaims {
  /** Returns the account id of this e-mail: a new one, or that of the first claim. */
  claim(email: string): Promise<string>
  ownerOf(email: string): Promise<string | undefined>
  /** Removes the claim, unless it belongs to another account by now. */
  free(email: string, account: string): Promise<void>
  /**
   * Rewrites all claims from the accounts after the keys were replaced; no account may be created meanwhile. If two
   * accounts have the same e-mail, it leads to the older one. Returns how many accounts are found by their e-mail, and
   * the ids of those that are not. Safe to repeat.
   */
  rewrite(): Promise<{ found: number; hidden: string[] }>
}

/** The id of the claim on an e-mail. */
export const claimIdOf = (email: string, keys: Keys) => `email:${keys.digest('email', normaliseEmail(email))}`
export const newAccountId = () => randomBytes(12).toString('base64url')

interface Needs {
  couch: Couch
  keys: Keys
  now: () => Date
}

export function openEmailClaims({ couch, keys, now }: Needs): EmailClaims {
  const store = couch.db('accounts')
  const claimId = (email: string) => claimIdOf(email, keys)

  async function claim(email: string): Promise<string> {
    const mine: Claim = {
      _id: claimId(email),
      type: 'email-claim',
      account: newAccountId(),
      claimedAt: now().toISOString(),
    }
    if ((await store.create(mine)) === 'created') return mine.account
    const theirs = await store.get<Claim>(mine._id)
    return theirs ? theirs.account : claim(email)
  }

  async function* accountsWithEmail(): AsyncGenerator<AccountRecord[]> {
    for await (const page of pagesOf<StoredAccount>(store, 'account:'))
      yield page.flatMap((one) => (one.status === 'active' && one.email !== '' ? [one] : []))
  }

  async function removeWrong() {
    for await (const page of pagesOf<Claim>(store, 'email:')) {
      const owners = await store.many<StoredAccount>(page.map(({ account }) => `account:${account}`))
      const wrong = page.filter((one, n) => {
        const owner = owners[n]
        return owner?.status !== 'active' || one._id !== claimId(owner.email)
      })
      await Promise.all(wrong.map((one) => store.remove(one)))
    }
  }

  async function lead({ id, email, createdAt }: AccountRecord) {
    const mine: Claim = { _id: claimId(email), type: 'email-claim', account: id, claimedAt: createdAt }
    await store.update<Claim>(mine._id, (before) =>
      before && (before.account === id || before.claimedAt <= createdAt) ? undefined : mine,
    )
  }

  const ownerOf = async (email: string) => (await store.get<Claim>(claimId(email)))?.account

  return {
    claim,
    ownerOf,

    async free(email, account) {
      for (;;) {
        const found = await store.get<Claim>(claimId(email))
        if (found?.account !== account || (await store.remove(found)) === 'removed') return
      }
    },

    async rewrite() {
      await removeWrong()
      for await (const page of accountsWithEmail()) await Promise.all(page.map(lead))
      const hidden: string[] = []
      let found = 0
      for await (const page of accountsWithEmail()) {
        const owners = await Promise.all(page.map(({ email }) => ownerOf(email)))
        for (const [n, { id }] of page.entries()) {
          if (owners[n] === id) found += 1
          else hidden.push(id)
        }
      }
      return { found, hidden }
    },
  }
}
