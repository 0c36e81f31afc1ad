import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { problem } from '../../http/problem.ts'
import { bufferSmallResponse } from '../buffer-small-response.ts'

const chunks = (n: number) => Array.from({ length: n }, (_, i) => Buffer.alloc(16 * 1024, i + 1))

test.each([0, 1, 4])('a short answer of %i chunks is returned whole', async (n) => {
  expect(await bufferSmallResponse(Readable.from(chunks(n)))).toEqual(Buffer.concat(chunks(n)))
})

test.each([5, 40])('a large answer of %i chunks loses nothing', async (n) => {
  const found = await bufferSmallResponse(Readable.from(chunks(n)))
  if (Buffer.isBuffer(found)) throw new Error('taken for a short one')
  expect(await buffer(found)).toEqual(Buffer.concat(chunks(n)))
})

test('an answer that breaks off early is a 503; one whose session has ended is a 401', async () => {
  const broken = (error: Error) =>
    Readable.from(
      (async function* () {
        yield* chunks(1)
        throw error
      })(),
    )
  await expect(bufferSmallResponse(broken(new Error('other side closed')))).rejects.toMatchObject({ status: 503 })
  await expect(bufferSmallResponse(broken(problem(401, 'unauthorized')))).rejects.toMatchObject({ status: 401 })
})
