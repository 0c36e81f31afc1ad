import { parseArgs } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

class Explained extends Error {}

let said: unknown[] = []
beforeEach(() => {
  said = []
  vi.spyOn(console, 'error').mockImplementation((what) => said.push(what))
})
afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
})

const failing = (error: Error) => async () => {
  throw error
}

test('a command that succeeds prints no error and ends with 0', async () => {
  await runCommand(async () => {}, { usage: 'Use it like this' })
  expect([said, process.exitCode]).toEqual([[], undefined])
})

test('a wrong option prints the usage', async () => {
  await runCommand(async () => void parseArgs({ args: ['--no-such'], options: {} }), { usage: 'Use it like this' })
  expect([said, process.exitCode]).toEqual([['Use it like this'], 1])
})

test('an explained error is printed in one sentence, and any other with its stack', async () => {
  await runCommand(failing(new Explained('The port is taken.')), { explained: Explained })
  const fault = new TypeError('x is not a function')
  await runCommand(failing(fault), { explained: Explained })
  expect([said, process.exitCode]).toEqual([['The port is taken.', fault], 1])
})

test('without a list of explained errors, each is printed in one sentence', async () => {
  await runCommand(failing(new TypeError('fetch failed')))
  expect([said, process.exitCode]).toEqual([['fetch failed'], 1])
})
