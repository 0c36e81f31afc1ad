import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysIn } from '../testing/keys-in.ts'
import { makeKeys, openKeyFolder } from './keys.ts'
import { SettingError } from './setting-error.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-keys-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('keys are created once, readable by their owner only, and do not change', async () => {
  const first = await keysIn(folder)
  expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
  const again = await keysIn(folder)
  expect(again.digest('email', 'a@b')).toBe(first.digest('email', 'a@b'))
  expect(again.digest('code', 'a@b')).not.toBe(first.digest('email', 'a@b'))
  expect(again.jwt.id).toBe(first.jwt.id)
  expect(again.fingerprint).toBe(first.fingerprint)
})

test('opening a folder creates no keys', async () => {
  const { read, path } = await openKeyFolder(join(folder, 'empty'))
  expect(await read()).toBeUndefined()
  expect(await readdir(path)).toEqual([])
})

test.each(['/proc/mogra', '/etc/hostname', '/etc/hostname/mogra', '/dev/null/mogra'])(
  '%s cannot be a data folder, and is refused immediately',
  async (path) => {
    await expect(openKeyFolder(path)).rejects.toThrow(/^MOGRA_DATA must be a folder that Mogra may write to; [^\n]+\.$/)
  },
)

test('a damaged key file stops the start with one sentence, and is left unchanged', async () => {
  const path = join(folder, 'keys.json')
  const whole = await readFile(path, 'utf8')
  const { secret: _, ...withoutSecret } = JSON.parse(whole)
  const other = await makeKeys()
  const tornPem = JSON.parse(whole).jwtPrivatePem.replace(/\n.{20}/, '\n')
  for (const text of [
    '',
    '{',
    'null',
    JSON.stringify(withoutSecret),
    JSON.stringify({ ...JSON.parse(whole), secret: '' }),
    JSON.stringify({ ...JSON.parse(whole), jwtPrivatePem: tornPem }),
    JSON.stringify({ ...JSON.parse(whole), jwtPublicPem: '-----BEGIN PUBLIC KEY-----' }),
    JSON.stringify({ ...JSON.parse(whole), jwtPublicPem: other.jwt.publicPem }),
  ]) {
    await writeFile(path, text)
    await expect(keysIn(folder)).rejects.toThrow(/^\S+keys\.json is damaged; [^\n]+\.$/)
    expect(await readFile(path, 'utf8')).toBe(text)
  }
})

test.each([
  ['a folder', 'EISDIR', (path: string) => mkdir(path)],
  ['a link to itself', 'ELOOP', (path: string) => symlink(path, path)],
])('a keys.json that cannot be read, because it is %s, stops the start with one sentence', async (_, code, put) => {
  const own = await mkdtemp(join(folder, 'unreadable-'))
  await put(join(own, 'keys.json'))
  const { read } = await openKeyFolder(own)
  await expect(read()).rejects.toThrow(SettingError)
  await expect(read()).rejects.toThrow(
    `${join(own, 'keys.json')} cannot be read (${code}): make it a file that the user who runs Mogra may read, or put it back from a backup of the data folder.`,
  )
})
