import type { CouchClient } from '../../../couchdb/client/couch-client.ts'
import type { AttackContext } from './attack.ts'
import { type RoleName, SECRET } from './endpoints.ts'
import { send } from './raw-request.ts'
import type { Person, Target } from './target.ts'

/** The attackers and their victim. */
export interface TestUsers {
  victim: Person
  as: Record<RoleName, Attacker>
  /** Creates a new person (by default a customer) with unused quotas; a supplier serves these cities. */
  newcomer(role?: Person['role'], citiesServed?: string[]): Promise<Person>
}

interface Attacker {
  id?: string
  cookie: string | undefined
  /** Their own mailbox; the victim's if they have none. */
  mailbox: string
  email: string
}

const ENDED_WITHIN_MS = 20_000

export async function openTestUsers(target: Target, couch: CouchClient): Promise<TestUsers> {
  // Several runs may share a database.
  const run = Date.now().toString(36)
  let newcomers = 0
  const person = (role: Person['role'], name: string, citiesServed?: string[]) =>
    target.person(role, `${name}-${run}@mogra.example`, citiesServed)

  const victim = await person('CUSTOMER', 'victim')
  await couch.put(`/${victim.mailbox}/cart:red-roses:victim`, {
    ...{ type: 'cart-line', device: 'victim', flower: 'red-roses', added: 1, taken: {}, message: SECRET },
    updatedAt: new Date().toISOString(),
  })
  const signedOut = await person('CUSTOMER', 'signed-out')
  const asked = { method: 'DELETE', target: '/api/sessions/current', headers: [['cookie', signedOut.cookie]] } as const
  await send(target.url, asked, { ms: ENDED_WITHIN_MS })
  const expired = await person('CUSTOMER', 'expired')
  await expireSessions(couch, expired.id)
  const deleted = await person('CUSTOMER', 'deleted')
  await endAccount(couch, deleted.id)
  for (const one of [signedOut, expired, deleted]) await untilRefused(target, one)

  const nobody = { cookie: undefined, mailbox: victim.mailbox, email: victim.email }
  return {
    victim,
    newcomer: (role = 'CUSTOMER', citiesServed) => {
      newcomers += 1
      return person(role, `newcomer-${newcomers}`, citiesServed)
    },
    as: {
      ...{ nobody, signedOut, expired },
      // The deleted account's own address no longer belongs to an account.
      deleted: { ...deleted, email: (await person('CUSTOMER', 'bystander')).email },
      customer: await person('CUSTOMER', 'customer'),
      partner: await person('PARTNER', 'partner'),
      supplier: await person('SUPPLIER', 'supplier'),
      admin: await person('ADMIN', 'admin'),
      visitor: { ...(await person('VISITOR', 'visitor')), email: (await person('CUSTOMER', 'acquaintance')).email },
    },
  }
}

interface SessionRecord {
  _id: string
  _rev: string
  account?: string
  expiresAt?: string
}

/** Ends sessions as another instance of the service does. */
export async function endSessions(couch: CouchClient, accountId: string): Promise<void> {
  for (const session of await sessionsOf(couch, accountId))
    await couch.put(`/credentials/${encodeURIComponent(session._id)}`, {
      ...session,
      endedAt: new Date().toISOString(),
    })
}

async function expireSessions(couch: CouchClient, accountId: string): Promise<void> {
  for (const session of await sessionsOf(couch, accountId))
    await couch.put(`/credentials/${encodeURIComponent(session._id)}`, {
      ...session,
      expiresAt: new Date(0).toISOString(),
    })
}

export async function endAccount(couch: CouchClient, accountId: string): Promise<void> {
  const path = `/accounts/account:${accountId}`
  await couch.put(path, { ...(await couch.get(path)), status: 'ended' })
}

export async function allSessions(couch: CouchClient): Promise<SessionRecord[]> {
  const range = new URLSearchParams({ include_docs: 'true', startkey: '"session:"', endkey: '"session:~"' })
  const { rows } = await couch.get(`/credentials/_all_docs?${range}`)
  return (rows as { doc: SessionRecord }[]).map(({ doc }) => doc)
}

/** Returns the sessions that only their owners may end. */
export async function activeSessions({ couch, users: { as } }: AttackContext): Promise<Set<string>> {
  const ended = [as.signedOut.id, as.expired.id, as.deleted.id]
  return new Set((await allSessions(couch)).filter(({ account }) => !ended.includes(account)).map(({ _id }) => _id))
}

async function sessionsOf(couch: CouchClient, accountId: string): Promise<SessionRecord[]> {
  return (await allSessions(couch)).filter((session) => session.account === accountId)
}

/** Waits until the service no longer knows the session from its cache. */
export async function untilRefused({ url }: Pick<Target, 'url'>, { email, cookie }: Person): Promise<void> {
  const until = Date.now() + ENDED_WITHIN_MS
  for (;;) {
    const request = { method: 'GET', target: '/api/sessions/current', headers: [['cookie', cookie]] } as const
    const outcome = await send(url, request, { ms: ENDED_WITHIN_MS })
    if (typeof outcome === 'object' && outcome.status === 401) return
    if (Date.now() > until) throw new Error(`The session of ${email} goes on after its end.`)
  }
}
