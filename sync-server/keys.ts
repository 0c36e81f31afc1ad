import { createHash, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type CryptoKey, importPKCS8 } from 'jose'
import * as v from 'valibot'
import { SettingError } from './settings.ts'

/** The service's own secrets: they never stand in a database, so that a stolen database opens nothing. */
export interface Keys {
  /** Hex HMAC-SHA256 under a key of its own for each use. */
  digest(use: 'email' | 'code' | 'session' | 'verification' | 'device' | 'social', text: string): string
  jwt: { id: string; privateKey: CryptoKey; publicPem: string }
  couchPassword: string
}

const hex = v.pipe(v.string(), v.hexadecimal(), v.minLength(32))
const KeyFile = v.object({
  secret: hex,
  jwtPrivatePem: v.pipe(v.string(), v.startsWith('-----BEGIN PRIVATE KEY-----')),
  jwtPublicPem: v.pipe(v.string(), v.startsWith('-----BEGIN PUBLIC KEY-----')),
  couchPassword: hex,
})
type KeyFile = v.InferOutput<typeof KeyFile>

/** Reads `keys.json` of the data folder, made at the first start, readable by its owner only. */
export async function loadKeys(folder: string): Promise<Keys> {
  const file = await readOrMake(folder)
  return {
    digest: (use, text) => createHmac('sha256', `${use}:${file.secret}`).update(text).digest('hex'),
    jwt: {
      id: `mogra-${createHash('sha256').update(file.jwtPublicPem).digest('hex').slice(0, 8)}`,
      privateKey: await importPKCS8(file.jwtPrivatePem, 'ES256'),
      publicPem: file.jwtPublicPem,
    },
    couchPassword: file.couchPassword,
  }
}

/** Level by level: Node's own way never ends where a file system says that what it was asked to make is not there. */
async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = []
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.unshift(path)
  try {
    for (const path of missing) await mkdir(path)
    await access(folder, constants.W_OK | constants.X_OK)
    await readdir(folder)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new SettingError(`MOGRA_DATA must be a folder that Mogra may write to; ${folder} is not${why}.`)
  }
}

async function readOrMake(folder: string): Promise<KeyFile> {
  await makeFolder(folder)
  const path = join(folder, 'keys.json')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text !== undefined) {
    const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), KeyFile), text)
    // Never made anew: with it go all sessions, codes and e-mail claims.
    if (!stored.success) throw new SettingError(`${path} is damaged; put it back from a backup of the data folder.`)
    return stored.output
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const made: KeyFile = {
    secret: randomBytes(32).toString('hex'),
    jwtPrivatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    jwtPublicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    couchPassword: randomBytes(24).toString('hex'),
  }
  // Written whole or not at all: a torn key file would lock every session out.
  const file = await open(`${path}.new`, 'w', 0o600)
  await file.writeFile(JSON.stringify(made))
  await file.sync()
  await file.close()
  await rename(`${path}.new`, path)
  return made
}
