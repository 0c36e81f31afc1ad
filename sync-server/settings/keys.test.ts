import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysIn } from '../testing/keys-in.ts'
import { openKeyFolder } from './keys.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-keys-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('keys are made once, for their owner alone, and stay', async () => {
  const first = await keysIn(folder)
  expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
  const again = await keysIn(folder)
  expect(again.digest('email', 'a@b')).toBe(first.digest('email', 'a@b'))
  expect(again.digest('code', 'a@b')).not.toBe(first.digest('email', 'a@b'))
  expect(again.jwt.id).toBe(first.jwt.id)
  expect(again.fingerprint).toBe(first.fingerprint)
})

test('opening a folder makes no keys', async () => {
  const { read, path } = await openKeyFolder(join(folder, 'empty'))
  expect(await read()).toBeUndefined()
  expect(await readdir(path)).toEqual([])
})

test.each(['/proc/mogra', '/etc/hostname', '/etc/hostname/mogra', '/dev/null/mogra'])(
  '%s is no data folder, and that is said at once',
  async (path) => {
    await expect(openKeyFolder(path)).rejects.toThrow(/^MOGRA_DATA must be a folder that Mogra may write to; [^\n]+\.$/)
  },
)

test('a damaged file stops the start with one sentence, and is left as it is', async () => {
  const path = join(folder, 'keys.json')
  const whole = await readFile(path, 'utf8')
  const { secret: _, ...withoutSecret } = JSON.parse(whole)
  for (const text of [
    '',
    '{',
    'null',
    JSON.stringify(withoutSecret),
    JSON.stringify({ ...JSON.parse(whole), secret: '' }),
  ]) {
    await writeFile(path, text)
    await expect(keysIn(folder)).rejects.toThrow(/^\S+keys\.json is damaged; [^\n]+\.$/)
    expect(await readFile(path, 'utf8')).toBe(text)
  }
})
