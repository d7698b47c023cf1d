import { Component, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BrowserError } from '../../../../contracts/bff-types.ts'
import { showToast } from './notices.ts'
import { reportError } from '../browser/reportError.ts'

/** How long the toast with "Try again" stays, in milliseconds. */
const retryToastTime = 10_000

/** Whether an error means that a module could not be loaded: matches the messages of Chromium, Firefox and WebKit. */
export function isChunkLoadError(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|error loading dynamically|importing a module script failed|Unable to preload CSS/i.test(error.message)
  )
}

/**
 * A lazily loaded part of the page with its own error boundary: if it fails, the rest of the screen stays, a notice is shown and the error is reported to
 * the operator. If its module could not be loaded, only a reload helps, since browsers do not fetch a failed module again; otherwise the part is rendered
 * again on "Try again", or when `reset` changes.
 */
export function Part({ children, fallback = null, reset }: { children: ReactNode; fallback?: ReactNode; reset?: unknown }) {
  const { t } = useTranslation()
  return (
    <ErrorBoundary
      kind="part"
      reset={reset}
      onError={(error, again) => {
        const missing = isChunkLoadError(error)
        showToast({
          kind: 'error',
          text: missing
            ? t('A part of this page could not be loaded. Your cart is kept.')
            : t('A part of this page has stopped working. Your cart is kept.'),
          duration: retryToastTime,
          actions: [{ label: t('Try again'), act: missing ? () => window.location.reload() : again, primary: true }],
        })
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}

interface BoundaryProps {
  /** The kind of failure in the report to the operator. */
  kind: BrowserError['kind']
  onError?: (error: unknown, again: () => void) => void
  /** Rendered in place of the children; nothing if absent. */
  fallback?: (error: unknown) => ReactNode
  /** A change renders the children again. */
  reset?: unknown
  children: ReactNode
}

/** Catches errors of its children and reports them to the operator. */
export class ErrorBoundary extends Component<BoundaryProps, { failed: { error: unknown } | null; reset: unknown }> {
  override state: { failed: { error: unknown } | null; reset: unknown } = { failed: null, reset: this.props.reset }

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } }
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: { reset: unknown }) {
    return Object.is(props.reset, state.reset) ? null : { failed: null, reset: props.reset }
  }

  override componentDidCatch(error: unknown) {
    reportError(this.props.kind, error)
    this.props.onError?.(error, () => this.setState({ failed: null }))
  }

  override render() {
    const { failed } = this.state
    return failed === null ? this.props.children : (this.props.fallback?.(failed.error) ?? null)
  }
}
