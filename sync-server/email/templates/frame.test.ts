import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileFrame } from './compile-frame.ts'
import { fill } from './frame.ts'
import { escapeHtml, html } from './markup.ts'

test('the frame is what its source compiles to (npm run mail:compile)', async () => {
  expect(await readFile(join(import.meta.dirname, 'frame.html'), 'utf8')).toBe(await compileFrame())
})

test('the frame fetches nothing from anywhere', async () => {
  expect(await compileFrame()).not.toMatch(/<(?:link|script|img)|url\(|@import/)
})

test('what is filled in is escaped, and never read as a name again', () => {
  expect(fill('line', { text: '<{{label}}>' })).toBe('<br />&lt;{{label}}&gt;')
  expect(() => fill('line')).toThrow('lacks text')
})

test('escaping takes what has a meaning in HTML', () => {
  expect(escapeHtml(`"><b>'&`)).toBe('&quot;&gt;&lt;b&gt;&#39;&amp;')
  expect(html`<p title="${'"'}">${[html`<b>${1}</b>`]}</p>`.text).toBe('<p title="&quot;"><b>1</b></p>')
})
