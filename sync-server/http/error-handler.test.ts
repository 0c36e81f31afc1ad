import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from './error-handler.ts'

test('a caller who disconnects is not logged, and a failure is', async () => {
  const lines: string[] = []
  const app = fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } })
  handleErrors(app, { tellsOfRequest: () => false })
  app.post('/', async () => ({}))
  app.get('/failing', async () => {
    throw new Error('no reason at all')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo

  const began = once(app.server, 'request')
  const socket = connect(port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{')
  await began
  socket.destroy()
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, n) => resolve(n)))
  await expect.poll(() => connections()).toBe(0)
  expect(lines).toEqual([])

  expect((await fetch(`http://127.0.0.1:${port}/failing`)).status).toBe(500)
  expect(lines).toEqual([expect.stringContaining('no reason at all')])
  await app.close()
})
