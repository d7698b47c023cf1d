import { createStore } from '../createStore.ts'

/** What the page's code asks consent for (`data-consent` in CUSTOM_HEADER_CODE); empty: nothing, and no dialog is shown. */
export const consentNames = (): string[] => [
  ...new Set(
    [...document.querySelectorAll<HTMLElement>('[data-consent]')].map((element) => element.dataset['consent'] ?? '').filter(Boolean),
  ),
]

/**
 * Whether the shop's own cookie settings can be opened: something asks for consent, and no consent manager of the operator answers. Known from the page
 * at once, so that the footer has its link from the first frame on.
 */
export const hasCookieSettings = createStore(consentNames().length > 0 && window.tablefront?.consent === undefined)

/** Whether the customer has opened the cookie settings again. */
export const cookieSettingsOpen = createStore(false)
