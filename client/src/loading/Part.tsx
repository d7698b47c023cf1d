import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BrowserError } from '../../../contracts/bff-types.ts'
import { isChunkLoadError, loadAttempt } from './lazyPart.ts'
import { loadFailed } from './loadFailed.ts'
import { showToast } from '../notices/notices.ts'
import { reportError } from '../browser/reportError.ts'
import { useStore } from '../createStore.ts'

/** How long the toast with "Try again" stays, in milliseconds. */
const retryToastTime = 10_000

/**
 * A lazily loaded part of the page with its own error boundary: if it fails, the rest of the screen stays, a notice is shown and the error is reported to
 * the operator. It is rendered again on "Try again", when `reset` changes, and with each attempt to load what could not be loaded (lazyPart.ts).
 */
export function Part({ children, reset }: { children: ReactNode; reset?: unknown }) {
  const { t } = useTranslation()
  const attempt = useStore(loadAttempt)
  return (
    <ErrorBoundary
      kind="part"
      reset={`${String(attempt)} ${String(reset)}`}
      onError={(error, again) => {
        if (isChunkLoadError(error)) void loadFailed(error)
        else
          showToast({
            kind: 'error',
            text: t('A part of this page has stopped working. Your cart is kept.'),
            duration: retryToastTime,
            actions: [{ label: t('Try again'), act: again, primary: true }],
          })
      }}
    >
      {children}
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
