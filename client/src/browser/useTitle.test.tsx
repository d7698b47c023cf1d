import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { useSheetTitle, useTitle } from './useTitle.ts'

function Page({ dish, combo }: { dish?: string; combo?: string }) {
  useTitle('Menu')
  useSheetTitle(dish)
  useSheetTitle(combo)
  return null
}

it('a sheet has the title while it is open, whatever other sheet is closed', () => {
  const page = (props: { dish?: string; combo?: string }) => (
    <QueryClientProvider client={queryClient}>
      <Page {...props} />
    </QueryClientProvider>
  )
  const { rerender } = render(page({ dish: 'Margherita' }))
  expect(document.title).toBe('Margherita')
  rerender(page({}))
  expect(document.title).toBe('Menu')
  rerender(page({ combo: 'Duo' }))
  expect(document.title).toBe('Duo')
})
