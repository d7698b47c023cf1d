import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { EmailField } from '../../forms/EmailField.tsx'
import { showAlert } from '../../notices/notices.ts'
import { paths } from '../../navigation/paths.ts'
import { rules } from '../../forms/formFields.ts'
import { useWireForm } from '../../forms/useWireForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import { loginState } from './afterLogin.ts'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './AuthLayout.module.css'
import { sendNewPassword } from './queries.ts'

/** /reset-password (docs/specification.md section 2): only for visitors; success shows an alert and returns to the login. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const location = useLocation()
  const state = loginState(location.state)
  const loginAddress = { pathname: paths.login, search: location.search }

  const { field, formProps, pending, failure } = useWireForm({
    defaultValues: { email: state.email ?? '' },
    send: sendNewPassword,
    done: async (_, { email }) => {
      await navigate(loginAddress, { state: { ...state, email } })
      // Not awaited: the mutation ends while the alert is open.
      void showAlert(t('Success'), t('Your new password has been sent. Please check your inbox'))
    },
  })

  return (
    <AuthLayout lead={t('Enter your e-mail address and we will send you a new password.')}>
      <Stack as="form" gap={4} {...formProps} aria-label={t('Reset password')}>
        {failure !== null && <NoticeBar kind="danger">{failure}</NoticeBar>}
        <EmailField {...field('email', rules.email)} autoComplete="username" enterKeyHint="send" />
        <Button type="submit" variant="primary" size="l" wide pending={pending}>
          {t('Send a new password')}
        </Button>
        <Bar as="p" align="stretch" between gap={4} rows={1} className={styles.beside}>
          <Link to={loginAddress} state={state}>
            {t('Back to the login')}
          </Link>
        </Bar>
      </Stack>
    </AuthLayout>
  )
}
