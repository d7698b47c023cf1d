// The restaurant that server.mjs seeds. Prices are cents including tax; `groups` names products defined above.
export const menu = {
  channels: [{ code: 'mitte' }, { code: 'wedding' }, { code: 'netto', net: true }],
  categories: ['Pizza', 'Pasta', 'Getränke'],
  products: [
    {
      name: 'Teig',
      kind: 'choice',
      sizes: [
        ['dünn', 0],
        ['dick', 100],
      ],
    },
    {
      name: 'Belag',
      kind: 'extras',
      sizes: [
        ['Mozzarella', 120],
        ['Oliven', 90],
        ['Sardellen', 150],
      ],
    },
    {
      name: 'Margherita',
      category: 'Pizza',
      description: 'Tomaten, Mozzarella, Basilikum',
      sizes: [
        ['26 cm', 850],
        ['32 cm', 1120],
      ],
      groups: ['Teig', 'Belag'],
      allergens: 'A,G',
    },
    {
      name: 'Salami',
      category: 'Pizza',
      description: 'Tomaten, Mozzarella, Salami',
      sizes: [
        ['26 cm', 990],
        ['32 cm', 1270],
      ],
      groups: ['Teig', 'Belag'],
      allergens: 'A,G',
    },
    {
      name: 'Trüffel',
      category: 'Pizza',
      description: 'Trüffel, Rucola, Parmesan',
      sizes: [['26 cm', 1490]],
      groups: ['Teig'],
      stock: 0,
      allergens: 'A,G',
    },
    { name: 'Lasagne', category: 'Pasta', description: 'Rind, Béchamel, überbacken', sizes: [['Portion', 1190]], allergens: 'A,C,G' },
    { name: 'Penne all’arrabbiata', category: 'Pasta', sizes: [['Portion', 940]], groups: ['Belag'], allergens: 'A' },
    { name: 'Tiramisù', category: 'Pasta', sizes: [['Glas', 560]], stock: 3, allergens: 'A,C,G' },
    {
      name: 'Apfelschorle',
      category: 'Getränke',
      sizes: [
        ['0,33 l', 290],
        ['0,5 l', 390],
      ],
      tax: 19,
      allergens: '',
    },
    { name: 'Wasser', category: 'Getränke', sizes: [['0,5 l', 250]], tax: 19, allergens: '' },
    { name: 'Hauptgericht', kind: 'slot', sizes: [['', 0]], groups: ['Margherita', 'Lasagne'] },
    { name: 'Getränk', kind: 'slot', sizes: [['', 0]], groups: ['Apfelschorle', 'Wasser'] },
    {
      name: 'Mittagsmenü',
      kind: 'combo',
      description: 'Ein Hauptgericht und ein Getränk',
      sizes: [['Menü', 1090]],
      groups: ['Hauptgericht', 'Getränk'],
    },
  ],
  shipping: [
    { name: 'Abholung', fee: 0 },
    { name: 'Mitte', fee: 250, zipcode: '10115', minimum: 1200, freeFrom: 4000 },
    { name: 'Wedding', fee: 350, zipcode: '13347', minimum: 1500 },
  ],
  payments: [
    { code: 'cash', name: 'Bar', settled: false },
    { code: 'online', name: 'Karte', settled: true },
  ],
  promotions: [
    { name: '10 % ab 30 €', from: 3000, percent: 10 },
    { name: 'Gutschein LECKER', percent: 5, couponCode: 'LECKER' },
  ],
}
