import { describe, expect, test } from 'vitest'
import { sandboxed } from './sandbox.ts'

const CALL = 'function (value) { return theirs(value) }'
const run = (source: string, value: unknown = null) => sandboxed(source, CALL, 'test')(value)

describe('a function of a design document', () => {
  test('gets its arguments and returns its value as JSON', () => {
    expect(run('function (value) { return { twice: value.n * 2 } }', { n: 21 })).toEqual({ twice: 42 })
    expect(run('function () {}')).toBeNull()
  })

  test('cannot reach anything outside of the sandbox', () => {
    for (const name of ['process', 'require', 'fetch', 'setTimeout', 'global', 'Worker'])
      expect(run(`function () { return typeof ${name} }`), name).toBe('undefined')
    expect(() => run('function () { return run.constructor("return process")() }')).toThrow()
    expect(() => run('function () { return this.constructor.constructor("return process")() }')).toThrow()
  })

  test('cannot reach the stack frames of its caller', () => {
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

  test('is stopped if it does not end, in whatever way it loops', () => {
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

  test('never ends the process, whatever it starts or throws and however much memory it fills', () => {
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

  test('gets a shorter time limit after it was too slow once', () => {
    const loops = sandboxed('function (value) { if (value.loops) for (;;); return 2 }', CALL, 'test')
    expect(() => loops({ loops: true })).toThrow('took too long')
    const begun = performance.now()
    expect(() => loops({ loops: true })).toThrow('took too long')
    // The first time limit is one second.
    expect(performance.now() - begun).toBeLessThan(1000)
    expect(loops({ loops: false })).toBe(2)
  })

  test('is refused if it cannot be compiled or is not a function', () => {
    for (const source of ['function (', '1 + 1', '"text"'])
      expect(() => run(source), source).toThrow('Compilation of the test function failed.')
  })
})
