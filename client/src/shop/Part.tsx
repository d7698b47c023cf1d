import { Component, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from './notices.ts'
import { reportError } from './reportError.ts'

/** How long the offer to try again stays, in milliseconds: longer than a message that needs no answer. */
const offered = 10_000

/** Whether an error says that code could not be loaded, rather than that it failed: the words of Chromium, Firefox and WebKit. */
export function isMissingCode(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|error loading dynamically|importing a module script failed|Unable to preload CSS/i.test(error.message)
  )
}

/**
 * A part of the page whose code comes after the first paint or when it is asked for. What goes wrong in it takes nothing else with it: the rest of
 * the screen stays, a notice says what happened, and the operator is told. Code that could not be loaded comes with a new page only, since a browser
 * does not fetch a module twice; a part that failed is drawn again. It is also drawn again when `reset` changes.
 */
export function Part({ children, fallback = null, reset }: { children: ReactNode; fallback?: ReactNode; reset?: unknown }) {
  const { t } = useTranslation()
  return (
    <Boundary
      reset={reset}
      onError={(error, again) => {
        const missing = isMissingCode(error)
        showToast({
          kind: 'error',
          text: missing
            ? t('A part of this page could not be loaded. Your cart is kept.')
            : t('A part of this page has stopped working. Your cart is kept.'),
          duration: offered,
          actions: [{ label: t('Try again'), act: missing ? () => window.location.reload() : again, primary: true }],
        })
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

interface BoundaryProps {
  onError: (error: unknown, again: () => void) => void
  reset: unknown
  children: ReactNode
}

class Boundary extends Component<BoundaryProps, { failed: boolean; reset: unknown }> {
  override state = { failed: false, reset: this.props.reset }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: { failed: boolean; reset: unknown }) {
    return Object.is(props.reset, state.reset) ? null : { failed: false, reset: props.reset }
  }

  override componentDidCatch(error: unknown) {
    reportError('part', error)
    this.props.onError(error, () => this.setState({ failed: false }))
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
