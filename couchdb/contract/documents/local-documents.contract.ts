import { describe, expect, test } from 'vitest'
import { call, freshDatabase, put } from '../couch.ts'

describe('local documents', () => {
  const db = freshDatabase()

  test('are not replicated, because neither _all_docs nor _changes lists them', async () => {
    const path = `${db.path}/_local/checkpoint`
    expect(await call('PUT', path, { body: { n: 1 } })).toMatchObject({
      status: 201,
      body: { id: '_local/checkpoint', rev: '0-1' },
    })
    expect((await call('PUT', path, { body: { _rev: '0-1', n: 2 } })).body.rev).toBe('0-2')
    expect((await call('GET', path)).body).toEqual({ _id: '_local/checkpoint', _rev: '0-2', n: 2 })
    for (const list of ['_all_docs', '_changes'])
      expect((await call('GET', `${db.path}/${list}`)).text).not.toContain('checkpoint')
    expect((await call('DELETE', `${path}?rev=0-2`)).status).toBe(200)
    expect((await call('GET', path)).status).toBe(404)
  })

  test('are stored without attachments', async () => {
    const attachment = { content_type: 'text/plain', data: Buffer.from('scent').toString('base64') }
    await put(`${db.path}/_local/scented`, { n: 1, _attachments: { 'a.txt': attachment } })
    const { body } = await call('GET', `${db.path}/_local/scented?attachments=true`)
    expect(body).toEqual({ _id: '_local/scented', _rev: '0-1', n: 1 })
    for (const method of ['GET', 'PUT'])
      expect(await call(method, `${db.path}/_local/scented/a.txt`)).toMatchObject({
        status: 400,
        body: { error: 'bad_request', reason: '_local documents do not accept attachments.' },
      })
  })
})
