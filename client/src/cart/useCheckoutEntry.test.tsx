import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { notices, showAdded, showToast } from '../notices/notices.ts'
import { useCheckoutEntry } from './useCheckoutEntry.ts'

const toasts = () => notices.get().toasts.map(({ text }) => text)

it('closes the notice after adding, which offers the checkout, and no other one', () => {
  const { result } = renderHook(useCheckoutEntry, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  showAdded(0, { text: 'Added', actions: [] })
  expect(toasts()).toEqual(['Added'])
  result.current()
  expect(toasts()).toEqual([])
  showToast({ text: 'Saved' })
  result.current()
  expect(toasts()).toEqual(['Saved'])
})
