import { access, glob, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const PARTS = ['Context', 'Decision', 'Consequence', 'Revisit when']

const read = (path: string) => readFile(join(ROOT, path), 'utf8')
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
const pathsOf = async (pattern: string) =>
  (
    await Array.fromAsync(
      glob(pattern, { cwd: ROOT, exclude: (name) => name === 'node_modules' || name.startsWith('.') }),
    )
  ).sort()

/** Returns the document as it should be: with `list` between its two markers. */
async function withList(path: string, marker: string, list: string) {
  const [begin, end] = [`<!-- ${marker} -->`, `<!-- /${marker} -->`]
  const text = await read(path)
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${path} has no place for the list of ${marker}`)
  return `${text.slice(0, from)}${begin}\n\n${list}\n\n${text.slice(to)}`
}

const files = (await readdir(import.meta.dirname)).filter((name) => /^\d/.test(name)).sort()
const index = await read('design-docs/decisions/README.md')
const titleOf = async (file: string) => (await read(`design-docs/decisions/${file}`)).split('\n', 1)[0]?.slice(2)

describe('decisions', () => {
  test.each(files)('%s states the decision, its reason, its consequence and when to review it', async (file) => {
    expect(file).toMatch(/^\d{4}-\d{2}-\d{2}-[a-z0-9-]+\.md$/)
    const text = await read(`design-docs/decisions/${file}`)
    expect(text).toMatch(/^# \S/)
    const parts = [...text.matchAll(/^- \*\*([A-Z][a-z ]+):\*\* \S/gm)].map(([, part]) => part)
    expect(parts).toEqual(PARTS)
  })

  test('are all listed under their titles, and the list contains nothing else', async () => {
    const listed = [...index.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, file]) => [file, title])
    const there = await Promise.all(files.map(async (file) => [file, await titleOf(file)]))
    expect(listed.sort()).toEqual(there)
  })

  // `npx vitest run design-docs/decisions -u` writes the lists that the next two tests check.
  test('are listed in the README', async () => {
    const areas = index
      .split(/^## /m)
      .slice(1)
      .map((area) => {
        const name = area.split('\n', 1)[0] ?? ''
        const titles = [...area.matchAll(/^- \[(.+)\]\(/gm)].map(([, title]) => title)
        return `- **${name}**: ${titles.join(' · ')}`
      })
    await expect(await withList('README.md', 'decisions', areas.join('\n'))).toMatchFileSnapshot('../../README.md')
  })
})

test('the list of browser tests is current', async () => {
  const specs = await pathsOf('web/e2e/*/*.spec.ts')
  expect(specs.length).toBeGreaterThan(0)
  const folders = Map.groupBy(specs, (path) => basename(dirname(path)))
  const lists = [...folders].map(async ([folder, paths]) => {
    const files = paths.map(async (path) => {
      const titles = titlesIn(await read(path))
      expect(titles.length, `titles that can be read in ${path}`).toBe(testsIn(await read(path)))
      return [`**[${basename(path)}](${relative('web/e2e', path)})**`, '', ...titles.map((title) => `- ${title}`)].join(
        '\n',
      )
    })
    return [`### ${folder}`, ...(await Promise.all(files))].join('\n\n')
  })
  const list = (await Promise.all(lists)).join('\n\n')
  await expect(await withList('web/e2e/README.md', 'tests', list)).toMatchFileSnapshot('../../web/e2e/README.md')
})

test('every file and folder that a document names exists', async () => {
  const missing: string[] = []
  for (const document of await pathsOf('**/*.md')) {
    const text = await read(document)
    const named = [...text.matchAll(/`((?:web|sync-server|couchdb|design-docs)\/[\w./-]*(?:\.[a-z]+|\/))`/g)]
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)]
    const paths = [
      ...named.map(([, path = '']) => join(ROOT, path)),
      ...linked.map(([, path = '']) => join(ROOT, dirname(document), path)),
    ]
    for (const path of paths) if (!(await exists(path))) missing.push(`${document}: ${relative(ROOT, path)}`)
  }
  expect(missing).toEqual([])
})

const testsIn = (source: string) => [...source.matchAll(/^\s*test\(/gm)].length

/** Returns the test titles of a Playwright file. A test that runs in several languages or values counts once. */
function titlesIn(source: string): string[] {
  const titles = [...source.matchAll(/^\s*test\(\s*(['`])(.+?)\1,/gm)].map(([, , title = '']) => title)
  return titles.map((title) =>
    title.replace(/\(\$\{language\}\)/, '(in English and in Hindi)').replace(/\$\{(\w+)\}/g, '<$1>'),
  )
}
