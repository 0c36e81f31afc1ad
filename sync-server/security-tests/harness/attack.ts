import type { CouchClient } from '../../../couchdb/client/couch-client.ts'
import type { Change } from './database-diff.ts'
import type { RoleName } from './endpoints.ts'
import { type Expected, expectResponse } from './expect-response.ts'
import { type Patience, type RawRequest, send } from './raw-request.ts'
import type { Target } from './target.ts'
import type { TestUsers } from './test-users.ts'

export interface Attack {
  name: string
  /** Answers what went wrong for the service; undefined: it withstood. */
  run(): Promise<string | undefined>
}

export interface Group {
  name: string
  /** How many attacks go at once. */
  atOnce: number
  /** Makes what the attacks need, before the databases are looked at. */
  prepare(): Promise<Attack[]>
  /** What attackers are allowed to write, by right; all other differences are holes. */
  mayChange?(change: Change): boolean
}

/** Where the attack takes place. */
export interface AttackContext {
  url: string
  target: Pick<Target, 'session'>
  couch: CouchClient
  users: TestUsers
  /** No answer may hold one. */
  secrets: readonly string[]
  /** From 0 to below 1, the same for a seed and a group. */
  random(): number
  paths: number
}

export const PATIENCE: Patience = { ms: 10_000 }

/** One request, judged by its answer. */
export function request(
  { url, secrets }: Pick<AttackContext, 'url' | 'secrets'>,
  name: string,
  raw: RawRequest,
  expected: Expected,
  patience: Patience = PATIENCE,
): Attack {
  return { name, run: async () => expectResponse(await send(url, raw, patience), expected, secrets) }
}

/** The request's headers for this role: its cookie, and a type where there is a body. */
export function headersOf({ users }: AttackContext, role: RoleName, hasBody: boolean): [string, string][] {
  const { cookie } = users.as[role]
  return [...(cookie ? [['cookie', cookie] as [string, string]] : []), ...(hasBody ? [JSON_TYPE] : [])]
}

export const JSON_TYPE: [string, string] = ['content-type', 'application/json']

export const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

/** Where a template names a mailbox. */
export const fill = (template: string, { users }: AttackContext, role: RoleName) =>
  template.replaceAll('{own}', users.as[role].mailbox).replaceAll('{other}', users.victim.mailbox)
