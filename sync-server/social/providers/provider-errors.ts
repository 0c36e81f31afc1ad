import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { ProviderRefusal, type Refusal } from './provider.ts'

/** Returns the reason to show to the person for an error at a provider. */
export function providerErrorOf(error: unknown): ProviderRefusal {
  return error instanceof ProviderRefusal ? error : new ProviderRefusal(reasonOf(error), error)
}

function reasonOf(error: unknown): Refusal {
  // The provider answered, through the browser or directly, with an error of RFC 6749.
  if (error instanceof AuthorizationResponseError) return AT_AUTHORIZATION[error.error] ?? 'provider_failed'
  if (error instanceof ResponseBodyError) return AT_TOKEN[error.error] ?? 'provider_failed'
  const code = error instanceof ClientError ? error.code : undefined
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return 'provider_unavailable'
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && isServerError(error)) return 'provider_unavailable'
  return isNetworkError(error) ? 'provider_unavailable' : 'provider_failed'
}

const AT_AUTHORIZATION: Record<string, Refusal> = {
  access_denied: 'cancelled',
  unauthorized_client: 'domain_not_authorized',
  redirect_uri_mismatch: 'domain_not_authorized',
  invalid_client: 'api_key_invalid',
  invalid_request: 'app_misconfigured',
  invalid_scope: 'app_misconfigured',
  unsupported_response_type: 'app_misconfigured',
  server_error: 'provider_unavailable',
  temporarily_unavailable: 'provider_unavailable',
}
const AT_TOKEN: Record<string, Refusal> = {
  invalid_client: 'api_key_invalid',
  unauthorized_client: 'domain_not_authorized',
  redirect_uri_mismatch: 'domain_not_authorized',
}

const isServerError = (error: unknown) =>
  error instanceof Error && error.cause instanceof Response && error.cause.status >= 500

/**
 * `fetch` fails with a TypeError if there is no connection, and a timeout has a name; both may be nested as a cause.
 */
function isNetworkError(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError' || at.name === 'AbortError' || at.message === 'fetch failed') return true
    if (at.cause === at) return false
  }
  return false
}
