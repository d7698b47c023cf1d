import { screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { fallbackConfig, setConfig } from '../../restaurant/config.ts'
import { startLanguage } from '../../i18n/language.ts'
import { AccessibilityPage } from './AccessibilityPage.tsx'
import { renderShop } from '../../test-setup-shop.tsx'

beforeAll(() => startLanguage({}))
afterEach(() => setConfig(fallbackConfig))

it.each([
  [null, null, null],
  ['2027-03-04', null, /^.*This shop was last checked on .*2027.*\.$/],
  ['2027-03-04', 'Ada', /last checked on .*2027.* by Ada\.$/],
])('the day %j and the author %j of the last check are the operator’s', (accessibilityDate, accessibilityAuthor, words) => {
  setConfig({ ...fallbackConfig, accessibilityContact: 'ada@example.org', accessibilityDate, accessibilityAuthor })
  renderShop(<AccessibilityPage />)
  if (words === null) expect(screen.queryByText(/last checked/)).toBeNull()
  else expect(screen.getByText(words)).toBeInTheDocument()
})
