import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/**
 * OWASP's parameters for little memory: 16 MB and about 0.1 s for each try. Node's four threads work on four at a time,
 * so a flood takes at most 64 MB. They are stored with each hash, so they can be raised without invalidating old
 * hashes.
 */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const
const BYTES = 32

export interface PasswordHash {
  salt: string
  hash: string
  cost: { N: number; r: number; p: number }
}

export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16)
  const hash = await derive(normal(password), salt, BYTES, COST)
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost: COST }
}

/** Takes the same time if there is no hash to compare with. */
export async function isPassword(password: string, stored: PasswordHash | undefined): Promise<boolean> {
  const { salt, hash, cost } = stored ?? NONE
  const derived = await derive(normal(password), Buffer.from(salt, 'base64'), BYTES, cost)
  return timingSafeEqual(derived, Buffer.from(hash, 'base64')) && stored !== undefined
}

const NONE: PasswordHash = { salt: '', hash: Buffer.alloc(BYTES).toString('base64'), cost: COST }

/** Keyboards may encode the same letter differently. */
const normal = (password: string) => password.normalize('NFKC')
