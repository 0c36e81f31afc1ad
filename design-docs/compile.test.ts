import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { compile } from './compile.ts'
import { databases } from './databases.ts'

/** Runs a text as CouchDB does: the function has access only to JavaScript itself and, for a view, `emit`. */
function runText(text: string, ...args: unknown[]) {
  const emitted: unknown[][] = []
  const context = createContext({ emit: (...pair: unknown[]) => emitted.push(pair), args: JSON.stringify(args) })
  runInContext(`(${text}).apply(null, JSON.parse(args))`, context)
  return emitted
}

const texts = await Promise.all(
  databases.flatMap(({ name, views = [], hasValidator }) => [
    ...views.map((view) => compile(`${name}/views/${view.name}.ts`, 'map')),
    ...(hasValidator ? [compile(`${name}/validator.ts`, 'validate')] : []),
  ]),
)

describe('every compiled text for CouchDB', () => {
  test.each(texts)('is one function in plain JavaScript: %#', (text) => {
    expect(text).toMatch(/^function \((doc|doc, before, user)\) \{[\s\S]*\}$/)
    expect(text).not.toMatch(/\b(import|require|process|console)\b/)
  })

  test('comes from a declared module, and every module is declared', async () => {
    const modules = (await readdir(import.meta.dirname, { recursive: true })).filter((file) =>
      /^[^/]+\/(views\/.+|validator\.ts)$/.test(file),
    )
    expect(modules).toHaveLength(texts.length)
  })
})

test('imports are included in older JavaScript, and a comment does not change the text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-compile-'))
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  const compiled = () => compile(relative(import.meta.dirname, join(folder, 'view.ts')), 'map')
  const view = `import { city } from './city.ts'
    export function map(doc: { to?: { city?: string } }, emit: (key: unknown) => void) { emit(city(doc.to?.city)) }`
  await write('city.ts', `export const city = (name: string | undefined) => name ?? 'nowhere'`)
  await write('view.ts', view)
  const text = await compiled()
  expect(text).not.toMatch(/\?\.|\?\?/)
  expect([runText(text, { to: { city: 'Pune' } }), runText(text, {})]).toEqual([[['Pune']], [['nowhere']]])

  await write('view.ts', `// why\n${view} // and what`)
  expect(await compiled()).toBe(text)
  await rm(folder, { recursive: true })
})

test('a module without the function is named in the error', async () => {
  await expect(compile('catalogue/validator.ts', 'map')).rejects.toThrow('catalogue/validator.ts exports no map.')
})

const unsent = await compile('outbox/views/unsent.ts', 'map')

describe('outbox/unsent', () => {
  test.each(['pending', 'leased', 'dead'])('counts a mail with the status %s', (status) => {
    expect(runText(unsent, { type: 'mail', status })).toEqual([[status, null]])
  })

  test('leaves out sent mails, and documents that are not mails', () => {
    expect(runText(unsent, { type: 'mail', status: 'sent' })).toEqual([])
    expect(runText(unsent, { status: 'pending' })).toEqual([])
  })
})

const onlyTheService = await compile('catalogue/validator.ts', 'validate')

describe('the validator of the catalogue', () => {
  const flower = { _id: 'flower:rose' }
  const write = (doc: object, before: object | null, roles: string[]) => () =>
    runText(onlyTheService, doc, before, { name: '_admin', roles })

  test('allows writes by the service', () => {
    for (const before of [null, flower]) expect(write(flower, before, ['_admin'])).not.toThrow()
  })

  test.each([[[]], [['reader']], [['admin', '_admin2']]])('refuses an account with the roles %j', (roles: string[]) => {
    const refusal = expect.objectContaining({ forbidden: 'Only the service writes here.' })
    for (const doc of [flower, { ...flower, _deleted: true }]) expect(write(doc, flower, roles)).toThrow(refusal)
  })
})
