/** `npm run draw` writes every drawing to `web/public/flowers`. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { drawings } from './drawings.ts'

const folder = new URL('../public/flowers/', import.meta.url)
await rm(folder, { recursive: true, force: true })
for (const [path, print] of drawings) {
  const file = new URL(path, folder)
  const svg = print()
  await mkdir(dirname(file.pathname), { recursive: true })
  await writeFile(file, svg)
  console.log(`${path.padEnd(28)} ${(Buffer.byteLength(svg) / 1024).toFixed(1)} KB`)
}
