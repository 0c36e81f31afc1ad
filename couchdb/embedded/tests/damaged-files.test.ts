import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../start.ts'

let folder = ''
let running: Embedded | undefined
const admin = { name: 'admin', password: 'flowers' }
const authorization = `Basic ${Buffer.from('admin:flowers').toString('base64')}`
const start = async () => {
  running = await startEmbedded({ folder, admin })
  return running.url
}
const stop = () => running?.close()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-damaged-'))
  const url = await start()
  for (const path of ['garden', 'garden/rose'])
    await fetch(`${url}/${path}`, { method: 'PUT', headers: { authorization }, body: path === 'garden' ? null : '{}' })
  await stop()
})
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

async function metaPath(): Promise<string> {
  const [id = ''] = await readdir(join(folder, 'databases'))
  return join(folder, 'databases', id, 'database.json')
}
const rose = async (url: string) => (await fetch(`${url}/garden/rose`, { headers: { authorization } })).status

test('a damaged or lost database.json stops the start with its path, and the database is complete once the file is restored', async () => {
  const path = await metaPath()
  const whole = await readFile(path, 'utf8')
  for (const damage of ['', whole.slice(0, 40), '{}', whole.replace('"revsLimit":', '"revsLimit":-0.'), undefined]) {
    if (damage === undefined) await rm(path)
    else await writeFile(path, damage)
    await expect(start(), `${damage}`).rejects.toThrow(`${path} is damaged or missing. Put it back from a backup`)
  }
  await writeFile(path, whole)
  expect(await rose(await start())).toBe(200)
})

test('a damaged or lost server.json stops the start in the same way', async () => {
  const path = join(folder, 'server.json')
  const whole = await readFile(path, 'utf8')
  for (const damage of ['', whole.slice(0, 20), '[]']) {
    await writeFile(path, damage)
    await expect(start(), damage).rejects.toThrow(`${path} is damaged or missing.`)
  }
  await writeFile(path, whole)
  expect(await rose(await start())).toBe(200)
})
