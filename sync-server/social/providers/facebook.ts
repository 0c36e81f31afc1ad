import { createHmac } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  customFetch,
} from 'openid-client'
import * as v from 'valibot'
import type { FacebookSettings } from '../../settings/social-settings.ts'
import { displayName } from './display-name.ts'
import { type Provider, ProviderRefusal, providerEmail } from './provider.ts'
import { providerErrorOf } from './provider-errors.ts'
import { PATIENCE_S, providerFetch } from './provider-fetch.ts'

const Me = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  email: providerEmail,
  name: v.optional(v.string()),
})

/** OAuth 2 with state. The Graph API names the person; requests to it prove that we hold the app's secret. */
export function facebook({ appId, appSecret, loginUrl, graphUrl }: FacebookSettings): Provider {
  const server = {
    issuer: loginUrl,
    authorization_endpoint: `${loginUrl}/dialog/oauth`,
    token_endpoint: `${graphUrl}/oauth/access_token`,
  }
  const configuration = new Configuration(server, appId, undefined, ClientSecretPost(appSecret))
  configuration[customFetch] = providerFetch
  configuration.timeout = PATIENCE_S
  if (graphUrl.startsWith('http:')) allowInsecureRequests(configuration)

  async function me(token: string) {
    const url = new URL(`${graphUrl}/me`)
    url.searchParams.set('fields', 'id,name,email')
    url.searchParams.set('appsecret_proof', createHmac('sha256', appSecret).update(token).digest('hex'))
    const answer = await providerFetch(url, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    })
    if (!answer.ok) throw new ProviderRefusal(answer.status >= 500 ? 'provider_unavailable' : 'provider_failed')
    return v.parse(Me, await answer.json())
  }

  return {
    name: 'facebook',

    authorizationUrl: async (redirectUri, { state }) =>
      buildAuthorizationUrl(configuration, { redirect_uri: redirectUri, scope: 'email,public_profile', state }).href,

    async identify(answered, { state }) {
      try {
        const { access_token } = await authorizationCodeGrant(configuration, answered, { expectedState: state })
        const { id, email, name } = await me(access_token)
        return {
          provider: 'facebook',
          // Facebook's ids are specific to an app.
          issuer: `https://www.facebook.com/${appId}`,
          subject: id,
          ...(email === undefined ? {} : { email }),
          name: displayName('facebook', name),
        }
      } catch (error) {
        throw providerErrorOf(error)
      }
    },
  }
}
