import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { TextInput } from '../ui/Field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof TextInput>, 'label' | 'type' | 'inputMode' | 'autoComplete' | 'dir'> & {
  /** `username` if the address is the login name. */
  autoComplete?: 'email' | 'username'
}

/** An e-mail address: `<EmailField {...field('email', rules.email)} />`. It is left-to-right in every language, without autocapitalisation and spell checking. */
export function EmailField({ autoComplete = 'email', enterKeyHint = 'next', ...rest }: EmailFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      {...rest}
      label={t('E-mail')}
      type="email"
      inputMode="email"
      dir="ltr"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint={enterKeyHint}
    />
  )
}
