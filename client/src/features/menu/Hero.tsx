import { useTranslation } from 'react-i18next'
import { pictureOf } from '../../restaurant/pictures.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { Picture } from '../../ui/Picture.tsx'
import { heroPicture, HeroView } from './HeroView.tsx'

/** The slider or gallery images of SPLASH_LOGO, if there are any. */
export function Hero() {
  const { t } = useTranslation()
  const settings = useSettings()
  const pictures = settings
    .slides('SPLASH_LOGO')
    .map((image) => pictureOf(image, 'wide', 'url'))
    .filter((src) => src !== '')
  if (pictures.length === 0) return null
  return (
    <HeroView label={pictures.length > 1 ? t('Pictures') : ''}>
      {pictures.map((src, at) => (
        // The same picture may be there twice.
        <Picture key={`${at} ${src}`} src={src} alt="" name={settings.text('SITE_TITLE')} lead={at === 0} {...heroPicture} />
      ))}
    </HeroView>
  )
}
