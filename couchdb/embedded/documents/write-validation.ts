import { compileValidator, type Refusal, type Validator } from '../design-functions/validators.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { User } from '../http/user.ts'
import type { Database } from '../store/database.ts'
import type { Doc, Pouch } from '../store/pouch.ts'
import { isDesign, isLocal, type NormalisedDocument } from './ids.ts'

/** The refused documents with the reasons; design documents are for admins, and local ones for nobody to judge. */
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
