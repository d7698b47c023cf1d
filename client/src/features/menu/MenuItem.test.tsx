import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { combosId, CardContext, type CardContextValue } from './cards.ts'
import { MenuItem } from './MenuItem.tsx'

it('a dish that can’t be shown says so, and the others stay', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Broken = () => {
    throw new TypeError('a dish of another shape')
  }
  const context = { t: (text: string) => text } as unknown as CardContextValue
  render(
    <CardContext value={context}>
      <ul id={combosId}>
        <MenuItem of={{}}>
          <Broken />
        </MenuItem>
        <MenuItem of={{}}>
          <p>Margherita</p>
        </MenuItem>
      </ul>
    </CardContext>,
  )
  expect(screen.getByText("This dish can't be shown right now.")).toBeVisible()
  expect(screen.getByText('Margherita')).toBeVisible()
})
