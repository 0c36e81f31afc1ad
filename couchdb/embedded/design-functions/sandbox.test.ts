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
    for (const name of ['process', 'require', 'fetch', 'setTimeout', 'global', 'Worker'])
      expect(run(`function () { return typeof ${name} }`), name).toBe('undefined')
    expect(() => run('function () { return run.constructor("return process")() }')).toThrow()
    expect(() => run('function () { return this.constructor.constructor("return process")() }')).toThrow()
  })

  test('cannot reach the frames it is called from', () => {
    const prepare = 'function (e, frames) { return frames.map(function (f) { return typeof f.getThis() }) }'
    for (const way of [
      `Error.prepareStackTrace = ${prepare}`,
      `Error = { prepareStackTrace: ${prepare} }`,
      `globalThis.Error = { prepareStackTrace: ${prepare} }`,
      `delete globalThis.Error; globalThis.Error = { prepareStackTrace: ${prepare} }`,
      `Object.defineProperty(globalThis, 'Error', { value: { prepareStackTrace: ${prepare} } })`,
      `Object.defineProperty(Error, 'prepareStackTrace', { value: ${prepare} })`,
      `TypeError.prepareStackTrace = ${prepare}`,
    ])
      expect(run(`function () { try { ${way} } catch (e) {} return new TypeError('x').stack }`), way).toEqual(
        expect.stringContaining('TypeError: x'),
      )
  })

  test('is stopped when it does not end, whichever way', () => {
    const traps = '{ get() { for (;;); }, has() { for (;;); }, getPrototypeOf() { for (;;); } }'
    for (const body of [
      'for (;;);',
      'Promise.resolve().then(function () { for (;;); })',
      'return /(a+)+b/.test("a".repeat(60))',
      `throw new Proxy({}, ${traps})`,
      'return { toJSON() { for (;;); } }',
    ])
      expect(() => run(`function () { ${body} }`), body).toThrow('The test function took too long.')
    expect(run('function () { return 1 }'), 'the others go on').toBe(1)
  })

  test('ends nobody, whatever it begins, throws or fills', () => {
    for (const body of [
      'import("fs")',
      'Promise.reject(new Error("unheard"))',
      'var all = []; for (;;) all.push(new Array(100000).fill(1))',
      'return (function again() { return again() + 1 })()',
      'throw { forbidden: "x".repeat(3e8) }',
    ]) {
      try {
        run(`function () { ${body} }`)
      } catch {}
      expect(run('function () { return 1 }'), body).toBe(1)
    }
  })

  test('once too slow, it keeps nobody waiting for long again', () => {
    const loops = sandboxed('function (value) { if (value.loops) for (;;); return 2 }', CALL, 'test')
    expect(() => loops({ loops: true })).toThrow('took too long')
    const begun = performance.now()
    expect(() => loops({ loops: true })).toThrow('took too long')
    // A second would have been the first patience.
    expect(performance.now() - begun).toBeLessThan(1000)
    expect(loops({ loops: false })).toBe(2)
  })

  test('is refused when it cannot be compiled, or is no function', () => {
    for (const source of ['function (', '1 + 1', '"text"'])
      expect(() => run(source), source).toThrow('Compilation of the test function failed.')
  })
})
