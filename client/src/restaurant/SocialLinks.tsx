import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { text } from '../api/translatable.ts'
import { networkLink, whatsappLink } from '../domain/redirect.ts'
import { networkSettings } from './networkSettings.ts'
import { useSettings } from './settings.ts'
import { Bar } from '../ui/Layout.tsx'
import styles from './SocialLinks.module.css'

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const networks: Record<(typeof networkSettings)[number], { name: string; glyph: ReactNode }> = {
  FACEBOOK: {
    name: text('Facebook'),
    glyph: (
      <path
        d="M14 9V7c0-.9.5-1.3 1.4-1.300H17V2.300A20 20 0 0 0 14.7 2C12 2 10.2 3.7 10.2 6.600V9H7.300v3.700h2.900V22H14v-9.300h2.800l.5-3.700Z"
        fill="currentColor"
      />
    ),
  },
  INSTAGRAM: {
    name: text('Instagram'),
    glyph: (
      <g {...line}>
        <rect x="3" y="3" width="18" height="18" rx="5" />
        <circle cx="12" cy="12" r="4" />
        <path d="M17 7h.01" />
      </g>
    ),
  },
  PINTEREST: {
    name: text('Pinterest'),
    glyph: (
      <g {...line}>
        <circle cx="12" cy="12" r="9.5" />
        <path d="m10 19 2.3-9.500M8.6 13.500C7 11 8.5 7.3 12.2 7.300c3 0 4.6 2.2 4 5-.7 3.3-3.6 4.2-5 2.5" />
      </g>
    ),
  },
  LINKEDIN: {
    name: text('LinkedIn'),
    glyph: (
      <path
        d="M4.9 3.500a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM3.2 9h3.500v11.500H3.200ZM9 9h3.300v1.600c.6-1 1.8-1.9 3.5-1.9 3.6 0 4.2 2.4 4.2 5.500v6.300h-3.500v-5.600c0-1.3 0-3-1.9-3s-2.1 1.4-2.1 2.900v5.700H9Z"
        fill="currentColor"
      />
    ),
  },
  WHATSAPP: {
    name: text('WhatsApp'),
    glyph: (
      <g {...line}>
        <path d="m3 21 1.7-4.700a9 9 0 1 1 3.2 3Z" />
        <path d="M9 8.500c-.6 3 3.3 6.8 6.4 6.300l.3-1.9-2-.9-.9 1a5 5 0 0 1-2-2l1-.9-.9-2Z" fill="currentColor" stroke="none" />
      </g>
    ),
  },
  TWITTER: {
    name: text('X (Twitter)'),
    glyph: (
      <path
        d="M3 3h5.200l4.3 5.900L17.7 3h2.200l-6.4 7.300L21 21h-5.200l-4.7-6.500L5.4 21H3.200l6.9-7.900Zm3 1.600L16.6 19.400h1.500L7.4 4.600Z"
        fill="currentColor"
      />
    ),
  },
  TRIPADVISOR: {
    name: text('Tripadvisor'),
    glyph: (
      <g {...line}>
        <circle cx="7" cy="13.5" r="4.3" />
        <circle cx="17" cy="13.5" r="4.3" />
        <path d="M2 8.500h4.500c3.5-2 7.5-2 11 0H22M10.5 17l1.5 2 1.5-2M7 13.500h.01M17 13.500h.01" />
      </g>
    ),
  },
  TIKTOK: {
    name: text('TikTok'),
    glyph: <path d="M13.5 3v11.700a3.8 3.8 0 1 1-3.8-3.800M13.5 3c.3 2.9 2.3 5 5.3 5.3" {...line} strokeWidth={2.6} />,
  },
}

/** Links to the restaurant's social networks, each only if its setting has a valid value (a number or chat URL for WhatsApp). */
export function SocialLinks() {
  const { t } = useTranslation()
  const settings = useSettings()
  const links = networkSettings.flatMap((key) => {
    const { name, glyph } = networks[key]
    const href = key === 'WHATSAPP' ? whatsappLink(settings.text(key)) : networkLink(settings.text(key))
    return href === null ? [] : [{ key, name, glyph, href }]
  })
  if (links.length === 0) return null
  return (
    <Bar as="ul" align="stretch" gap={1} className={styles.links} aria-label={t('Social networks')}>
      {links.map(({ key, name, glyph, href }) => (
        <li key={key}>
          <a href={href} target="_blank" rel="noopener noreferrer" aria-label={t(name)} title={t(name)}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              {glyph}
            </svg>
          </a>
        </li>
      ))}
    </Bar>
  )
}
