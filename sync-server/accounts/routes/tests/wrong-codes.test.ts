import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { otherThan, signInCalls } from '../testing/sign-in-calls.ts'

let service: TestService
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-codes-'))
  service = await startTestService({ folder })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

const { ask, codeFor, newPerson, signIn } = signInCalls(() => service)

test('if the right code is sent several times at once, one request signs in', async () => {
  const email = await newPerson()
  const code = await codeFor(email)
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(email, code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(1)
  expect(
    answers.filter(({ statusCode }) => statusCode === 401).every((one) => one.json().error === 'code_missing'),
  ).toBe(true)
})

test('wrong codes are counted even if they arrive at once, and the fifth is the last', async () => {
  const email = await newPerson()
  const code = await codeFor(email)
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(email, otherThan(code))))
  expect(answers.map((one) => one.json().error).sort()).toEqual([
    ...Array(5).fill('code_invalid'),
    ...Array(3).fill('code_missing'),
  ])
  const late = await signIn(email, code)
  expect([late.statusCode, late.json().error]).toEqual([401, 'code_missing'])
})

test('a code with blanks, dashes or Hindi digits is accepted, and a text without digits does not count as a try', async () => {
  for (const write of [
    (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}`,
    (code: string) => `${code.slice(0, 3)}-\u200B${code.slice(3)}`,
    (code: string) => code.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x0966 + Number(digit))),
  ]) {
    const email = await newPerson()
    const code = await codeFor(email)
    expect((await signIn(email, 'no code')).statusCode).toBe(422)
    expect((await signIn(email, otherThan(code))).json()).toMatchObject({ triesLeft: 4 })
    expect((await signIn(email, write(code))).statusCode).toBe(200)
  }
})

test('the answer to a wrong code says how many tries are left', async () => {
  const email = await newPerson()
  const answer = await signIn(email, otherThan(await codeFor(email)))
  expect(answer.json()).toEqual({ error: 'code_invalid', message: expect.any(String), triesLeft: 4 })
})

test('strangers from other addresses do not lock the owner out', async () => {
  const email = await newPerson()
  const code = await codeFor(email)
  for (let i = 0; i < 8; i += 1) await signIn(email, otherThan(code), `203.0.113.${i}`)
  expect((await signIn(email, code)).statusCode).toBe(200)
})

test('the tries left, and the wait for another code, survive a restart', async () => {
  const email = await newPerson()
  const code = await codeFor(email)
  for (const triesLeft of [4, 3]) expect((await signIn(email, otherThan(code))).json()).toMatchObject({ triesLeft })
  await service.close()
  service = await startTestService({ folder })
  expect((await ask(email)).json()).toMatchObject({ error: 'code_asked_too_often' })
  expect((await signIn(email, otherThan(code))).json()).toMatchObject({ triesLeft: 2 })
  expect((await signIn(email, code)).statusCode).toBe(200)
})
