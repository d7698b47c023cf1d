import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { homeStep, type TitledPlace } from '../routes/places.ts'
import { RouteLink } from './RouteLink.tsx'
import { ScreenContentView, ScreenHeadView, StepView, type ScreenWidth } from './ScreenView.tsx'
import { useSettings } from '../restaurant/settings.ts'
import { useTitle } from '../browser/useTitle.ts'

interface ScreenProps {
  /** Its title (the h1 and the document's title) and its breadcrumb. */
  place: TitledPlace
  /** Overrides the place's width. */
  width?: ScreenWidth
  children: ReactNode
}

/** An inner page: the breadcrumb bar with its optional background image (docs/specification.md section 2), the h1, and the content. */
export function Screen({ place, width = place.head?.narrow === true ? 'narrow' : 'wide', children }: ScreenProps) {
  const { t } = useTranslation()
  const title = t(place.title)
  const pictured = useSettings().picture('BREADCRUMB_BACKGROUND') !== '' && place.head?.bare !== true
  useTitle(title)
  return (
    <>
      <ScreenHeadView
        label={t('Breadcrumb')}
        title={title}
        width={width}
        pictured={pictured}
        trail={[homeStep, ...(place.head?.trail ?? [])].map(({ label, path }) => (
          <StepView key={path} href={path} label={t(label)} link={RouteLink} />
        ))}
      />
      <ScreenContentView width={width}>{children}</ScreenContentView>
    </>
  )
}
