import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SAMPLE_FLOWERS } from '../../design-docs/model/catalogue/sample-catalogue.ts'
import { drawings } from './drawings.ts'

const folder = new URL('../public/flowers/', import.meta.url)
const app = new URL('../src/', import.meta.url)

test('public/flowers contains exactly the files that the generator draws', async () => {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.svg'))
  expect(files.toSorted()).toEqual([...drawings.keys()].toSorted())
  for (const [path, print] of drawings) {
    expect(await readFile(new URL(path, folder), 'utf8'), `${path}: run npm run draw`).toBe(print())
  }
})

test.each([...drawings])('%s is small, has a title, and uses only features of a block print', (_, print) => {
  const svg = print()
  expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(12 * 1024)
  expect(svg).toMatch(/<title>[^<]+<\/title>/)
  expect(svg).not.toMatch(/NaN|undefined|Infinity|<(text|image|filter|linearGradient|radialGradient)/)
  for (const [, id] of svg.matchAll(/href="#(\w+)"/g)) expect(svg).toContain(`id="${id}"`)
})

test('every sample flower and every picture that a screen names is drawn', async () => {
  const named = SAMPLE_FLOWERS.map((flower) => `${flower.image}.svg`)
  for (const file of await readdir(app, { recursive: true })) {
    if (!/\.tsx?$/.test(file)) continue
    const source = await readFile(new URL(file, app), 'utf8')
    named.push(...[...source.matchAll(/['"`]\/flowers\/([\w/-]+\.svg)/g)].map((match) => match[1] ?? ''))
  }
  expect(named.filter((path) => !drawings.has(path))).toEqual([])
})
