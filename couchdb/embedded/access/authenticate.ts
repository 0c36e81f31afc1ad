import { createHash, timingSafeEqual } from 'node:crypto'
import { type CryptoKey, errors, importSPKI, jwtVerify } from 'jose'
import { badRequest, unauthorized } from '../http/failure.ts'
import { isObject } from '../http/json.ts'
import { ANONYMOUS, type User } from '../http/user.ts'
import type { ServerFile } from '../store/server-file.ts'

const REMEMBERED_TOKENS = 2000

export type Authenticate = (authorization: string | undefined) => Promise<User>

/** Authenticates the admin by Basic and everyone else by Bearer (ES256); errors have the texts of CouchDB's jwtf. */
export function createAuthenticate(admin: { name: string; password: string }, server: ServerFile): Authenticate {
  const expected = digest(`${admin.name}:${admin.password}`)
  const keys = new Map<string, { pem: string; key: CryptoKey }>()
  const tokens = new Map<string, { user: User; endsAt: number; pem: string; id: string }>()

  async function keyFor(kid: unknown): Promise<{ pem: string; key: CryptoKey; id: string }> {
    const id = `ec:${typeof kid === 'string' ? kid : '_default'}`
    const pem = server.config('jwt_keys', id)?.replaceAll('\\n', '\n')
    if (pem === undefined) throw badRequest('Unknown kid')
    const known = keys.get(id)
    if (known?.pem === pem) return { ...known, id }
    try {
      const made = { pem, key: await importSPKI(pem, 'ES256') }
      keys.set(id, made)
      return { ...made, id }
    } catch {
      throw badRequest('Not a public key')
    }
  }

  async function bearer(token: string): Promise<User> {
    const known = tokens.get(token)
    if (
      known &&
      known.endsAt > Date.now() &&
      server.config('jwt_keys', known.id)?.replaceAll('\\n', '\n') === known.pem
    )
      return known.user
    let used = { pem: '', id: '' }
    const { payload } = await jwtVerify(
      token,
      async (header) => {
        const { key, pem, id } = await keyFor(header.kid)
        used = { pem, id }
        return key
      },
      { algorithms: ['ES256'], requiredClaims: ['exp'] },
    ).catch((error: unknown) => {
      throw tokenFailure(error)
    })
    if (typeof payload.sub !== 'string' || payload.sub === '') throw unauthorized('Token missing sub claim.')
    const user: User = { name: payload.sub, roles: rolesOf(payload['_couchdb.roles']), by: 'jwt' }
    if (tokens.size >= REMEMBERED_TOKENS) tokens.clear()
    tokens.set(token, { user, endsAt: (payload.exp ?? 0) * 1000, ...used })
    return user
  }

  return async (authorization) => {
    if (authorization === undefined || authorization === '') return ANONYMOUS
    const [scheme = '', value = ''] = authorization.split(/\s+/, 2)
    if (scheme.toLowerCase() === 'bearer') return bearer(value)
    if (scheme.toLowerCase() !== 'basic') return ANONYMOUS
    if (!timingSafeEqual(digest(Buffer.from(value, 'base64').toString('utf8')), expected))
      throw unauthorized('Name or password is incorrect.')
    return { name: admin.name, roles: ['_admin'], by: 'default' }
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** A token can contain roles, but never makes its user a server admin: that needs the password. */
const rolesOf = (claim: unknown): string[] =>
  Array.isArray(claim) ? claim.filter((role): role is string => typeof role === 'string' && !role.startsWith('_')) : []

function tokenFailure(error: unknown): Error {
  if (error instanceof errors.JWTExpired) return unauthorized('exp not in future')
  if (error instanceof errors.JWSSignatureVerificationFailed) return badRequest('Bad signature')
  if (error instanceof errors.JOSEAlgNotAllowed) return badRequest('Invalid alg header parameter')
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf' && error.reason === 'check_failed') return unauthorized('nbf not in past')
    return badRequest(error.reason === 'missing' ? `Missing ${error.claim} claim` : `Invalid ${error.claim} claim`)
  }
  if (error instanceof errors.JOSEError || !(error instanceof Error)) return badRequest('Malformed token')
  return isObject({ ...error }) && 'status' in error ? error : badRequest('Malformed token')
}
