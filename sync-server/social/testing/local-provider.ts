import { createHmac, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import {
  type AugmentedRequest,
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Server,
  type TokenRequestIncomingMessage,
} from 'oauth2-mock-server'
import { html } from '../../email/templates/markup.ts'

export interface Person {
  subject: string
  name?: string
  email?: string
  isEmailVerified?: boolean
}

/** Faults that the provider should simulate. */
interface Faults {
  /** Changes of the ID token's claims. */
  claims?: Record<string, unknown>
  /** The answer of the token endpoint. */
  token?: { status: number; body: Record<string, unknown> }
  /** The answer to Graph calls. */
  me?: { status: number; body: string }
}

/** The parts of Google and Facebook that a sign-in uses, with a page where people choose an account or cancel. */
export interface LocalProvider {
  url: string
  /** The environment of a service that uses this provider. */
  env: Record<string, string>
  people: Person[]
  faults: Faults
  stop(): Promise<void>
}

const SECRET = 'only for tests'.replaceAll(' ', '-')

export async function startLocalProvider(people: Person[]): Promise<LocalProvider> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  const url = `http://127.0.0.1:${(server.address() satisfies AddressInfo).port}`
  server.issuer.url = url
  const local: LocalProvider = {
    url,
    people,
    faults: {},
    env: {
      ...{ GOOGLE_CLIENT_ID: 'mogra', GOOGLE_CLIENT_SECRET: SECRET, GOOGLE_ISSUER: url },
      ...{ FACEBOOK_APP_ID: '1234', FACEBOOK_APP_SECRET: SECRET },
      ...{ FACEBOOK_LOGIN_URL: `${url}/facebook`, FACEBOOK_GRAPH_URL: `${url}/graph` },
    },
    stop: () => server.stop(),
  }
  beGoogle(server, local)
  beFacebook(server, local)
  return local
}

/**
 * Adds to the mock's pages a page to choose an account before `authorize`; as at Google, it is skipped unless it is
 * requested.
 */
function beGoogle({ service }: OAuth2Server, local: LocalProvider) {
  const chosen = new Map<string, Person>()

  service.on('beforeWellKnownOpenIdConfiguration', ({ body }: MutableResponse) => {
    if (body !== '') body.authorization_endpoint = `${local.url}/choose`
  })
  service.addRoute('GET', '/choose', (request, response) => {
    const query = queryOf(request)
    const first = local.people[0]?.subject ?? ''
    const authorize = (subject: string) => `/authorize?${query}&subject=${encodeURIComponent(subject)}`
    if (query.get('prompt') !== 'select_account') response.writeHead(302, { location: authorize(first) }).end()
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(chooser('Google', query, local, authorize))
  })
  service.on('beforeAuthorizeRedirect', ({ url }: MutableRedirectUri, request: AugmentedRequest) => {
    const person = local.people.find(({ subject }) => subject === request.query.subject)
    if (person) chosen.set(url.searchParams.get('code') ?? '', person)
  })
  service.on('beforeTokenSigning', ({ payload }: MutableToken, { body }: TokenRequestIncomingMessage) => {
    const person = chosen.get(body.code ?? '')
    if (!person) return
    const { subject, name, email, isEmailVerified = true } = person
    Object.assign(payload, { sub: subject, name, email, email_verified: isEmailVerified }, local.faults.claims)
  })
  service.on('beforeResponse', (answer: MutableResponse, { body }: TokenRequestIncomingMessage) => {
    if (!chosen.delete(body.code ?? '')) Object.assign(answer, { statusCode: 400, body: { error: 'invalid_grant' } })
    const { token } = local.faults
    if (token) Object.assign(answer, { statusCode: token.status, body: token.body })
  })
}

function beFacebook({ service }: OAuth2Server, local: LocalProvider) {
  const codes = new Map<string, { person: Person; redirectUri: string }>()
  const tokens = new Map<string, Person>()
  const refused = { error: { message: 'Invalid', type: 'OAuthException', code: 1 } }

  service.addRoute('GET', '/facebook/dialog/oauth', (request, response) => {
    const query = queryOf(request)
    const allow = (subject: string) => `/facebook/allow?${query}&subject=${encodeURIComponent(subject)}`
    response.setHeader('content-type', 'text/html; charset=utf-8').end(chooser('Facebook', query, local, allow))
  })
  service.addRoute('GET', '/facebook/allow', (request, response) => {
    const query = queryOf(request)
    const person = local.people.find(({ subject }) => subject === query.get('subject'))
    const redirectUri = query.get('redirect_uri') ?? ''
    const code = randomUUID()
    if (person) codes.set(code, { person, redirectUri })
    response.writeHead(302, { location: answerTo(query, { code }) }).end()
  })
  service.addRoute('POST', '/graph/oauth/access_token', (request, response) => {
    const { code = '', client_secret, redirect_uri } = Object(request.body)
    const issued = codes.get(code)
    codes.delete(code)
    const isRight = issued?.redirectUri === redirect_uri && client_secret === SECRET
    const token = randomUUID()
    if (issued && isRight) tokens.set(token, issued.person)
    response.statusCode = isRight ? 200 : 400
    const answer = isRight ? { access_token: token, token_type: 'bearer', expires_in: 3600 } : refused
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  service.addRoute('GET', '/graph/me', (request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const person = tokens.get(token)
    const proof = createHmac('sha256', SECRET).update(token).digest('hex')
    const isRight = person && queryOf(request).get('appsecret_proof') === proof
    const { status, body } = local.faults.me ?? {
      status: isRight ? 200 : 400,
      body: JSON.stringify(isRight ? { id: person.subject, name: person.name, email: person.email } : refused),
    }
    response.statusCode = status
    response.setHeader('content-type', 'application/json').end(body)
  })
}

const queryOf = ({ url }: { url?: string | undefined }) => new URL(url ?? '', 'http://provider').searchParams

function answerTo(query: URLSearchParams, answer: Record<string, string>): string {
  const back = new URL(query.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries({ ...answer, state: query.get('state') ?? '' }))
    back.searchParams.set(name, value)
  return back.href
}

function chooser(
  title: string,
  query: URLSearchParams,
  { people }: LocalProvider,
  linkOf: (subject: string) => string,
) {
  const cancel = answerTo(query, { error: 'access_denied' })
  return html`<!doctype html><html lang="en"><title>${title}</title><h1>${title}: choose an account</h1>
<ul>${people.map(({ subject, name = 'No name' }) => html`<li><a href="${linkOf(subject)}">${name}</a></li>`)}</ul>
<p><a href="${cancel}">Cancel</a></p></html>`.text
}
