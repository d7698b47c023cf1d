import { render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { startLanguage } from './language.ts'
import { Notices } from './Notices.tsx'
import { Part } from './Part.tsx'

beforeAll(() => startLanguage(undefined))

it('a part whose code does not arrive leaves the rest of the page, and a notice offers the page again', async () => {
  // React tells the console what a boundary has caught.
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Missing = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  render(
    <>
      <input aria-label="Name" defaultValue="Ada" />
      <Part fallback="soon">
        <Missing />
      </Part>
      <Notices />
    </>,
  )
  expect(screen.getByText('soon')).toBeVisible()
  expect(await screen.findByText('A part of this page could not be loaded. Your cart is kept.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.queryByText('soon')).toBeNull()
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  expect(told).toHaveBeenCalled()
})
