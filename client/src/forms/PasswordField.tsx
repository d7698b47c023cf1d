import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/Button.tsx'
import { TextInput } from '../ui/Field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'after' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <IconButton
          label={shown ? t('Hide the password') : t('Show the password')}
          icon={shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          size="s"
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
