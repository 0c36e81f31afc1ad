import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { badRequest, Failure } from '../http/failure.ts'
import { asObject, isObject, type JsonObject, parseJson } from '../http/json.ts'
import { joinMultipart, type Part, splitMultipart } from '../http/multipart.ts'
import type { Doc } from '../store/pouch.ts'
import { attachmentsOf } from './attachments.ts'
import type { Limits } from './normalise.ts'

const unzip = promisify(gunzip)

/**
 * Reads multipart/related as CouchDB does: first the document, then the bodies of its `follows` attachments, in order.
 * A part's name takes precedence over its position: JavaScript sorts members with names such as `1` and `2`.
 */
export async function readMultipartDocument(body: Buffer, contentType: string, limits: Limits): Promise<JsonObject> {
  const [first, ...parts] = splitMultipart(body, contentType)
  if (!first) throw badRequest('multipart/related has no parts')
  const doc = asObject(parseJson(first.content))
  if (!isObject(doc._attachments)) return doc

  const following = Object.entries(doc._attachments).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]) && entry[1].follows === true,
  )
  const named = partsByName(
    parts,
    following.map(([name]) => name),
  )
  const others = parts.filter((part) => ![...named.values()].includes(part))
  let room = limits.request
  for (const [name, attachment] of following) {
    const part = named.get(name) ?? others.shift()
    if (!part) throw badRequest('attachment shorter than expected')
    const content = await contentOf(part, name, attachment, Math.min(room, limits.attachment))
    room -= content.length
    attachment.data = content.toString('base64')
    delete attachment.follows
  }
  return doc
}

/** CouchDB writes names with unescaped quotes; other clients escape them with backslashes. */
function partsByName(parts: Part[], names: string[]): Map<string, Part> {
  const wanted = new Set(names)
  const found = new Map<string, Part>()
  for (const part of parts) {
    const [, text = ''] = /^content-disposition:.*?;[ \t]*filename="(.*)$/im.exec(part.headers) ?? []
    const candidates = [text.slice(0, text.lastIndexOf('"')), text.replace(/(?<!\\)".*$/, '').replace(/\\(.)/g, '$1')]
    const name = candidates.find((candidate) => wanted.delete(candidate))
    if (name !== undefined) found.set(name, part)
  }
  return found
}

/** Returns the uncompressed content: CouchDB compresses texts for the transfer. */
async function contentOf({ content }: Part, name: string, attachment: JsonObject, maxBytes: number): Promise<Buffer> {
  const { length, encoding, encoded_length: encodedLength = length, digest } = attachment
  const expected = encoding === undefined ? length : encodedLength
  if (typeof expected !== 'number') throw badRequest(`Attachment "${name}" has no length`)
  if (content.length < expected) throw badRequest('attachment shorter than expected')
  if (content.length > expected) throw badRequest('attachment longer than expected')
  if (digest !== undefined && digest !== `md5-${createHash('md5').update(content).digest('base64')}`)
    throw badRequest('Possible message corruption.', 'content_md5_mismatch')
  if (encoding === undefined || encoding === 'identity') return content
  if (encoding !== 'gzip') throw badRequest(`Attachment "${name}" has an unknown encoding`)
  try {
    return await unzip(content, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    if (isObject(error) && error.code === 'ERR_BUFFER_TOO_LARGE') throw new Failure(413, 'attachment_too_large', name)
    throw badRequest(`Attachment "${name}" is not valid gzip data`)
  }
}

/**
 * Formats a document with its attachments as multipart/related, or as plain JSON if all attachments are empty: after a
 * part with only empty attachments, CouchDB 3.5's replicator waits five minutes for more.
 */
export function documentPart(doc: Doc): { type: string; body: Buffer } {
  const parts: Part[] = []
  if (!Object.values(attachmentsOf(doc)).some(({ data }) => data)) return asJson(doc)
  for (const [name, attachment] of Object.entries(attachmentsOf(doc))) {
    if (typeof attachment.data !== 'string') continue
    const content = Buffer.from(attachment.data, 'base64')
    delete attachment.data
    Object.assign(attachment, { follows: true, length: content.length })
    const headers = [
      `Content-Disposition: attachment; filename="${inOneLine(name)}"`,
      `Content-Type: ${inOneLine(attachment.content_type)}`,
      `Content-Length: ${content.length}`,
    ]
    parts.push({ headers: headers.join('\r\n'), content })
  }
  const { type, body } = asJson(doc)
  return joinMultipart('related', [{ headers: `Content-Type: ${type}`, content: body }, ...parts])
}

const asJson = (value: object) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(value)) })

const inOneLine = (value: unknown) => String(value).replace(/[\r\n]/g, ' ')

/** Formats the result of `open_revs` as multipart, as CouchDB's replicator requests it. */
export function leavesAsMultipart(leaves: ({ ok: Doc } | { missing: string })[]): { type: string; body: Buffer } {
  const parts = leaves.map((leaf) => {
    if ('missing' in leaf)
      return { headers: 'Content-Type: application/json; error="true"', content: Buffer.from(JSON.stringify(leaf)) }
    const { type, body } = documentPart(leaf.ok)
    return { headers: `Content-Type: ${type}`, content: body }
  })
  return joinMultipart('mixed', parts)
}
