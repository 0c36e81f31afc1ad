import type { CouchClient } from '../../../couchdb/client/couch-client.ts'
import type { Change } from './database-diff.ts'
import type { RoleName } from './endpoints.ts'
import { type Expected, expectResponse } from './expect-response.ts'
import { type Patience, type RawRequest, send } from './raw-request.ts'
import type { Target } from './target.ts'
import type { TestUsers } from './test-users.ts'

export interface Attack {
  name: string
  /** Resolves with what went wrong for the service; undefined if it passed. */
  run(): Promise<string | undefined>
}

export interface Group {
  name: string
  /** How many attacks run in parallel. */
  atOnce: number
  /** Prepares the attacks, before the databases are dumped. */
  prepare(): Promise<Attack[]>
  /** Returns whether attackers may make this change; every other difference is a failure. */
  mayChange?(change: Change): boolean
}

/** The context of an attack. */
export interface AttackContext {
  url: string
  target: Pick<Target, 'bulkRequest' | 'delivery' | 'rest' | 'session'>
  couch: CouchClient
  users: TestUsers
  /** No answer may contain one of these. */
  secrets: readonly string[]
  /** Returns a number from 0 to below 1, the same sequence for the same seed and group. */
  random(): number
  paths: number
}

export const PATIENCE: Patience = { ms: 10_000 }

/** An attack that sends one request and checks its answer. */
export function request(
  { url, secrets }: Pick<AttackContext, 'url' | 'secrets'>,
  name: string,
  raw: RawRequest,
  expected: Expected,
  patience: Patience = PATIENCE,
): Attack {
  return { name, run: async () => expectResponse(await send(url, raw, patience), expected, secrets) }
}

/** Returns the headers of a request by this role: its cookie, and a content type if there is a body. */
export function headersOf({ users }: AttackContext, role: RoleName, hasBody: boolean): [string, string][] {
  const { cookie } = users.as[role]
  return [...(cookie ? [['cookie', cookie] as [string, string]] : []), ...(hasBody ? [JSON_TYPE] : [])]
}

export const JSON_TYPE: [string, string] = ['content-type', 'application/json']

export const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

/** Fills in the names of mailboxes in a template. */
export const fill = (template: string, { users }: AttackContext, role: RoleName) =>
  template.replaceAll('{own}', users.as[role].mailbox).replaceAll('{other}', users.victim.mailbox)
