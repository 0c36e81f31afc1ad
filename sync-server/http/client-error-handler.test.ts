import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterAll(() => service.close())

async function answerTo(sent: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(sent)
  return text(socket)
}

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'bad_request'],
  ['a method that does not exist', 'JUNK / HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'bad_request'],
  ['a path in raw Unicode', 'GET /é HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'bad_request'],
  ['a head of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['an odd expectation', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: a-miracle\r\n\r\n', 417, 'expectation_failed'],
])('%s is refused like any other request: with a code and the security headers', async (_name, sent, status, code) => {
  const answer = await answerTo(sent)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
  expect(head.toLowerCase()).toContain('connection: close')
  expect(JSON.parse(body)).toMatchObject({ error: code })
})
