import type { ProviderName } from './providers.ts'

/** A provider's logo, as its branding guidelines require. */
export function ProviderLogo({ provider }: { provider: ProviderName }) {
  return provider === 'google' ? (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path fill="#4285f4" d="M23.5 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.5a5.5 5.5 0 0 1-2.4 3.6v3h3.900c2.3-2.1 3.5-5.2 3.5-8.8Z" />
      <path
        fill="#34a853"
        d="M12 24c3.200 0 6-1.1 8-2.900l-3.900-3c-1.1.7-2.5 1.200-4.100 1.200-3.100 0-5.800-2.100-6.700-5H1.300v3.100A12 12 0 0 0 12 24Z"
      />
      <path fill="#fbbc05" d="M5.300 14.300a7.200 7.200 0 0 1 0-4.600V6.600h-4a12 12 0 0 0 0 10.800l4-3.100Z" />
      <path
        fill="#ea4335"
        d="M12 4.800c1.800 0 3.300.6 4.600 1.800L20 3.200A12 12 0 0 0 1.300 6.600l4 3.100c.9-2.900 3.600-4.900 6.700-4.900Z"
      />
    </svg>
  ) : (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#1877f2"
        d="M24 12a12 12 0 1 0-13.900 11.900v-8.400H7.100V12h3V9.400c0-3 1.800-4.700 4.500-4.700 1.300 0 2.700.2 2.700.2v3h-1.500c-1.500 0-2 .9-2 1.900V12h3.400l-.5 3.500h-2.900v8.400A12 12 0 0 0 24 12Z"
      />
    </svg>
  )
}
