import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { homeStep, usePlace } from '../navigation/place.ts'
import { RouteLink } from './RouteLink.tsx'
import { ScreenContentView, ScreenHeadView, StepView, type ScreenWidth } from './ScreenView.tsx'
import { useSettings } from '../restaurant/settings.ts'
import { useTitle } from '../browser/useTitle.ts'

interface ScreenProps {
  /** Overrides the place's title, already translated. */
  title?: string
  width?: ScreenWidth
  children: ReactNode
}

/** An inner page with the title of its place in the route table (app/routes.ts): the breadcrumb bar with its optional background image (docs/specification.md section 2), the h1, and the content. */
export function Screen({ title: own, width, children }: ScreenProps) {
  const { t } = useTranslation()
  const place = usePlace()
  const { title: ofPlace = '' } = place
  const title = own ?? t(ofPlace)
  const shownWidth = width ?? (place.head?.narrow === true ? 'narrow' : 'wide')
  const pictured = useSettings().picture('BREADCRUMB_BACKGROUND') !== '' && place.head?.bare !== true
  useTitle(title)
  return (
    <>
      <ScreenHeadView
        label={t('Breadcrumb')}
        title={title}
        width={shownWidth}
        pictured={pictured}
        trail={[homeStep, ...(place.head?.trail ?? [])].map(({ label, path }) => (
          <StepView key={path} href={path} label={t(label)} link={RouteLink} />
        ))}
      />
      <ScreenContentView width={shownWidth}>{children}</ScreenContentView>
    </>
  )
}
