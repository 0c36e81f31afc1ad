import { randomBytes } from 'node:crypto'
import { connect } from '../../client/couch-client.ts'

export const ORCHID = randomBytes(3_000_000)

export const awkwardIds = ['_design/foreign', 'a/b c', 'ümlaut-फूल', 'plus+%25&?', 'x'.repeat(300)]

/** Creates databases that are hard to move: conflicts, tombstones, long histories, attachments, unusual ids. */
export async function fill(url: string): Promise<void> {
  const couch = connect(url)
  const [orders, mailbox, kyc] = ['/orders', '/mailbox-0123456789abcdef0123456789abcdef', '/kyc']
  for (const path of [orders, mailbox, kyc]) await couch.put(path, undefined)

  await couch.post(`${orders}/_bulk_docs`, { docs: Array.from({ length: 1200 }, (_, n) => ({ _id: `order:${n}`, n })) })
  await graft(orders, 'conflict', ['1-a', '2-b'], { side: 'left' })
  await graft(orders, 'conflict', ['1-a', '2-c', '3-d'], { side: 'right' })
  await graft(orders, 'settled', ['1-a', '2-b'], { side: 'kept' })
  await graft(orders, 'settled', ['1-a', '2-c', '3-d'], { _deleted: true })
  await graft(orders, 'gone', ['1-a', '2-b'], { _deleted: true, why: 'kept in the tombstone' })
  await graft(
    orders,
    'long',
    Array.from({ length: 400 }, (_, n) => `${n + 1}-${n}`),
    { last: true },
  )

  for (const id of awkwardIds) await graft(mailbox, id, ['1-a'], { id })
  await couch.put(`${mailbox}/_security`, {
    members: { names: ['asha'], roles: [] },
    admins: { names: [], roles: ['_admin'] },
  })
  await couch.put(`${mailbox}/_revs_limit`, 50)

  await attach('paper', {
    'orchid.bin': ORCHID,
    'note.txt': Buffer.from('from the florist '.repeat(500)),
    empty: Buffer.alloc(0),
  })
  await attach('a/b', {
    'फूल & "leaf"/1.txt': Buffer.from('awkward'),
    '2': Buffer.from('second'),
    '1': Buffer.from('first'),
  })

  async function graft(path: string, id: string, revs: string[], content: object) {
    const ids = revs.map((rev) => rev.split('-')[1]).toReversed()
    const doc = { _id: id, _revisions: { start: revs.length, ids }, ...content }
    await couch.post(`${path}/_bulk_docs`, { docs: [doc], new_edits: false })
  }

  async function attach(id: string, files: Record<string, Buffer>) {
    const described = Object.entries(files).map(([name, bytes]) => [
      name,
      {
        content_type: name.endsWith('.txt') ? 'text/plain' : 'application/octet-stream',
        data: bytes.toString('base64'),
      },
    ])
    await couch.put(`${kyc}/${encodeURIComponent(id)}`, { _attachments: Object.fromEntries(described) })
  }
}
