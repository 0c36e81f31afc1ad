import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPair } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openUpstream, READER, type Upstream } from './upstream.ts'

let couch: Server
let upstream: Upstream
const said: string[] = []

beforeEach(async () => {
  // An answer that begins, and ends only where it is small.
  couch = createServer((request, response) => {
    response.writeHead(200)
    if (request.url === '/large') response.write('{')
    else response.end('{}')
  })
  await new Promise<void>((resolve) => couch.listen(0, '127.0.0.1', resolve))
  const { privateKey } = await generateKeyPair('ES256')
  const origin = `http://127.0.0.1:${(couch.address() as AddressInfo).port}`
  upstream = openUpstream({
    ...{ origin, jwt: { id: 'k', privateKey }, patienceMs: 5_000 },
    report: (message) => said.push(message),
  })
})
afterEach(async () => {
  await upstream.close()
  couch.closeAllConnections()
  await new Promise((resolve) => couch.close(resolve))
})

const large = () => upstream.send(READER, { method: 'GET', path: '/large', isStreamed: true })

test('answers that nobody reads keep no push and no poll waiting, and a further reading not for ever', async () => {
  const unread = await Promise.all(Array.from({ length: 128 }, large))
  expect(unread.every(({ status }) => status === 200)).toBe(true)
  const { body } = await upstream.send(READER, { method: 'GET', path: '/small' })
  expect(await body.json()).toEqual({})
  await expect(large()).rejects.toMatchObject({ statusCode: 503 })
  expect(said.join()).toContain('no connection or no answer in time')
  for (const one of unread) one.body.on('error', () => {})
})
