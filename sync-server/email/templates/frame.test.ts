import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileFrame } from './compile-frame.ts'
import { fill } from './frame.ts'
import { escapeHtml, html } from './markup.ts'

test('the frame is the compiled form of its source (npm run mail:compile)', async () => {
  expect(await readFile(join(import.meta.dirname, 'frame.html'), 'utf8')).toBe(await compileFrame())
})

test('the frame loads nothing from other servers', async () => {
  expect(await compileFrame()).not.toMatch(/<(?:link|script|img)|url\(|@import/)
})

test('a filled-in value is escaped, and never read as a placeholder', () => {
  expect(fill('line', { text: '<{{label}}>' })).toBe('<br />&lt;{{label}}&gt;')
  expect(() => fill('line')).toThrow('lacks text')
})

test('escaping replaces all characters with a meaning in HTML', () => {
  expect(escapeHtml(`"><b>'&`)).toBe('&quot;&gt;&lt;b&gt;&#39;&amp;')
  expect(html`<p title="${'"'}">${[html`<b>${1}</b>`]}</p>`.text).toBe('<p title="&quot;"><b>1</b></p>')
})
