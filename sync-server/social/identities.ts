import type { Couch } from '../couch/couch.ts'
import type { Stored } from '../couch/store.ts'
import type { Keys } from '../settings/keys.ts'
import type { Identity, ProviderName } from './providers/provider.ts'

/** Links an identity of a provider to the account that it signs in to. Its id is the identity's keyed hash. */
interface Link {
  _id: string
  type: 'identity'
  provider: ProviderName
  account: string
  linkedAt: string
}

export interface Identities {
  /** Returns the keyed hash of issuer and subject, which reveals neither. */
  keyOf(identity: Identity): string
  ownerOf(identity: Identity): Promise<string | undefined>
  /**
   * Links the identity and returns its account from now on; an identity of another account stays there. Safe to repeat.
   */
  link(identity: Identity, account: string): Promise<string>
  /** Removes the link, unless it belongs to another account by now. */
  free(identity: Identity, account: string): Promise<void>
  of(account: string): Promise<{ provider: ProviderName; linkedAt: string }[]>
  /** Removes the account's links to this provider, or to all. */
  unlink(account: string, provider?: ProviderName): Promise<void>
}

const OF_ONE_ACCOUNT = 100

interface Needs {
  couch: Couch
  keys: Keys
  now: () => Date
}

export function openIdentities({ couch, keys, now }: Needs): Identities {
  const store = couch.db('credentials')
  const keyOf = ({ issuer, subject }: Identity) =>
    keys.digest('social', `identity ${JSON.stringify([issuer, subject])}`)
  const idOf = (identity: Identity) => `identity:${keyOf(identity)}`
  const ofAccount = (account: string) =>
    store.find<Link & Stored>('by-account', { selector: { type: 'identity', account }, limit: OF_ONE_ACCOUNT })

  async function removeIf(id: string, account: string) {
    for (;;) {
      const found = await store.get<Link>(id)
      if (found?.account !== account || (await store.remove(found)) === 'removed') return
    }
  }

  async function link(identity: Identity, account: string): Promise<string> {
    const mine: Link = {
      ...{ _id: idOf(identity), type: 'identity', provider: identity.provider, account },
      linkedAt: now().toISOString(),
    }
    if ((await store.create(mine)) === 'created') return account
    const theirs = await store.get<Link>(mine._id)
    return theirs ? theirs.account : link(identity, account)
  }

  return {
    keyOf,
    link,
    ownerOf: async (identity) => (await store.get<Link>(idOf(identity)))?.account,
    free: (identity, account) => removeIf(idOf(identity), account),
    of: async (account) => (await ofAccount(account)).map(({ provider, linkedAt }) => ({ provider, linkedAt })),

    async unlink(account, provider) {
      for (const one of await ofAccount(account))
        if (provider === undefined || one.provider === provider) await removeIf(one._id, account)
    },
  }
}
