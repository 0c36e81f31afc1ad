import { badRequest } from './failure.ts'
import { asObject, isObject, type JsonObject, parseJson } from './json.ts'

/** multipart/related as CouchDB takes it: the document first, then the bodies of its `follows` attachments, in order. */
export function readMultipart(body: Buffer, contentType: string): JsonObject {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (!mark) throw badRequest('multipart/related needs a boundary')
  const [first, ...others] = partsOf(body, Buffer.from(`--${mark}`))
  if (!first) throw badRequest('multipart/related has no parts')
  const doc = asObject(parseJson(first.content))
  if (!isObject(doc._attachments)) return doc

  const unnamed = others.filter(({ name }) => name === undefined)
  const named = new Map(others.map((part) => [part.name, part]))
  for (const [name, attachment] of Object.entries(doc._attachments)) {
    if (!isObject(attachment) || attachment.follows !== true) continue
    const part = named.get(name) ?? unnamed.shift()
    if (!part) throw badRequest(`multipart/related lacks the attachment "${name}"`)
    attachment.data = part.content.toString('base64')
    delete attachment.follows
  }
  return doc
}

interface Part {
  name: string | undefined
  content: Buffer
}

function partsOf(body: Buffer, delimiter: Buffer): Part[] {
  const parts: Part[] = []
  let start = body.indexOf(delimiter)
  while (start >= 0) {
    const from = start + delimiter.length
    const next = body.indexOf(delimiter, from)
    if (next < 0) break
    parts.push(partOf(body.subarray(from, next)))
    start = next
  }
  return parts
}

/** Between two delimiters stand a line end, headers, an empty line, the content and a line end. */
function partOf(section: Buffer): Part {
  const headersEnd = section.indexOf('\r\n\r\n')
  if (headersEnd < 0) throw badRequest('multipart/related has a part without headers')
  const headers = section.subarray(0, headersEnd).toString('latin1')
  const name = /\bfilename="([^"]*)"/i.exec(headers)?.[1]
  return { name, content: section.subarray(headersEnd + 4, Math.max(headersEnd + 4, section.length - 2)) }
}
