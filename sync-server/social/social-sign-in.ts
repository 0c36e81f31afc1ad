import type { Language } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { problem } from '../http/problem.ts'
import type { Identities } from './identities.ts'
import type { OauthAttempt } from './oauth-attempts.ts'
import type { Identity } from './providers/provider.ts'

/** The result of an attempt, as it is at this moment. */
export type Standing =
  | { outcome: 'pending' }
  /** The identity is linked to this account. */
  | { outcome: 'known'; identity: Identity; account: AccountRecord }
  /** The identity has no account and may register. */
  | { outcome: 'new'; identity: Identity & { email: string } }
  /** The identity may be linked to the account whose profile started the attempt. */
  | { outcome: 'linkable'; identity: Identity }
  | { outcome: 'refused'; reason: string; identity?: Identity; account?: AccountRecord }

export interface SocialNeeds {
  accounts: Accounts
  socialIdentities: Identities
}

/**
 * Returns the result of an attempt. It never signs in by e-mail alone: the owner of an account with this e-mail must
 * prove it by a code first.
 */
export async function standingOf(attempt: OauthAttempt, needs: SocialNeeds): Promise<Standing> {
  const { accounts, socialIdentities: identities } = needs
  const { identity, refusal, page } = attempt
  if (refusal !== undefined) return { outcome: 'refused', reason: refusal }
  if (identity === undefined) return { outcome: 'pending' }

  const owner = await ownerOf(identity, needs)
  if (page === 'profile')
    return owner === undefined || owner.id === attempt.account
      ? { outcome: 'linkable', identity }
      : { outcome: 'refused', reason: 'identity_taken', identity }
  if (owner) return { outcome: 'known', identity, account: owner }

  const { email } = identity
  const account = email === undefined ? undefined : await accounts.findByEmail(email)
  // The account was created for this identity, and interrupted before it was linked.
  const isOurs = account?.emailVerifiedAt === undefined && account?.registeredBy === identities.keyOf(identity)
  if (account && !isOurs)
    return {
      ...{ outcome: 'refused', identity, account },
      reason: identity.provider === 'facebook' ? 'other_sign_in_method' : 'link_first',
    }
  if (page === 'login' && !isOurs) return { outcome: 'refused', reason: 'account_not_found', identity }
  if (email === undefined) return { outcome: 'refused', reason: 'email_missing', identity }
  return { outcome: 'new', identity: { ...identity, email } }
}

/** Returns the active account of an identity; removes a link to a deleted one. */
async function ownerOf(
  identity: Identity,
  { accounts, socialIdentities: identities }: SocialNeeds,
): Promise<AccountRecord | undefined> {
  const id = await identities.ownerOf(identity)
  if (id === undefined) return undefined
  const account = await accounts.get(id)
  if (account?.status === 'active') return account
  if (account) await identities.free(identity, id)
  return undefined
}

/** Creates the account and then its link; a repeat continues an interrupted run. Returns the account's id. */
export async function registerIdentity(
  identity: Identity & { email: string },
  language: Language,
  { accounts, socialIdentities: identities }: SocialNeeds,
): Promise<string> {
  const { email, name, provider } = identity
  const registeredBy = identities.keyOf(identity)
  const made = await accounts.create({ email, name, role: 'CUSTOMER', language, registeredBy, provider })
  const account = made === 'email_taken' ? await accounts.findByEmail(email) : made
  // Another request with the same e-mail came first.
  if (account?.registeredBy !== registeredBy) throw problem(409, 'link_first')
  if ((await identities.link(identity, account.id)) !== account.id) throw problem(409, 'identity_taken')
  return account.id
}
