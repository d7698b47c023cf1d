import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { pictureOf } from '../../restaurant/pictures.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { usePlace } from '../../navigation/place.ts'
import { Screen } from '../../screen/Screen.tsx'
import { classes } from '../../ui/classes.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Stack } from '../../ui/Layout.tsx'
import styles from './AuthLayout.module.css'

/** The layout of login, register and reset password: the form beside the images of the page's setting, if there are any. */
export function AuthLayout({ lead, children }: { lead?: ReactNode; children: ReactNode }) {
  const { title = '', head } = usePlace()
  const pictures = useSettings()
    .images(head?.images ?? 'LOGIN_IMAGES')
    .slice(0, 3)
    .map((image) => pictureOf(image, 'wide', 'url'))
  // Images that fail to load are removed: a placeholder beside a form is meaningless.
  const [failed, setFailed] = useState<readonly string[]>([])
  const shown = pictures.filter((picture) => !failed.includes(picture))
  const onImageError = ({ target }: SyntheticEvent): void => {
    // With srcset, the image is loaded once more in its original size (ui/Picture.tsx).
    if (target instanceof HTMLImageElement && target.srcset === '') setFailed((before) => [...before, target.getAttribute('src') ?? ''])
  }
  return (
    <Screen width={pictures.length === 0 ? 'narrow' : 'wide'}>
      <Stack className={classes(styles.entrance, shown.length === 0 && styles.alone)}>
        {shown.length > 0 && (
          <Stack className={classes(styles.pictures, shown.length > 1 && styles.several)} aria-hidden="true" onErrorCapture={onImageError}>
            {/* Lazy: narrow windows do not show them. */}
            {shown.map((picture) => (
              <Picture key={picture} src={picture} alt="" name={title} ratio="4/3" sizes="50vw" />
            ))}
          </Stack>
        )}
        <Stack gap={5} className={styles.card}>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
          {children}
        </Stack>
      </Stack>
    </Screen>
  )
}
