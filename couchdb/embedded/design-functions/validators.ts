import { isDesign, isLocal, type NormalisedDocument } from '../documents/ids.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { User } from '../http/user.ts'
import type { Database } from '../store/database.ts'
import type { Doc, Pouch } from '../store/pouch.ts'
import { sandboxed } from './sandbox.ts'

export interface Refusal {
  error: 'forbidden' | 'unauthorized'
  reason: string
}

/** Returns what the function threw, or nothing. */
export type Validator = (
  doc: JsonObject,
  before: JsonObject | null,
  user: JsonObject,
  security: JsonObject,
) => Refusal | undefined

const ASK = `function (doc, before, user, security) {
  try {
    theirs(doc, before, user, security)
    return null
  } catch (thrown) {
    return { forbidden: thrown?.forbidden, unauthorized: thrown?.unauthorized, other: String(thrown) }
  }
}`

export function compileValidator(source: string): Validator {
  const ask = sandboxed(source, ASK, 'validate_doc_update')
  return (...args) => {
    let thrown: unknown
    try {
      thrown = ask(...args)
    } catch {
      return { error: 'forbidden', reason: 'The validate_doc_update function took too long.' }
    }
    if (!isObject(thrown)) return undefined
    const { forbidden, unauthorized, other } = thrown
    if (unauthorized !== undefined) return { error: 'unauthorized', reason: String(unauthorized) }
    return { error: 'forbidden', reason: String(forbidden ?? other) }
  }
}

/** Returns the refused documents with the reasons. Design documents need an admin; local ones are never validated. */
export async function refusals(
  database: Database,
  pouch: Pouch,
  docs: NormalisedDocument[],
  user: User,
): Promise<Map<NormalisedDocument, Refusal>> {
  const refused = new Map<NormalisedDocument, Refusal>()
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

async function parentOf(pouch: Pouch, doc: NormalisedDocument): Promise<Doc | null> {
  const read = (options: JsonObject) => pouch.get(doc._id, options).catch(() => null)
  if (!isObject(doc._revisions)) return read(doc._rev === undefined ? {} : { rev: doc._rev })
  const { start, ids } = doc._revisions as { start: number; ids: string[] }
  return ids[1] === undefined ? null : read({ rev: `${start - 1}-${ids[1]}` })
}
