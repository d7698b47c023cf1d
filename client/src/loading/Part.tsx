import { useEffect, type ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import type { BrowserError } from '../../../contracts/bff-types.ts'
import { reportError } from '../browser/reportError.ts'
import { showToast } from '../notices/notices.ts'
import { useNextAttempt } from './retryable.ts'

/** How long the toast with "Try again" stays, in milliseconds. */
const retryToastTime = 10_000

/**
 * A part of the page with its own error boundary: if it fails, the rest of the screen stays, a notice is shown and the error is reported to the operator. It
 * is rendered again on "Try again", and with the next attempt to load what could not be loaded.
 */
export function Part({ children }: { children: ReactNode }) {
  return (
    <Boundary kind="part" fallback={(props) => <FailedPart {...props} />}>
      {children}
    </Boundary>
  )
}

/** Catches errors of its children and reports them to the operator. A change of `reset` renders the children again. */
export function Boundary(props: {
  /** The kind of failure in the report to the operator. */
  kind: BrowserError['kind']
  /** Rendered in place of the children. */
  fallback: (failure: FallbackProps) => ReactNode
  reset?: unknown
  onError?: () => void
  children: ReactNode
}) {
  const caught = (error: unknown): void => {
    reportError(props.kind, error)
    props.onError?.()
  }
  return (
    <ErrorBoundary resetKeys={[props.reset]} onError={caught} fallbackRender={props.fallback}>
      {props.children}
    </ErrorBoundary>
  )
}

function FailedPart({ error, resetErrorBoundary: again }: FallbackProps): null {
  const { t } = useTranslation()
  const unloaded = useNextAttempt(error, again)
  useEffect(() => {
    if (unloaded) return
    showToast({
      kind: 'error',
      text: t('A part of this page has stopped working. Your cart is kept.'),
      duration: retryToastTime,
      actions: [{ label: t('Try again'), act: again, primary: true }],
    })
  }, [unloaded, again, t])
  return null
}
