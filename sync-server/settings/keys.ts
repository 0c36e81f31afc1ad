import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type CryptoKey, importPKCS8 } from 'jose'
import * as v from 'valibot'
import { SettingError } from './setting-error.ts'

/** The service's own secrets. They are never stored in a database, so that a stolen database opens nothing. */
export interface Keys {
  /** Returns the hex HMAC-SHA256, with a different key for each use. */
  digest(
    use: 'email' | 'code' | 'session' | 'verification' | 'device' | 'social' | 'application' | 'aadhaar' | 'upload',
    text: string,
  ): string
  jwt: { id: string; privateKey: CryptoKey; publicPem: string }
  couchPassword: string
}

/** Keys that can be written to a file. */
export interface StoredKeys extends Keys {
  /** Identifies the keys without revealing anything about them; the database stores it (`database-keys.ts`). */
  fingerprint: string
  /** The contents of `keys.json`. */
  file: KeyFile
}

/** The part of the data folder that holds the keys: `keys.json`, readable by its owner only. */
export interface KeyFolder {
  /** The absolute path. */
  path: string
  /** Returns the keys in `keys.json`; undefined if there is no such file. */
  read(): Promise<StoredKeys | undefined>
  /** Returns the keys in `keys.json.new`, which are not in use yet; undefined if there are none. */
  readDraft(): Promise<StoredKeys | undefined>
  /** Creates keys and writes them to `keys.json.new`; returns those that are there already. */
  draft(): Promise<StoredKeys>
  /** Removes `keys.json.new` if it holds these keys. */
  dropDraft(keys: StoredKeys): Promise<void>
  /** Writes these keys to `keys.json`, over those that are there. */
  keep(keys: StoredKeys): Promise<void>
}

const hex = v.pipe(v.string(), v.hexadecimal(), v.minLength(32))
const KeyFile = v.object({
  secret: hex,
  jwtPrivatePem: v.pipe(v.string(), v.startsWith('-----BEGIN PRIVATE KEY-----')),
  jwtPublicPem: v.pipe(v.string(), v.startsWith('-----BEGIN PUBLIC KEY-----')),
  couchPassword: hex,
})
type KeyFile = v.InferOutput<typeof KeyFile>
const StoredFile = v.pipe(v.string(), v.parseJson(), KeyFile)

/** Creates fresh keys without writing them to a file. */
export function makeKeys(): Promise<StoredKeys> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return keysOf({
    secret: randomBytes(32).toString('hex'),
    jwtPrivatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    jwtPublicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    couchPassword: randomBytes(24).toString('hex'),
  })
}

/** Returns undefined if the text is damaged, the private key is invalid, or the two keys are not a pair. */
async function parseKeys(text: string | undefined): Promise<StoredKeys | undefined> {
  const stored = v.safeParse(StoredFile, text)
  if (!stored.success) return undefined
  const { jwtPrivatePem, jwtPublicPem } = stored.output
  try {
    // CouchDB verifies with the public key what the private key signs.
    const isPair = createPublicKey(createPrivateKey(jwtPrivatePem)).equals(createPublicKey(jwtPublicPem))
    return isPair ? await keysOf(stored.output) : undefined
  } catch {
    return undefined
  }
}

async function keysOf(file: KeyFile): Promise<StoredKeys> {
  const digest = (use: string, text: string) => createHmac('sha256', `${use}:${file.secret}`).update(text).digest('hex')
  return {
    digest,
    jwt: {
      id: `mogra-${createHash('sha256').update(file.jwtPublicPem).digest('hex').slice(0, 8)}`,
      privateKey: await importPKCS8(file.jwtPrivatePem, 'ES256'),
      publicPem: file.jwtPublicPem,
    },
    couchPassword: file.couchPassword,
    // Computed from the secret alone: nothing in the database depends on the other keys.
    fingerprint: digest('fingerprint', ''),
    file,
  }
}

/** Opens the data folder, and creates it if it is missing; it creates no keys. */
export async function openKeyFolder(folder: string): Promise<KeyFolder> {
  const path = resolve(folder)
  await makeFolder(path)
  const inUse = join(path, 'keys.json')
  const waiting = join(path, 'keys.json.new')

  const readDraft = async () => parseKeys(await textOf(waiting))

  async function dropDraft({ fingerprint }: StoredKeys) {
    if ((await readDraft())?.fingerprint === fingerprint) await rm(waiting, { force: true })
  }

  return {
    path,
    readDraft,
    dropDraft,

    async read() {
      const text = await textOf(inUse)
      if (text === undefined) return undefined
      const keys = await parseKeys(text)
      // Keys are never created again, because all sessions, codes and e-mail claims would be lost.
      if (!keys) throw new SettingError(`${inUse} is damaged; put it back from a backup of the data folder.`)
      return keys
    },

    async draft() {
      const made = await makeKeys()
      while (!(await writeNew(waiting, made.file))) {
        const there = await readDraft()
        if (there) return there
        // A killed process left an incomplete file.
        await rm(waiting, { force: true })
      }
      return made
    },

    async keep(keys) {
      // The file is written completely or not at all: an incomplete key file would end every session.
      const written = `${inUse}.${randomBytes(6).toString('hex')}`
      await writeNew(written, keys.file)
      await rename(written, inUse)
      await dropDraft(keys)
    },
  }
}

/** Returns undefined if there is no such file; throws `SettingError` if there is one that cannot be read. */
async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new SettingError(
      `${path} cannot be read (${error.code}): make it a file that the user who runs Mogra may read, or put it back from a backup of the data folder.`,
    )
  })
}

/** Returns false if the file exists already. */
async function writeNew(path: string, content: KeyFile): Promise<boolean> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined
    throw error
  })
  if (!file) return false
  try {
    await file.writeFile(JSON.stringify(content))
    await file.sync()
  } finally {
    await file.close()
  }
  return true
}

/** Ignores an existing folder: another process that starts with the same folder may have been faster. */
const unlessThere = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EEXIST') throw error
}

/** Creates one level after the other: Node's recursive mkdir never returns if mkdir fails with ENOENT, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = []
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.unshift(path)
  try {
    for (const path of missing) await mkdir(path).catch(unlessThere)
    await access(folder, constants.W_OK | constants.X_OK)
    await readdir(folder)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new SettingError(`MOGRA_DATA must be a folder that Mogra may write to; ${folder} is not${why}.`)
  }
}
