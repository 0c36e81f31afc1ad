import type { SocialSettings } from '../../settings/social-settings.ts'
import { facebook } from './facebook.ts'
import { google } from './google.ts'
import type { Provider, ProviderName } from './provider.ts'

/** The configured providers. */
export type Providers = ReadonlyMap<ProviderName, Provider>

export function openProviders(settings: SocialSettings): Providers {
  const configured = [settings.google && google(settings.google), settings.facebook && facebook(settings.facebook)]
  return new Map(configured.flatMap((provider) => (provider ? [[provider.name, provider]] : [])))
}
