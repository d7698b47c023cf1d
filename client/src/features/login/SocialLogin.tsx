import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { ApiError, saysNo } from '../../api/apiError.ts'
import { useCurrentLanguage } from '../../i18n/language.ts'
import { notify } from '../../events/events.ts'
import { login } from '../../session/login.ts'
import { paths } from '../../navigation/paths.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Button } from '../../ui/Button.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import { loginState } from './afterLogin.ts'
import styles from './AuthLayout.module.css'
import { rememberProvider } from './providerSignOut.ts'
import { continueWith, offeredProviders, signInAt, socialErrors, type ProviderName, type SocialProfile } from './providers.ts'
import { ProviderLogo } from './ProviderLogo.tsx'
import { signInSocially } from './queries.ts'

/** The backend does not know the account: whatever it refuses itself leads to the registration (docs/specification.md section 4). */
const isUnknownAccount = (error: unknown): boolean => saysNo(error, [401, 403, 408, 419, 421])

/**
 * Login with Google or Facebook, if ALLOW_SOCIAL_LOGIN is on (docs/specification.md section 4): a known account is logged in, an unknown one goes to
 * the registration with the provider's profile.
 */
export function SocialLogin({ onLoggedIn }: { onLoggedIn: () => void }) {
  const { t } = useTranslation()
  const language = useCurrentLanguage()
  const settings = useSettings()
  const navigate = useNavigate()
  const location = useLocation()
  const host = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState<ProviderName | null>(null)
  const [ownButton, setOwnButton] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const loginMutation = useMutation({
    mutationFn: signInSocially,
    onSuccess: async ({ token }, { socialName }) => {
      rememberProvider(socialName as ProviderName)
      await login(token)
      notify({ event: 'login' })
      onLoggedIn()
    },
  })

  // Without a configured provider no button is shown, since it could only fail.
  const providers = offeredProviders()
  if (!settings.on('ALLOW_SOCIAL_LOGIN') || providers.length === 0) return null

  const onProfile = (profile: SocialProfile): void => {
    const { socialId, socialName, email, proof } = profile
    loginMutation.mutate(
      { socialId, socialName, ...(email === '' ? {} : { email }), ...proof },
      {
        onError: (error) => {
          if (isUnknownAccount(error) && settings.on('ALLOW_REGISTRATION'))
            void navigate(
              { pathname: paths.register, search: location.search },
              { state: { ...loginState(location.state), social: profile } },
            )
          else setFailure(error instanceof ApiError ? error.message : socialErrors.notLoggedIn)
        },
        onSettled: () => setBusy(null),
      },
    )
  }

  const begin = (provider: ProviderName): void => {
    if (host.current === null || busy !== null) return
    setFailure(null)
    setOwnButton(false)
    setBusy(provider)
    void signInAt(provider, host.current, language, {
      profile: (profile) => {
        setFailure(null)
        setOwnButton(false)
        onProfile(profile)
      },
      failure: (error) => {
        setBusy(null)
        setFailure(error.message)
      },
      ownButton: () => {
        setBusy(null)
        setOwnButton(true)
      },
    })
  }

  return (
    <Stack as="section" gap={3} className={styles.social} aria-label={t('Login with a social account')}>
      <Bar as="p" noWrap gap={3} quiet className={styles.or} aria-hidden="true">
        {t('or')}
      </Bar>
      {failure !== null && <NoticeBar kind="danger">{t(failure)}</NoticeBar>}
      {providers.map((provider) => (
        <Button
          key={provider}
          wide
          pending={busy === provider}
          disabled={busy !== null && busy !== provider}
          icon={<ProviderLogo provider={provider} />}
          onClick={() => begin(provider)}
        >
          {t(continueWith[provider])}
        </Button>
      ))}
      <Stack gap={2} quiet className={styles.own} hidden={!ownButton}>
        {ownButton && <Announced>{t("Use Google's button to continue.")}</Announced>}
        <div ref={host} />
      </Stack>
    </Stack>
  )
}
