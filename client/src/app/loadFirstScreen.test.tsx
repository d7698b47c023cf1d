import { expect, it, vi } from 'vitest'
import { renderShell } from '../test-setup-shell.tsx'
import { openMockShop } from '../test-setup-shop.tsx'
import { loadFirstScreen } from './Screens.tsx'

openMockShop()

// In a file of its own, so that nothing was rendered before.
it('an address that changes before the first render is guarded, and redirects by a page load', async () => {
  const replaced = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  window.history.replaceState(null, '', '/select-branch')
  await loadFirstScreen()
  window.history.replaceState(window.history.state, '', '/me')
  await renderShell()
  expect(replaced).toHaveBeenCalledWith('/me/my-profile')
})
