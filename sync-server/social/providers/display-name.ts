import * as v from 'valibot'
import { shortText } from '#model'
import type { ProviderName } from './provider.ts'

const DEFAULTS: Record<ProviderName, string> = { google: 'Google User', facebook: 'Facebook User' }

/** If the name is missing or invalid, returns the default of the specification (§9). */
export function displayName(provider: ProviderName, said: string | undefined): string {
  const name = v.safeParse(shortText, said)
  return name.success ? name.output : DEFAULTS[provider]
}
