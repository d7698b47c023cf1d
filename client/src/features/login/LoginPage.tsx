import CloudOff from 'lucide-react/icons/cloud-off'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { returnPath } from '../../domain/redirect.ts'
import { EmailField } from '../../forms/EmailField.tsx'
import { caller } from '../../session/identity.ts'
import { notify } from '../../events/events.ts'
import { checkLoginAgain, login, useLogin } from '../../session/login.ts'
import { paths } from '../../navigation/paths.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { redirectedFrom } from '../../session/loginRedirect.ts'
import { rules } from '../../forms/formFields.ts'
import { useWireForm } from '../../forms/useWireForm.ts'
import { useAccounts, useHas } from '../../session/useHas.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import { afterLogin, loginState } from './afterLogin.ts'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './AuthLayout.module.css'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { signIn } from './queries.ts'
import { SocialLogin } from './SocialLogin.tsx'

/**
 * /login (docs/specification.md section 2): only for visitors. Success stores the token, checks the login and navigates home or back to where the
 * customer came from.
 */
export function LoginPage() {
  const { t } = useTranslation()
  const settings = useSettings()
  const accounts = useAccounts()
  const has = useHas()
  const navigate = useNavigate()
  const location = useLocation()
  const [search] = useSearchParams()
  const [redirected] = useState(redirectedFrom.get)
  useEffect(() => redirectedFrom.set(null), [])
  const routerState = loginState(location.state)
  const from = routerState.from ?? redirected
  const state = { ...routerState, ...(from !== null && { from }) }
  const onLoggedIn = (): void => void navigate(afterLogin(search, state), { replace: true })

  // A customer who is here because the login could not be checked continues as soon as it is confirmed.
  const { loggedIn, unanswered } = useLogin()
  const [wasUnanswered, setWasUnanswered] = useState(false)
  if (unanswered && !wasUnanswered) setWasUnanswered(true)
  const continueAfterLogin = useEffectEvent(onLoggedIn)
  useEffect(() => {
    if (wasUnanswered && loggedIn) continueAfterLogin()
  }, [wasUnanswered, loggedIn])

  const { form, field, formProps, pending, failure } = useWireForm({
    defaultValues: { email: state.email ?? '', password: '' },
    send: signIn,
    done: async ({ token }) => {
      await login(token)
      notify({ event: 'login' })
      onLoggedIn()
    },
    under: { login: 'email' },
  })
  // The typed address is passed on to registration and password reset.
  const typed = form.watch('email').trim()
  const nextState = typed === '' ? state : { ...state, email: typed }
  const fromCheckout = returnPath(search) !== null

  return (
    <AuthLayout>
      <Stack as="form" gap={4} {...formProps} aria-label={t('Login')}>
        {unanswered && (
          <NoticeBar
            kind="warning"
            icon={<CloudOff />}
            action={
              <Button size="s" onClick={() => checkLoginAgain(caller())}>
                {t('Try again')}
              </Button>
            }
          >
            {t(
              "You are signed in on this device, but the restaurant can't be reached right now. This page continues automatically once it can.",
            )}
          </NoticeBar>
        )}
        {failure !== null && <NoticeBar kind="danger">{failure}</NoticeBar>}
        <EmailField {...field('email', rules.email)} autoComplete="username" />
        <PasswordField
          {...field('password', { required: rules.filled.required })}
          label={t('Password')}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <Button type="submit" variant="primary" size="l" wide pending={pending}>
          {t('Login')}
        </Button>
        {fromCheckout && settings.on('ALLOW_GUEST_CHECKOUT') && (
          <Link to={paths.checkout} className={buttonClass({ wide: true })}>
            {t('Checkout as Guest')}
          </Link>
        )}
        <Bar as="p" align="stretch" between gap={4} rows={1} className={styles.beside}>
          {accounts.login && has('POST /reset-password') && (
            <Link to={{ pathname: paths.resetPassword, search: location.search }} state={nextState}>
              {t('Forgot your password?')}
            </Link>
          )}
          {accounts.registration && (
            <Link to={{ pathname: paths.register, search: location.search }} state={nextState}>
              {t('Register')}
            </Link>
          )}
        </Bar>
      </Stack>
      <SocialLogin onLoggedIn={onLoggedIn} />
    </AuthLayout>
  )
}
