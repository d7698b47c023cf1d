import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../navigation/paths.ts'
import { buttonClass, type ButtonLook } from '../ui/Button.tsx'

export function ToMenu({ variant = 'primary', onClick }: Pick<ButtonLook, 'variant'> & { onClick?: () => void }) {
  const { t } = useTranslation()
  return (
    <Link to={paths.home} className={buttonClass({ variant })} onClick={onClick}>
      {t('To the menu')}
    </Link>
  )
}
