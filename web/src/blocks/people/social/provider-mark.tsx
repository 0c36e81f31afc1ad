import type { SocialProvider } from '../../../data/people/social.ts'

/** The provider's own logo, which providers require on such buttons. */
export function ProviderMark({ provider }: { provider: SocialProvider }) {
  return provider === 'google' ? (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill="#fff" />
      <path
        fill="#4285f4"
        d="M20.6 12.2c0-.6 0-1.200-.1-1.700H12v3.300h4.800a4.100 4.100 0 0 1-1.800 2.700v2.200h2.900c1.700-1.600 2.700-3.900 2.700-6.500z"
      />
      <path
        fill="#34a853"
        d="M12 21c2.400 0 4.500-.8 6-2.200l-2.900-2.200c-.8.5-1.800.9-3.100.9-2.300 0-4.300-1.600-5-3.700H4v2.300A9 9 0 0 0 12 21z"
      />
      <path fill="#fbbc05" d="M7 13.700a5.400 5.400 0 0 1 0-3.400V8H4a9 9 0 0 0 0 8.100z" />
      <path
        fill="#ea4335"
        d="M12 6.600c1.300 0 2.500.5 3.400 1.300l2.600-2.600A9 9 0 0 0 4 8l3 2.300c.7-2.100 2.700-3.700 5-3.700z"
      />
    </svg>
  ) : (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill="#0866ff" />
      <path
        fill="#fff"
        d="M13.600 24v-8.400h2.800l.5-3.500h-3.300V9.800c0-1 .5-1.900 2-1.900H17V5s-1.300-.2-2.600-.2c-2.700 0-4.400 1.600-4.400 4.600v2.700H7v3.500h3V24z"
      />
    </svg>
  )
}
