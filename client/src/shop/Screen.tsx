import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from './paths.ts'
import { RouteLink } from './RouteLink.tsx'
import { ScreenContentView, ScreenHeadView, StepView, type ScreenWidth } from './ScreenView.tsx'
import { useSettings } from './settings.ts'
import { useTitle } from './useTitle.ts'

interface ScreenProps {
  /** The screen's title, translated: its h1 and the document's title. */
  title: string
  /** The breadcrumb's links between Home and this screen. */
  trail?: readonly { label: string; to: string }[]
  width?: ScreenWidth
  children: ReactNode
}

/** An inner page: the breadcrumb bar with its optional background picture (docs/specification.md section 2), the h1, and the content. */
export function Screen({ title, trail = [], width = 'wide', children }: ScreenProps) {
  const { t } = useTranslation()
  const pictured = useSettings().picture('BREADCRUMB_BACKGROUND') !== ''
  useTitle(title)
  return (
    <>
      <ScreenHeadView
        label={t('Breadcrumb')}
        title={title}
        width={width}
        pictured={pictured}
        trail={[{ label: t('Home'), to: paths.home }, ...trail].map((step) => (
          <StepView key={step.to} href={step.to} label={step.label} link={RouteLink} />
        ))}
      />
      <ScreenContentView width={width}>{children}</ScreenContentView>
    </>
  )
}
