import type { Menu, OptionId, Product } from '../../../contracts/types.ts'

/** The product that the golden cases of golden.json price: two sizes, extras by size, a select with a nested child, a checkbox group. */
export const pizza: Product = {
  id: 301,
  name: 'Margherita',
  sizes: [
    { id: 1, name: '26 cm', price: 8.5 },
    { id: 2, name: '32 cm', price: 10.9 },
  ],
  extras: [
    {
      id: 11,
      name: 'Oliven',
      prices: [
        { sizeId: 1, price: 1 },
        { sizeId: 2, price: 1.5 },
      ],
    },
    { id: 12, name: 'Büffelmozzarella', prices: [{ sizeId: 2, price: 1 }] },
  ],
  variants: [
    {
      id: 21,
      name: 'Boden',
      type: 'select',
      required: true,
      options: [
        { id: 211, name: 'dünn', price: 0, hasChild: false },
        {
          id: 212,
          name: 'gefüllt',
          price: 2,
          hasChild: true,
          child: [
            {
              id: 23,
              name: 'Füllung',
              type: 'select',
              required: true,
              options: [{ id: 231, name: 'Ricotta', price: 1.2, hasChild: false }],
            },
          ],
        },
      ],
    },
    {
      id: 22,
      name: 'Dazu',
      type: 'checkbox',
      required: false,
      options: [
        { id: 221, name: 'Rucola', price: 1.2, hasChild: false },
        { id: 222, name: 'Basilikum', price: 0, hasChild: false },
      ],
    },
  ],
  allergens: [
    { name: 'A', description: 'Gluten' },
    { name: 'G', description: 'Milch' },
  ],
}

/** The menu that the golden cases price: two slots, 19.00 before its discount. */
export function combo(discount: number): Menu {
  const drink = (id: number, name: string): Product => ({ id, name, sizes: [{ id: 9, name: '0,5 l', price: 3 }], allergens: [] })
  return {
    id: 71,
    name: 'Mittagsmenü',
    price: 19,
    discount,
    items: [
      {
        id: 81,
        size: { id: 1, name: '26 cm', categoryName: 'Pizza' },
        products: [pizza],
        extras: [
          {
            id: 51,
            name: 'Kapern',
            prices: [
              { sizeId: 1, price: 1.5 },
              { sizeId: 2, price: 2 },
            ],
          },
        ],
        variants: [],
      },
      {
        id: 82,
        size: { id: 9, name: '0,5 l', categoryName: 'Getränke' },
        products: [drink(401, 'Wasser'), drink(402, 'Limonade')],
        extras: [],
        variants: [
          { id: 61, name: 'Eis', type: 'select', required: false, options: [{ id: 611, name: 'mit Eis', price: 0.75, hasChild: false }] },
        ],
      },
    ],
  }
}

/** Choices of golden cases, `[variant, option]`, as the wire spells them. */
export function optionIds(pairs: readonly (readonly number[])[] | undefined): OptionId[] {
  const variants = [...(pizza.variants ?? []), ...(pizza.variants?.[0]?.options[1]?.child ?? []), ...(combo(0).items?.[1]?.variants ?? [])]
  return (pairs ?? []).map(([variantId = 0, option = 0]) =>
    variants.find((variant) => variant.id === variantId)?.type === 'checkbox'
      ? { variantId, optionId: option }
      : { variantId, value: option },
  )
}
