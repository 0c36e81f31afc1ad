import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPair } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openUpstream, READER, type Upstream } from '../upstream.ts'

let couch: Server
let upstream: Upstream
const said: string[] = []
const MEGABYTE = Buffer.alloc(1024 * 1024, ' ')

beforeEach(async () => {
  // `/large` sends as fast as it is read and never ends; every other answer is small.
  couch = createServer((request, response) => {
    response.writeHead(200)
    const goOn = () => {
      while (!response.destroyed && response.write(MEGABYTE));
    }
    if (request.url !== '/large') return void response.end('{}')
    response.on('drain', goOn)
    goOn()
  })
  await new Promise<void>((resolve) => couch.listen(0, '127.0.0.1', resolve))
  const { privateKey } = await generateKeyPair('ES256')
  const origin = `http://127.0.0.1:${(couch.address() as AddressInfo).port}`
  upstream = openUpstream({
    ...{ origin, jwt: { id: 'k', privateKey }, patienceMs: 4_000 },
    report: (message, error) => said.push(`${message}: ${error}`),
  })
})
afterEach(async () => {
  await upstream.close()
  couch.closeAllConnections()
  await new Promise((resolve) => couch.close(resolve))
})

const large = (signal?: AbortSignal) =>
  upstream.send(READER, { method: 'GET', path: '/large', isStreamed: true, ...(signal ? { signal } : {}) })

test('unread answers delay neither pushes nor polls, and a further read does not wait forever', async () => {
  const unread = await Promise.all(Array.from({ length: 128 }, () => large()))
  expect(unread.every(({ status }) => status === 200)).toBe(true)
  const { body } = await upstream.send(READER, { method: 'GET', path: '/small' })
  expect(await body.json()).toEqual({})
  await expect(large()).rejects.toMatchObject({ status: 503 })
  expect(said.join()).toContain('no connection or no answer in time')

  const signedOut = new AbortController()
  const waiting = large(signedOut.signal)
  signedOut.abort(new Error('signed out'))
  await expect(waiting).rejects.toThrow('signed out')

  const late = large()
  for (const one of unread) one.body.on('error', () => {}).destroy()
  const answered = await late
  expect(answered.status).toBe(200)
  answered.body.on('error', () => {}).destroy()
})
