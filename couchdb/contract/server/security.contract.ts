import { randomBytes } from 'node:crypto'
import { type CryptoKey, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, freshDatabase, freshName, put } from '../couch.ts'

describe('_security and tokens', () => {
  const shop = freshDatabase()
  const mailbox = freshDatabase()
  const shared = freshDatabase()
  const kid = `contract-${randomBytes(4).toString('hex')}`
  const keyPath = `/_node/_local/_config/jwt_keys/${encodeURIComponent(`ec:${kid}`)}`
  let privateKey: CryptoKey
  let otherKey: CryptoKey

  interface Claims {
    sub?: string
    roles?: string[]
    endsIn?: number | null
    key?: CryptoKey
    kid?: string
  }

  function token({ sub = 'asha', roles, endsIn = 60, key = privateKey, kid: id = kid }: Claims = {}): Promise<string> {
    const jwt = new SignJWT(roles ? { '_couchdb.roles': roles } : {})
    jwt.setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: id }).setSubject(sub)
    if (endsIn !== null) jwt.setExpirationTime(Math.floor(Date.now() / 1000) + endsIn)
    return jwt.sign(key)
  }

  beforeAll(async () => {
    const pair = await generateKeyPair('ES256', { extractable: true })
    privateKey = pair.privateKey
    otherKey = (await generateKeyPair('ES256')).privateKey
    const pem = (await exportSPKI(pair.publicKey)).trim().replaceAll('\n', '\\n')
    expect((await call('PUT', keyPath, { body: JSON.stringify(pem) })).status).toBe(200)
    await call('PUT', `${mailbox.path}/_security`, {
      body: { admins: { names: [], roles: ['_admin'] }, members: { names: ['asha'], roles: [] } },
    })
    await call('PUT', `${shared.path}/_security`, {
      body: { admins: { names: [], roles: ['_admin'] }, members: { names: [], roles: ['reader'] } },
    })
    for (const db of [shop, mailbox, shared]) await put(`${db.path}/doc`, {})
  })
  afterAll(() => call('DELETE', keyPath))

  test('a new database is only for admins', async () => {
    const { body } = await call('GET', `${shop.path}/_security`)
    expect(body.members.roles).toEqual(['_admin'])
    expect(await call('GET', `${shop.path}/doc`, { token: await token() })).toMatchObject({
      status: 403,
      body: { error: 'forbidden' },
    })
  })

  test('a token determines the user and the roles', async () => {
    const { status, body } = await call('GET', '/_session', { token: await token({ roles: ['reader'] }) })
    expect(status).toBe(200)
    expect(body.userCtx).toEqual({ name: 'asha', roles: ['reader'] })
  })

  test('a member reads and writes the database, and another account is refused', async () => {
    const mine = await token()
    expect((await call('GET', `${mailbox.path}/doc`, { token: mine })).status).toBe(200)
    expect((await call('PUT', `${mailbox.path}/mine`, { token: mine, body: {} })).status).toBe(201)
    const theirs = await token({ sub: 'ravi' })
    expect((await call('GET', `${mailbox.path}/doc`, { token: theirs })).status).toBe(403)
  })

  test('a role gives access to a database', async () => {
    expect((await call('GET', `${shared.path}/doc`, { token: await token({ roles: ['reader'] }) })).status).toBe(200)
    expect((await call('GET', `${shared.path}/doc`, { token: await token() })).status).toBe(403)
  })

  test('every path of a database is refused to other accounts', async () => {
    const theirs = await token({ sub: 'ravi' })
    const paths: [string, string, unknown?][] = [
      ['GET', ''],
      ['GET', '/doc'],
      ['GET', '/doc/attachment'],
      ['GET', '/_all_docs'],
      ['GET', '/_changes'],
      ['GET', '/_changes?feed=longpoll&timeout=1000'],
      ['GET', '/_security'],
      ['GET', '/_local/x'],
      ['GET', '/_design/x'],
      ['GET', '/_index'],
      ['GET', '/_revs_limit'],
      ['GET', '/_design/x/_view/y'],
      ['GET', '/_design/x/_info'],
      ['POST', '', {}],
      ['POST', '/_bulk_docs', { docs: [] }],
      ['POST', '/_bulk_get', { docs: [] }],
      ['POST', '/_revs_diff', {}],
      ['POST', '/_all_docs', { keys: [] }],
      ['POST', '/_changes', {}],
      ['POST', '/_find', { selector: {} }],
      ['POST', '/_explain', { selector: {} }],
      ['POST', '/_index', { index: { fields: ['a'] } }],
      ['POST', '/_ensure_full_commit', {}],
      ['POST', '/_compact', {}],
      ['POST', '/_view_cleanup', {}],
      ['PUT', '/doc', {}],
      ['PUT', '/_local/x', {}],
      ['PUT', '/_design/x', {}],
      ['PUT', '/doc/attachment', 'x'],
      ['PUT', '/_security', {}],
      ['PUT', '/_revs_limit', '5'],
      ['DELETE', '/doc?rev=1-a'],
    ]
    for (const [method, path, body] of paths) {
      const answer = await call(method, mailbox.path + path, { token: theirs, ...(body === undefined ? {} : { body }) })
      expect([401, 403], `${method} ${path}: ${answer.text}`).toContain(answer.status)
      const nobody = await call(method, mailbox.path + path, { token: null, ...(body === undefined ? {} : { body }) })
      expect(nobody.status, `${method} ${path} by nobody`).toBe(401)
    }
  })

  test('a member cannot do what needs an admin', async () => {
    const mine = await token()
    const rights = (await call('GET', `${mailbox.path}/_security`)).body
    const refusals: unknown[] = [401, 403, 'forbidden', 'unauthorized']
    // CouchDB returns 500 if each shard refuses separately, because it then finds no majority.
    const shardsRefuse = [...refusals, 500]
    const tries: [refusals: unknown[], method: string, path: string, body?: unknown][] = [
      [shardsRefuse, 'PUT', `${mailbox.path}/_security`, { admins: { names: ['asha'] } }],
      [shardsRefuse, 'POST', `${mailbox.path}/_index`, { index: { fields: ['a'] }, ddoc: 'x' }],
      [refusals, 'PUT', `${mailbox.path}/_design/x`, {}],
      [refusals, 'POST', `${mailbox.path}/_bulk_docs`, { docs: [{ _id: '_design/x' }] }],
      [refusals, 'POST', `${mailbox.path}/_compact`, {}],
      [refusals, 'POST', `${mailbox.path}/_view_cleanup`, {}],
      [refusals, 'PUT', `/${freshName()}`],
      [refusals, 'DELETE', mailbox.path],
      [refusals, 'GET', '/_all_dbs'],
      [refusals, 'GET', '/_node/_local/_config'],
      [refusals, 'PUT', '/_node/_local/_config/mogra_contract/x', '"y"'],
    ]
    for (const [expected, method, path, body] of tries) {
      const { status, body: answer } = await call(method, path, {
        token: mine,
        ...(body === undefined ? {} : { body }),
      })
      // _bulk_docs may refuse the one document instead of the request.
      const refusal = Array.isArray(answer) ? answer[0]?.error : status
      expect(expected, `${method} ${path}`).toContain(refusal)
    }
    expect((await call('GET', `${mailbox.path}/_security`)).body).toEqual(rights)
    expect((await call('GET', `${mailbox.path}/_design/x`)).status).toBe(404)
    expect((await call('GET', `${mailbox.path}/doc`, { token: mine })).status).toBe(200)
  })

  test('an invalid token is refused', async () => {
    const path = `${mailbox.path}/doc`
    expect((await call('GET', path, { token: await token({ key: otherKey }) })).status).toBe(400)
    expect((await call('GET', path, { token: await token({ kid: 'nobody' }) })).status).toBe(400)
    expect((await call('GET', path, { token: await token({ endsIn: null }) })).status).toBe(400)
    expect((await call('GET', path, { token: await token({ endsIn: -60 }) })).status).toBe(401)
    expect([400, 401]).toContain((await call('GET', path, { token: 'nonsense' })).status)
    const none = `${Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url')}.${Buffer.from(
      JSON.stringify({ sub: 'asha', exp: 4e9 }),
    ).toString('base64url')}.`
    expect((await call('GET', path, { token: none })).status).toBe(400)
  })

  test('a wrong name and password are refused', async () => {
    // Uses a name other than the admin's: CouchDB locks a name out for five minutes after the fifth wrong password.
    const authorization = `Basic ${Buffer.from(`${freshName()}:certainly-not`).toString('base64')}`
    expect((await call('GET', '/_all_dbs', { token: null, headers: { authorization } })).status).toBe(401)
  })

  test('a token signed with a removed key is refused', async () => {
    const mine = await token()
    const pem = (await call('GET', keyPath)).body
    await call('DELETE', keyPath)
    const open = async () => (await call('GET', `${mailbox.path}/doc`, { token: mine })).status
    await expect.poll(open).toBe(400)
    await call('PUT', keyPath, { body: JSON.stringify(pem) })
    await expect.poll(open).toBe(200)
  })
})
