import { Component, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from './notices.ts'

/** How long the offer to load the page again stays, in milliseconds: longer than a message that needs no answer. */
const offered = 10_000

/**
 * A part of the page whose code comes after the first paint or when it is asked for. Without it (the network went away in between) the rest of
 * the screen stays as it is, and a notice offers to load the page again: a browser doesn't fetch a module twice that it could not get.
 */
export function Part({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Boundary
      onMissing={() =>
        showToast({
          kind: 'error',
          text: t('A part of this page could not be loaded. Your cart is kept.'),
          duration: offered,
          actions: [{ label: t('Try again'), act: () => window.location.reload(), primary: true }],
        })
      }
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

class Boundary extends Component<{ onMissing: () => void; children: ReactNode }, { missing: boolean }> {
  override state = { missing: false }

  static getDerivedStateFromError() {
    return { missing: true }
  }

  override componentDidCatch() {
    this.props.onMissing()
  }

  override render() {
    return this.state.missing ? null : this.props.children
  }
}
