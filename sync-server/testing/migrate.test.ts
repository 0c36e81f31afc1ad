import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Receipt } from '#model'
import { startEmbedded } from '../../couchdb/embedded/start.ts'
import { migrate } from '../../couchdb/migrate/migrate.ts'
import { startProxy } from '../../couchdb/migrate/testing/fault-proxy.ts'
import { openDevice, orderOf } from './device.ts'
import { startTestService } from './test-service.ts'

const admin = { name: 'mogra', password: 'moved' }

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mogra-moved-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('after a migration a device continues: signed in, same generation, and nothing is sent or fetched twice', async () => {
  const folder = join(root, 'data')
  const before = await startTestService({ logLevel: 'silent', folder, env: { COUCHDB_URL: '' } })
  const me = await before.signIn('customer@mogra.example')
  const phone = await openDevice(before.url, me)
  const first = await phone.ask(orderOf())
  phone.goOnline()
  await phone.arrival<Receipt>(`receipt:${first}`)
  await phone.goOffline()
  await phone.pull()
  const known = await phone.ids()
  const changes = `${before.url}/db/${me.mailbox.name}/_changes?feed=normal&since=0&limit=1000&heartbeat=10000&style=all_docs`
  const { last_seq } = (await (await fetch(changes, { headers: { cookie: me.cookie } })).json()) as { last_seq: string }
  await before.close()

  const couchdb = await startEmbedded({ folder: join(root, 'couchdb'), admin })
  const oldMark = last_seq.split('-')[1] ?? ''
  expect(oldMark).not.toBe('')
  // The embedded server treats another server's sequence as "from the start"; CouchDB refuses it.
  const strict = await startProxy(
    couchdb.url.replace('//', `//${admin.name}:${admin.password}@`),
    (request, response) => {
      if (!request.url?.includes(oldMark)) return false
      const reason = "Malformed sequence supplied in 'since' parameter."
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: 'bad_request', reason }))
      return true
    },
  )
  const outcomes = await migrate({ from: folder, to: strict.url })
  expect(outcomes.flatMap(({ differences }) => differences)).toEqual([])

  const PORT = new URL(before.url).port
  const after = await startTestService({ logLevel: 'silent', folder, env: { COUCHDB_URL: strict.url, PORT } })
  const session = await fetch(`${after.url}/api/sessions/current`, { headers: { cookie: me.cookie } })
  expect(await session.json()).toMatchObject({ mailbox: me.mailbox })
  expect(await phone.push()).toMatchObject({ status: 'complete', docs_written: 0 })
  expect(await phone.pull()).toMatchObject({ status: 'complete', docs_read: 0 })
  expect(await phone.ids()).toEqual(known)

  const second = await phone.ask(orderOf())
  phone.goOnline()
  expect(await phone.arrival<Receipt>(`receipt:${second}`)).toMatchObject({ outcome: 'done' })

  await phone.close()
  await after.close()
  await strict.close()
  await couchdb.close()
})
