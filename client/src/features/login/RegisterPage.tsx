import { isRecord } from '../../domain/wire.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../api/apiError.ts'
import { text } from '../../api/translatable.ts'
import { EmailField } from '../../forms/EmailField.tsx'
import { useCurrentLanguage } from '../../i18n/language.ts'
import { notify } from '../../events/events.ts'
import { login } from '../../session/login.ts'
import { showAlert, showToast } from '../../notices/notices.ts'
import { paths } from '../../navigation/paths.ts'
import { PhoneField } from '../../forms/PhoneField.tsx'
import { TermsBox } from '../../forms/TermsBox.tsx'
import { rules } from '../../forms/formFields.ts'
import { useWireForm } from '../../forms/useWireForm.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/Field.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import { afterLogin, loginState } from './afterLogin.ts'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './AuthLayout.module.css'
import { rememberProvider } from './providerSignOut.ts'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { continueWith, ProviderError, refreshProof, samePerson, signInAt } from './providers.ts'
import type { SocialProfile } from './providers.ts'
import { ProviderLogo } from './ProviderLogo.tsx'
import { createAccount } from './queries.ts'

/**
 * /register (docs/specification.md section 2): only for visitors, and only if ALLOW_REGISTRATION is not empty. For a social account that is not
 * registered yet, name, e-mail address and ids are filled in, and e-mail and password are hidden.
 */
export function RegisterPage() {
  const { t } = useTranslation()
  const language = useCurrentLanguage()
  const navigate = useNavigate()
  const location = useLocation()
  const [search] = useSearchParams()
  const state = loginState(location.state)
  const [social] = useState(state.social)
  const host = useRef<HTMLDivElement>(null)
  const formRef = useRef<HTMLFormElement>(null)
  // The provider's proof may expire while the form is filled in: it is refreshed, or the customer signs in once more.
  const proof = useRef(social?.proof)
  const [asking, setAsking] = useState<'provider' | 'ownButton' | null>(null)
  const [providerError, setProviderError] = useState<string | null>(null)
  const loginAddress = { pathname: paths.login, search: location.search }

  const { form, field, formProps, pending, failure } = useWireForm({
    defaultValues: {
      name: social?.name ?? '',
      email: social?.email ?? state.email ?? '',
      phone: '',
      password: '',
      password_confirmation: '',
      terms: false,
    },
    ...(social === undefined && { draft: 'register' }),
    send: async ({ name, email, phone, password, password_confirmation, terms }) => {
      const person = { name, phone, terms, ...(email !== '' && { email }) }
      if (social === undefined) return createAccount({ ...person, password, password_confirmation })
      const { socialId, socialName } = social
      const send = () => createAccount({ ...person, socialId, socialName, ...proof.current })
      setProviderError(null)
      setAsking(null)
      try {
        return await send()
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'social_unverified' || host.current === null) throw error
        try {
          proof.current = (await refreshProof(social, host.current, language, () => setAsking('ownButton'))).proof
        } catch (failed) {
          if (!(failed instanceof ProviderError)) throw failed
          setAsking('provider')
          throw new ApiError({ status: 422, message: failed.message })
        }
        setAsking(null)
        return send()
      }
    },
    done: async (answer, { email }) => {
      notify({ event: 'sign_up' })
      const token: unknown = isRecord(answer) ? answer['token'] : undefined
      if (social !== undefined && typeof token === 'string' && token !== '') {
        rememberProvider(social.socialName)
        await login(token)
        await navigate(afterLogin(search, state), { replace: true })
        showToast({ kind: 'success', text: t("You've successfully registered.") })
        return
      }
      const { social: _, ...rest } = state
      await navigate(loginAddress, { state: { ...rest, email } })
      // Not awaited: the mutation ends while the alert is open.
      void showAlert(t('Success'), t("You've successfully registered. You can login to continue"))
    },
    under: { login: 'email' },
    ...(social !== undefined && { hidden: ['email', 'password', 'password_confirmation'] as const }),
  })

  const askAgain = (before: SocialProfile): void => {
    if (host.current === null) return
    setProviderError(null)
    void signInAt(before.socialName, host.current, language, {
      profile: (fresh) => {
        try {
          proof.current = samePerson(fresh, before).proof
        } catch (error) {
          setProviderError((error as ProviderError).message)
          return
        }
        formRef.current?.requestSubmit()
      },
      failure: (error) => setProviderError(error.message),
      ownButton: () => setAsking('ownButton'),
    })
  }
  const notice = providerError === null ? failure : t(providerError)

  return (
    <AuthLayout>
      <Stack as="form" gap={4} {...formProps} ref={formRef} aria-label={t('Register')}>
        {notice !== null && (
          <NoticeBar
            kind="danger"
            {...(social !== undefined &&
              asking === 'provider' && {
                action: (
                  <Button size="s" onClick={() => askAgain(social)}>
                    {t(continueWith[social.socialName])}
                  </Button>
                ),
              })}
          >
            {notice}
          </NoticeBar>
        )}
        {social !== undefined && (
          <>
            <Card tone="sunken" className={styles.person}>
              <Bar noWrap gap={3}>
                <ProviderLogo provider={social.socialName} />
                <p>
                  {social.email === ''
                    ? t('You are registering with your social account. A few details are still missing.')
                    : t('You are registering as {{email}}. A few details are still missing.', { email: social.email })}
                </p>
              </Bar>
            </Card>
            <input type="hidden" name="socialId" value={social.socialId} />
            <input type="hidden" name="socialName" value={social.socialName} />
          </>
        )}
        <TextInput {...field('name', rules.filled)} label={t('Name')} autoComplete="name" enterKeyHint="next" />
        {social === undefined && <EmailField {...field('email', rules.email)} />}
        <PhoneField control={form.control} />
        {social === undefined && (
          <>
            <PasswordField
              {...field('password', { required: rules.filled.required, deps: 'password_confirmation' })}
              label={t('Password')}
              autoComplete="new-password"
              enterKeyHint="next"
            />
            <PasswordField
              {...field('password_confirmation', {
                required: rules.filled.required,
                validate: (again, { password }) => again === password || text('The passwords do not match.'),
              })}
              label={t('Repeat the password')}
              autoComplete="new-password"
              enterKeyHint="next"
            />
          </>
        )}
        <TermsBox field={field('terms', rules.terms)} />
        <Stack gap={2} quiet className={styles.own} hidden={asking !== 'ownButton'}>
          <Announced>{asking === 'ownButton' ? t("Use Google's button to continue.") : ''}</Announced>
          <div ref={host} />
        </Stack>
        <Button type="submit" variant="primary" size="l" wide pending={pending}>
          {t('Register')}
        </Button>
        <Bar as="p" align="stretch" between gap={4} rows={1} className={styles.beside}>
          <span>
            {t('Have an account?')}{' '}
            <Link to={loginAddress} state={state.email === undefined ? {} : { email: state.email }}>
              {t('Login')}
            </Link>
          </span>
        </Bar>
      </Stack>
    </AuthLayout>
  )
}
