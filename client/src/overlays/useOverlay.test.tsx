import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createBrowserRouter, createMemoryRouter, Link, RouterProvider } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { useOverlay } from './useOverlay.ts'

const answers: boolean[] = []

function Home() {
  const { value, close, address } = useOverlay('product')
  return (
    <>
      <Link to="?product=7" state={{ overlay: true }}>
        Open
      </Link>
      <p>{value === null ? 'closed' : `open ${value}`}</p>
      <button
        onClick={() => {
          answers.push(close(), close())
        }}
      >
        Close
      </button>
      <a href={address('7')}>Link</a>
    </>
  )
}

const show = (entries: string[]) => {
  const router = createMemoryRouter([{ path: '*', element: <Home /> }], { initialEntries: entries, initialIndex: entries.length - 1 })
  render(<RouterProvider router={router} />)
  return router
}

/** With the browser's own history. */
const showInBrowser = async () => {
  window.history.pushState(null, '', '/before')
  window.history.pushState(null, '', '/')
  const router = createBrowserRouter([{ path: '*', element: <Home /> }])
  const { unmount } = render(<RouterProvider router={router} />)
  fireEvent.click(screen.getByText('Open'))
  await screen.findByText('open 7')
  return () => {
    unmount()
    router.dispose()
    window.history.replaceState(null, '', '/')
  }
}

describe('a sheet with an address', () => {
  it('that is closed twice at once goes back once', async () => {
    answers.length = 0
    const router = show(['/before', '/'])
    await userEvent.click(screen.getByText('Open'))
    expect(await screen.findByText('open 7')).toBeInTheDocument()
    await userEvent.click(screen.getByText('Close'))
    expect(await screen.findByText('closed')).toBeInTheDocument()
    expect(router.state.location).toMatchObject({ pathname: '/', search: '' })
    expect(answers).toEqual([true, false])
    // Nor does a third press, after it is closed.
    await userEvent.click(screen.getByText('Close'))
    expect(router.state.location.pathname).toBe('/')
  })

  it('that is closed twice goes back once on a page that stands still between the two', async () => {
    const leave = await showInBrowser()
    // A browser goes back in a task of its own, which comes after the presses that wait.
    const go = vi.spyOn(window.history, 'go').mockImplementation(() => undefined)
    fireEvent.click(screen.getByText('Close'))
    const end = performance.now() + 1000
    while (performance.now() < end);
    fireEvent.click(screen.getByText('Close'))
    expect(go).toHaveBeenCalledTimes(1)
    go.mockRestore()
    leave()
  })

  it('that was closed and comes back with Forward can be closed again', async () => {
    const leave = await showInBrowser()
    fireEvent.click(screen.getByText('Close'))
    await screen.findByText('closed')
    window.history.forward()
    await screen.findByText('open 7')
    fireEvent.click(screen.getByText('Close'))
    expect(await screen.findByText('closed')).toBeInTheDocument()
    leave()
  })

  it('whose way back was lost can be closed with a later press', async () => {
    const leave = await showInBrowser()
    const go = vi.spyOn(window.history, 'go').mockImplementationOnce(() => undefined)
    fireEvent.click(screen.getByText('Close'))
    await waitFor(() => {
      fireEvent.click(screen.getByText('Close'))
      expect(go).toHaveBeenCalledTimes(2)
    })
    expect(await screen.findByText('closed')).toBeInTheDocument()
    go.mockRestore()
    leave()
  })

  it('that was opened from outside stays in the shop when it is closed', async () => {
    const router = show(['/?product=7'])
    expect(screen.getByText('open 7')).toBeInTheDocument()
    await userEvent.click(screen.getByText('Close'))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await act(() => router.navigate('/contact'))
    expect(router.state.location.pathname).toBe('/contact')
  })

  it('leaves the fragment of the address, such as a shared cart, where it is', async () => {
    window.history.replaceState(null, '', '/#cart=1')
    const router = show(['/#cart=1'])
    expect(screen.getByText('Link')).toHaveAttribute('href', '/?product=7#cart=1')
    await act(() => router.navigate('/?product=7#cart=1'))
    await userEvent.click(screen.getByText('Close'))
    await waitFor(() => expect(router.state.location).toMatchObject({ search: '', hash: '#cart=1' }))
    window.history.replaceState(null, '', '/')
  })
})
