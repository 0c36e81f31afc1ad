import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { pathOf } from './changes.ts'
import type { MigrationPair, Revision } from './migration-pair.ts'

const Attachments = v.record(
  v.string(),
  v.object({ content_type: v.string(), length: v.number(), revpos: v.optional(v.number()) }),
)

/** Writes one revision as multipart/related; attachments are streamed from server to server, never held in memory. */
export async function putWithAttachments(pair: MigrationPair, doc: Revision): Promise<void> {
  const { target, database } = pair
  const stubs = Object.entries(v.parse(Attachments, doc._attachments))
  const boundary = randomBytes(16).toString('hex')
  const described = { ...doc, _attachments: Object.fromEntries(stubs.map(([name, stub]) => [name, follows(stub)])) }
  const head = Buffer.from(`--${boundary}\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(described)}`)
  // The parts have no names: CouchDB reads them in the order of the document, and not every name fits into a header.
  const between = Buffer.from(`\r\n--${boundary}\r\n\r\n`)
  const end = Buffer.from(`\r\n--${boundary}--`)

  async function* body() {
    yield head
    for (const [name, { length }] of stubs) {
      yield between
      yield* attachment(pair, doc, name, length)
    }
    yield end
  }
  const lengths = stubs.map(([, { length }]) => between.length + length)
  const answer = await target.open(`${pathOf(database)}/${idPath(doc._id)}?new_edits=false`, {
    method: 'PUT',
    headers: {
      'content-type': `multipart/related; boundary="${boundary}"`,
      'content-length': String(lengths.reduce((sum, bytes) => sum + bytes, head.length + end.length)),
    },
    body: ReadableStream.from(body()),
    duplex: 'half',
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${target.origin} refuses ${doc._id} of ${database}: ${text.trim()}`)
}

const follows = (stub: object) => ({ ...stub, follows: true })

async function* attachment({ source, database }: MigrationPair, doc: Revision, name: string, length: number) {
  const path = `${pathOf(database)}/${idPath(doc._id)}/${encodeURIComponent(name)}?rev=${doc._rev}`
  const answer = await source.open(path)
  if (!answer.ok || !answer.body)
    throw new Error(`${source.origin} answered ${answer.status} for the attachment ${name} of ${doc._id}.`)
  let seen = 0
  for await (const chunk of answer.body) {
    seen += chunk.length
    yield chunk
  }
  if (seen !== length) throw new Error(`The attachment ${name} of ${doc._id} has ${seen} bytes instead of ${length}.`)
}

/** The slash in a design document's id is not encoded. */
const idPath = (id: string) =>
  id.startsWith('_design/') ? `_design/${encodeURIComponent(id.slice('_design/'.length))}` : encodeURIComponent(id)
