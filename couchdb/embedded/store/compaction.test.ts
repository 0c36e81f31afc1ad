import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { normaliseDocument } from '../documents/normalise.ts'
import { readAttachment, readDocument } from '../documents/reads.ts'
import { writeDocuments } from '../documents/writes.ts'
import { Parameters } from '../http/parameters.ts'
import { Databases } from './databases.ts'

const owner = { name: 'admin', roles: ['_admin'] }
const limits = { document: 1e6, attachment: 1e6, request: 1e6 }

test('compaction during writes drops old bodies and keeps every leaf with its content and attachments', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-compaction-'))
  const databases = await Databases.open(folder)
  await databases.create('db')
  const database = databases.get('db')
  const write = async (doc: object, newEdits = true) => {
    const [answer] = await writeDocuments(database, [normaliseDocument(doc, { newEdits, limits })], newEdits, owner)
    if (!answer || !('ok' in answer)) throw new Error(JSON.stringify(answer))
    return answer.rev
  }
  const data = Buffer.from('scent').toString('base64')
  const first = await write({ _id: 'kept', n: 0, _attachments: { a: { data, content_type: 'text/plain' } } })
  let rev = first
  for (let n = 1; n < 20; n++) rev = await write({ _id: 'kept', _rev: rev, n, _attachments: { a: { stub: true } } })
  await write({ _id: 'torn', _rev: '2-b', _revisions: { start: 2, ids: ['b', 'a'] }, side: 'b' }, false)
  await write({ _id: 'torn', _rev: '2-c', _revisions: { start: 2, ids: ['c', 'a'] }, side: 'c' }, false)

  const meanwhile = Array.from({ length: 50 }, (_, n) => write({ _id: `new-${n}` }))
  await Promise.all([database.compact(), ...meanwhile])

  const read = (id: string, query: object = {}) => readDocument(database, id, new Parameters(query))
  await expect(read('kept', { rev: first })).rejects.toMatchObject({ status: 404 })
  expect(await read('kept')).toMatchObject({ n: 19 })
  expect((await database.use((pouch) => readAttachment(pouch, 'kept', 'a', undefined))).bytes.toString()).toBe('scent')
  expect(await read('torn', { rev: '2-b' })).toMatchObject({ side: 'b' })
  expect(await read('torn')).toMatchObject({ side: 'c' })
  await databases.close()
  await rm(folder, { recursive: true, force: true })
})

test('only revisions that replace others count towards the next compaction', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-compaction-'))
  const databases = await Databases.open(folder)
  await databases.create('db')
  const database = databases.get('db')
  const write = (doc: object, newEdits = true) =>
    writeDocuments(database, [normaliseDocument(doc, { newEdits, limits })], newEdits, owner)
  const [first] = await write({ _id: 'written' })
  await write({ _id: 'copied', _rev: '1-a', _revisions: { start: 1, ids: ['a'] } }, false)
  expect(database.supersededSinceCompaction).toBe(0)

  if (!first || !('ok' in first)) throw new Error('not written')
  await write({ _id: 'written', _rev: first.rev, n: 1 })
  await write({ _id: 'copied', _rev: '2-b', _revisions: { start: 2, ids: ['b', 'a'] } }, false)
  expect(database.supersededSinceCompaction).toBe(2)

  await database.compact()
  expect(database.supersededSinceCompaction).toBe(0)
  await databases.close()
  await rm(folder, { recursive: true, force: true })
})
