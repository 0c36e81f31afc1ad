import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openConnection } from './connect.ts'
import { isUnreachable } from './failures.ts'

test.each([
  ['says nothing', ''],
  ['breaks off within its answer', '{"rows":['],
])('a database that %s is unreachable, and a write to it is undecided', async (_, beginning) => {
  const server = createServer((_request, response) => {
    if (beginning) response.writeHead(200, { 'content-type': 'application/json' }).write(beginning)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const connection = openConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 200)
  try {
    const failure = await connection.read({ db: 'work', doc: 'x' }).catch((error: unknown) => error)
    expect(isUnreachable(failure)).toBe(true)
    expect(await connection.write({ db: 'work', method: 'PUT', doc: 'x', body: {} })).toMatchObject({ decided: false })
  } finally {
    await connection.close()
    server.closeAllConnections()
    server.close()
  }
})

test('the database tells how far this machine’s clock is ahead of its own', async () => {
  const server = createServer((_request, response) => {
    const date = new Date(Date.now() - 120_000).toUTCString()
    response.writeHead(200, { 'content-type': 'application/json', date }).end('{"db_name":"work"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const connection = openConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    expect(Math.round((await connection.clockOffMs()) / 10_000)).toBe(12)
  } finally {
    await connection.close()
    server.close()
  }
})
