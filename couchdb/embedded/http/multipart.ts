import { randomBytes } from 'node:crypto'
import { badRequest } from './failure.ts'

export interface Part {
  headers: string
  content: Buffer
}

const MAX_PARTS = 1000
const MAX_HEADERS = 16 * 1024
const LINE_END = Buffer.from('\r\n')

/** Splits a multipart body into its parts. A delimiter fills a whole line. */
export function splitMultipart(body: Buffer, contentType: string): Part[] {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? []
  const mark = quoted ?? bare
  if (!mark) throw badRequest('A multipart body needs a boundary')
  // The body's first line may be a delimiter as well.
  const bytes = Buffer.concat([LINE_END, body])
  const delimiter = Buffer.from(`\r\n--${mark}`)
  const parts: Part[] = []
  let from: number | undefined
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    const [line, isLast] =
      /^(--)?[ \t]*(?:\r\n|$)/.exec(bytes.toString('latin1', at + delimiter.length, at + delimiter.length + 80)) ?? []
    if (line === undefined) throw badRequest('A line of a part begins with the boundary')
    if (from !== undefined) parts.push(partOf(bytes.subarray(from, at)))
    if (parts.length > MAX_PARTS) throw badRequest(`The multipart body has more than ${MAX_PARTS} parts`)
    if (isLast) return parts
    from = at + delimiter.length + line.length
  }
  throw badRequest('The multipart body ends too early')
}

/** A part consists of headers, an empty line, and the content. */
function partOf(section: Buffer): Part {
  if (section.subarray(0, 2).equals(LINE_END)) return { headers: '', content: section.subarray(2) }
  const headersEnd = section.indexOf('\r\n\r\n')
  if (headersEnd < 0 || headersEnd > MAX_HEADERS) throw badRequest('The multipart body has a part without headers')
  return { headers: section.toString('utf8', 0, headersEnd), content: section.subarray(headersEnd + 4) }
}

/** Returns a body of these parts, and its content type. */
export function joinMultipart(subtype: 'mixed' | 'related', parts: Part[]): { type: string; body: Buffer } {
  const mark = randomBytes(16).toString('hex')
  const pieces = parts.flatMap(({ headers, content }) => [
    Buffer.from(`--${mark}\r\n${headers}\r\n\r\n`),
    content,
    LINE_END,
  ])
  return {
    type: `multipart/${subtype}; boundary="${mark}"`,
    body: Buffer.concat([...pieces, Buffer.from(`--${mark}--`)]),
  }
}
