import { describe, expect, test } from 'vitest'
import { sandboxed } from './sandbox.ts'

const CALL = 'function (value) { return theirs(value) }'
const run = (source: string, value: unknown = null) => sandboxed(source, CALL, 'test')(value)

describe('a function of a design document', () => {
  test('is given and gives JSON', () => {
    expect(run('function (value) { return { twice: value.n * 2 } }', { n: 21 })).toEqual({ twice: 42 })
    expect(run('function () {}')).toBeNull()
  })

  test('cannot reach what is outside', () => {
    for (const name of ['process', 'require', 'fetch', 'setTimeout', 'global'])
      expect(run(`function () { return typeof ${name} }`), name).toBe('undefined')
    expect(() => run('function () { return run.constructor("return process")() }')).toThrow()
    expect(() => run('function () { return this.constructor.constructor("return process")() }')).toThrow()
  })

  test('is stopped when it does not end, whichever way', () => {
    expect(() => run('function () { for (;;); }')).toThrow(/timed out/)
    expect(() => run('function () { Promise.resolve().then(function () { for (;;); }) }')).toThrow(/timed out/)
    expect(() => run('function () { return /(a+)+b/.test("a".repeat(60)) }')).toThrow(/timed out/)
  })

  test('is refused when it cannot be compiled', () => {
    expect(() => run('function (')).toThrow('Compilation of the test function failed.')
  })
})
