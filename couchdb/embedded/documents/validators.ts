import { createContext, Script } from 'node:vm'
import type { User } from '../access/user.ts'
import { badRequest } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { Database } from '../store/database.ts'
import type { Doc, Pouch } from '../store/pouch.ts'
import { isDesign, isLocal, type Prepared } from './ids.ts'

export interface Refusal {
  error: 'forbidden' | 'unauthorized'
  reason: string
}

/** Answers what the function threw, or nothing. */
export type Validator = (
  doc: JsonObject,
  before: JsonObject | null,
  user: JsonObject,
  security: JsonObject,
) => Refusal | undefined

const LONGEST_MS = 1000
const ASK = new Script(`{
  const [doc, before, user, security] = JSON.parse(input)
  try {
    validate(doc, before, user, security)
    undefined
  } catch (thrown) {
    JSON.stringify({ forbidden: thrown?.forbidden, unauthorized: thrown?.unauthorized, other: String(thrown) })
  }
}`)

/** A `validate_doc_update` in a context of its own: it sees texts from outside, and nothing else. */
export function compileValidator(source: string): Validator {
  const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
  try {
    const helpers = 'var isArray = Array.isArray, toJSON = JSON.stringify, log = function () {}'
    new Script(`${helpers}; var validate = (${source.replace(/;\s*$/, '')}\n)`).runInContext(context, {
      timeout: LONGEST_MS,
    })
  } catch {
    throw badRequest('Compilation of the validate_doc_update function failed.', 'compilation_error')
  }
  return (...args) => {
    context.input = JSON.stringify(args)
    let thrown: unknown
    try {
      thrown = ASK.runInContext(context, { timeout: LONGEST_MS })
    } catch {
      return { error: 'forbidden', reason: 'The validate_doc_update function took too long.' }
    }
    if (typeof thrown !== 'string') return undefined
    const { forbidden, unauthorized, other } = JSON.parse(thrown)
    if (unauthorized !== undefined) return { error: 'unauthorized', reason: String(unauthorized) }
    return { error: 'forbidden', reason: String(forbidden ?? other) }
  }
}

/** The refused documents with the reasons; design documents are for admins, and local ones for nobody to judge. */
export async function refusals(
  database: Database,
  pouch: Pouch,
  docs: Prepared[],
  user: User,
): Promise<Map<Prepared, Refusal>> {
  const refused = new Map<Prepared, Refusal>()
  const validators = await validatorsOf(database, pouch)
  if (validators.length === 0) return refused
  const userCtx = { db: database.meta.name, name: user.name, roles: user.roles }
  for (const doc of docs) {
    if (isDesign(doc._id) || isLocal(doc._id)) continue
    const before = await parentOf(pouch, doc)
    for (const validate of validators) {
      const refusal = validate(doc, before, userCtx, database.meta.security)
      if (!refusal) continue
      refused.set(doc, refusal)
      break
    }
  }
  return refused
}

function validatorsOf(database: Database, pouch: Pouch): Promise<Validator[]> {
  database.validators ??= readValidators(pouch)
  return database.validators
}

async function readValidators(pouch: Pouch): Promise<Validator[]> {
  const { rows } = await pouch.allDocs({ startkey: '_design/', endkey: '_design0', include_docs: true })
  return rows.flatMap(({ doc }) =>
    isObject(doc) && typeof doc.validate_doc_update === 'string' ? [compileValidator(doc.validate_doc_update)] : [],
  )
}

async function parentOf(pouch: Pouch, doc: Prepared): Promise<Doc | null> {
  const read = (options: JsonObject) => pouch.get(doc._id, options).catch(() => null)
  if (!isObject(doc._revisions)) return read(doc._rev === undefined ? {} : { rev: doc._rev })
  const { start, ids } = doc._revisions as { start: number; ids: string[] }
  return ids[1] === undefined ? null : read({ rev: `${start - 1}-${ids[1]}` })
}
