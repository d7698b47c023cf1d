import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { Allergen } from '../../../../contracts/types.ts'
import { startLanguage } from '../../i18n/language.ts'
import { AllergenList } from './Allergens.tsx'

beforeAll(() => startLanguage({}))

it('shows an allergen without a name by its code or its words, and leaves out one that has neither', () => {
  const list = [{ code: 'A', description: 'Gluten' }, { description: 'Milk' }, {}, { name: 'N' }] as Allergen[]
  render(<AllergenList allergens={list} additives={[{}] as Allergen[]} />)
  expect(screen.getByText(/^Gluten \(A\), Milk(?:,| und) N$/)).toBeVisible()
  expect(screen.queryByText('Additives')).toBeNull()
})

it('a list in which nothing can be read is no information', () => {
  render(<AllergenList allergens={[{}] as Allergen[]} additives={undefined} />)
  expect(screen.getByText('No information')).toBeVisible()
})
