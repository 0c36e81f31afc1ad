import { randomBytes } from 'node:crypto'
import type { Couch } from '../couch/couch.ts'
import type { Keys } from '../keys.ts'

/** Makes an e-mail unique: its id is the address's keyed hash. */
interface Claim {
  _id: string
  type: 'email-claim'
  account: string
  claimedAt: string
}

export interface EmailClaims {
  /** The account id that this e-mail belongs to: a new one, or that of whoever claimed it first. */
  claim(email: string): Promise<string>
  ownerOf(email: string): Promise<string | undefined>
  /** Lets others have it, unless it is another account's by now. */
  free(email: string, account: string): Promise<void>
}

export const normalEmail = (email: string) => email.trim().toLowerCase()
export const newAccountId = () => randomBytes(12).toString('base64url')

interface Needs {
  couch: Couch
  keys: Keys
  now: () => Date
}

export function openEmailClaims({ couch, keys, now }: Needs): EmailClaims {
  const store = couch.db('accounts')
  const claimId = (email: string) => `email:${keys.digest('email', normalEmail(email))}`

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

  return {
    claim,
    ownerOf: async (email) => (await store.get<Claim>(claimId(email)))?.account,

    async free(email, account) {
      for (;;) {
        const found = await store.get<Claim>(claimId(email))
        if (found?.account !== account || (await store.remove(found)) === 'removed') return
      }
    },
  }
}
