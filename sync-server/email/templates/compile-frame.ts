import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import mjml2html from 'mjml'

const file = (name: string) => join(import.meta.dirname, name)

/** Compiles the frame to HTML that mail programs understand. */
export async function compileFrame(): Promise<string> {
  const source = await readFile(file('frame.mjml'), 'utf8')
  const { html } = await mjml2html(source, { keepComments: true, validationLevel: 'strict' })
  return `${html
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim()}\n`
}

if (import.meta.main) await writeFile(file('frame.html'), await compileFrame())
