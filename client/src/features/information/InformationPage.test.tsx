import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { session, sessionKeys } from '../../browser/storage.ts'
import { openMockShop, renderShop } from '../../test-setup-shop.tsx'
import { InformationPage } from './InformationPage.tsx'

openMockShop()

it('the address of a page that does not exist says so, and is the screen’s own again', async () => {
  session.write(sessionKeys.popup, '1')
  const { router } = renderShop(<InformationPage />, '/contact?page=9999')
  expect(await screen.findByText('This could not be found.')).toBeTruthy()
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/contact', search: '' }))
})
