import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from './markup.ts'

/** Compiled from `frame.mjml` by `npm run mail:compile`: a head, then the parts that bodies consist of. */
const compiled = readFileSync(join(import.meta.dirname, 'frame.html'), 'utf8')
const [head = '', ...rest] = compiled.split(/<!--fragment (\w+)-->/)
const parts = new Map([['head', head]])
for (let i = 0; i < rest.length; i += 2) parts.set(rest[i] ?? '', rest[i + 1] ?? '')

/** Returns one part with its `{{names}}` filled in. All are filled in at once, so a value is never read as a name. */
export function fill(part: string, values: Record<string, string> = {}): string {
  const text = parts.get(part)
  if (text === undefined) throw new Error(`the mail frame has no part ${part}`)
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the part ${part} of the mail frame lacks ${name}`)
    return escapeHtml(value)
  })
}
