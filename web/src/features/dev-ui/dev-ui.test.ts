import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const ui = new URL('../../ui/', import.meta.url)
test('the developers’ page of components shows every component', async () => {
  const parts = (await readdir(ui, { recursive: true })).filter((file) => /(?<!test)\.tsx$/.test(file))
  const pages = (await readdir(new URL('.', import.meta.url))).filter((file) => file.endsWith('.tsx'))
  const source = (await Promise.all(pages.map((page) => readFile(new URL(page, import.meta.url), 'utf8')))).join('')
  expect(parts.length).toBeGreaterThan(30)
  expect(parts.filter((part) => !source.includes(`/ui/${part}'`))).toEqual([])
})
