import ChevronRight from 'lucide-react/icons/chevron-right'
import Sparkles from 'lucide-react/icons/sparkles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { User } from '../../../../contracts/types.ts'
import { text } from '../../api/translatable.ts'
import { queryClient } from '../../api/queryClient.ts'
import { toMinor } from '../../domain/money.ts'
import { AccountScreen } from '../../screen/AccountScreen.tsx'
import { EmailField } from '../../forms/EmailField.tsx'
import { meQuery, useLogin } from '../../session/login.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { showToast } from '../../notices/notices.ts'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { paths } from '../../navigation/paths.ts'
import { PhoneField } from '../../forms/PhoneField.tsx'
import { useSettings } from '../../restaurant/settings.ts'
import { rules } from '../../forms/formFields.ts'
import { useWireForm } from '../../forms/useWireForm.ts'
import { useHas } from '../../session/useHas.ts'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/Field.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import styles from './ProfilePage.module.css'
import { saveProfile } from './queries.ts'
import { caller } from '../../session/identity.ts'
import { NotLoaded } from '../../screen/NotLoaded.tsx'

/** /me/my-profile (docs/specification.md section 2): the profile form, and the points if the loyalty system is on. */
export function ProfilePage() {
  const { user, unanswered } = useLogin()
  const { t } = useTranslation()
  // Keeps the form if the login expires.
  const [person, setPerson] = useState(user)
  if (user !== null && user !== person) setPerson(user)
  return (
    <AccountScreen>
      {person === null && unanswered && (
        <NotLoaded
          title={t('Your profile could not be loaded.')}
          onRetry={() => queryClient.invalidateQueries({ queryKey: meQuery(caller()).queryKey, exact: true })}
        />
      )}
      {person !== null && (
        <Stack gap={6} className={styles.profile}>
          <ProfileForm user={person} />
          <Points user={person} />
        </Stack>
      )}
    </AccountScreen>
  )
}

/** Name, e-mail address and phone are required; the password is optional (docs/specification.md section 5). */
function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation()
  const changes = useHas()('PUT /me')
  const { form, field, formProps, pending, failure, restored, reset } = useWireForm({
    defaultValues: { name: user.name, email: user.email, phone: user.phone ?? '', password: '', password_confirmation: '' },
    draft: `profile ${user.email}`,
    send: ({ password, password_confirmation, ...person }) =>
      saveProfile({ ...person, ...(password !== '' && { password, password_confirmation }) }),
    done: (_, values) => {
      reset({ ...values, password: '', password_confirmation: '' })
      showToast({ kind: 'success', text: t('Your profile has been updated') })
    },
  })
  return (
    <Card as="form" gap={4} {...formProps} aria-label={t('My Profile')}>
      {restored && form.formState.submitCount === 0 && <NoticeBar>{t('What you changed before is not saved yet.')}</NoticeBar>}
      {failure !== null && <NoticeBar kind="danger">{failure}</NoticeBar>}
      <fieldset className={styles.person} disabled={!changes}>
        <TextInput {...field('name', rules.filled)} label={t('Name')} autoComplete="name" enterKeyHint="next" />
        <EmailField {...field('email', rules.email)} />
        <PhoneField control={form.control} />
      </fieldset>
      {changes && (
        <Stack as="fieldset" gap={4} className={styles.password}>
          <legend>{t('Change the password')}</legend>
          <PasswordField
            {...field('password', { deps: 'password_confirmation' })}
            label={t('New password')}
            optional={t('optional')}
            autoComplete="new-password"
            enterKeyHint="next"
          />
          <PasswordField
            {...field('password_confirmation', {
              validate: (again, { password }) => again === password || text('The passwords do not match.'),
            })}
            label={t('Repeat the password')}
            optional={t('optional')}
            autoComplete="new-password"
            enterKeyHint="done"
          />
        </Stack>
      )}
      {changes && (
        <Bar fills className={styles.save}>
          <Button type="submit" variant="primary" size="l" pending={pending}>
            {t('Save')}
          </Button>
        </Bar>
      )}
    </Card>
  )
}

/** The customer's points, if the loyalty system is on. */
function Points({ user }: { user: User }) {
  const { t } = useTranslation()
  const money = useMoney()
  const profit = toMinor(user.profit ?? 0, money.currency)
  const has = useHas()
  if (!useSettings().on('LOYALTY_SYSTEM') || !has('GET /me/transactions')) return null
  return (
    <Link to={paths.transactions} className={styles.points}>
      <Sparkles aria-hidden="true" />
      <Stack as="span" className={styles.pointsWords}>
        <span>{t('Your points')}</span>
        {profit !== null && <strong>{money.format(profit)}</strong>}
        <span className={styles.pointsMore}>{t('Transaction History')}</span>
      </Stack>
      <ChevronRight aria-hidden="true" data-flips />
    </Link>
  )
}
