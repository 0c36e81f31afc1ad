import { LOOPBACK } from './loopback.ts'
import { quoted, SettingError } from './setting-error.ts'

export interface SocialSettings {
  google?: GoogleSettings
  facebook?: FacebookSettings
}

export interface GoogleSettings {
  clientId: string
  clientSecret: string
  /** The issuer of the OpenID provider; everything else is discovered there. */
  issuer: string
}

export interface FacebookSettings {
  appId: string
  appSecret: string
  /** Includes the API version, as `graphUrl` does. */
  loginUrl: string
  graphUrl: string
}

type Environment = Record<string, string | undefined>

/**
 * Reads each provider completely or not at all; throws SettingError if a part is missing. No message contains an id or
 * secret.
 */
export function readSocialSettings(env: Environment): SocialSettings {
  const google = readPair(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], ['GOOGLE_ISSUER'])
  const facebook = readPair(
    env,
    ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
    ['FACEBOOK_LOGIN_URL', 'FACEBOOK_GRAPH_URL'],
  )
  const address = (name: string, otherwise: string) => readAddress(env, name) ?? otherwise
  return {
    ...(google && {
      google: {
        clientId: google[0],
        clientSecret: google[1],
        issuer: address('GOOGLE_ISSUER', 'https://accounts.google.com'),
      },
    }),
    ...(facebook && {
      facebook: {
        appId: facebook[0],
        appSecret: facebook[1],
        loginUrl: address('FACEBOOK_LOGIN_URL', 'https://www.facebook.com/v24.0'),
        graphUrl: address('FACEBOOK_GRAPH_URL', 'https://graph.facebook.com/v24.0'),
      },
    }),
  }
}

function readPair(env: Environment, [id, secret]: [string, string], more: string[]): [string, string] | undefined {
  const named = [id, secret, ...more].find((name) => env[name]?.trim())
  if (named === undefined) return undefined
  const read = (name: string) => {
    const text = env[name]?.trim()
    if (!text) throw new SettingError(`${name} must be set, too, because ${named} is.`)
    if (/\s/.test(text)) throw new SettingError(`${name} must be without spaces, as the provider shows it.`)
    return text
  }
  return [read(id), read(secret)]
}

function readAddress(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))
  if (!url || !isSafe || `${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new SettingError(
      `${name} must be an https:// address without name, query and fragment; it is ${quoted(text)}.`,
    )
  return text.replace(/\/+$/, '')
}
