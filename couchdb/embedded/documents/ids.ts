import { badRequest } from '../http/failure.ts'
import type { JsonObject } from '../http/json.ts'

/** A document that has been checked and may be stored. */
export type NormalisedDocument = JsonObject & { _id: string; _rev?: string }

const REV = /^[1-9]\d{0,8}-[^-\s]{0,128}$/
const MAX_ID = 4096

export const isLocal = (id: string) => id.startsWith('_local/')
export const isDesign = (id: string) => id.startsWith('_design/')

export function checkRev(rev: unknown): string {
  if (typeof rev !== 'string' || !REV.test(rev)) throw badRequest('Invalid rev format')
  const [generation, hash = ''] = rev.split('-')
  if (hash.length !== 32) return rev
  // CouchDB stores hashes of this length as a number, so they must be hexadecimal.
  if (!/^[0-9a-f]+$/i.test(hash)) throw badRequest('Invalid rev format')
  return `${generation}-${hash.toLowerCase()}`
}

export function checkId(id: unknown): string {
  const wrong = (reason: string) => badRequest(reason, 'illegal_docid')
  if (typeof id !== 'string') throw wrong('Document id must be a string')
  if (id === '') throw wrong('Document id must not be empty')
  if (id.length > MAX_ID) throw wrong('Document id is too long')
  if (!id.isWellFormed()) throw wrong('Document id must be valid UTF-8')
  if (id === '_design/' || id === '_local/') throw wrong(`Illegal document id \`${id}\``)
  if (id.startsWith('_') && !isDesign(id) && !isLocal(id))
    throw wrong('Only reserved document ids may start with underscore.')
  return id
}
