/** Every dish of the group. Ids are shared by the branches, so that a cart can be looked up in another one. */
import { extras, group, type DishData } from './dish.ts'
import type { Texts } from './texts.ts'

const t = (...texts: Texts): Texts => texts

const dough = group(10, 'Teig', 'select', true, [
  ['Klassisch dünn', 0],
  ['Dinkel-Vollkorn', 1],
  ['Glutenfrei', 2.5],
  [
    'Käserand',
    1.9,
    [
      group(11, 'Käse im Rand', 'select', true, [
        ['Mozzarella', 0],
        ['Gorgonzola', 0.8],
      ]),
    ],
  ],
])
const cut = group(12, 'Schnitt', 'select', false, [
  ['Ungeschnitten', 0],
  ['In 8 Stücke', 0],
])
const pastaShape = group(13, 'Nudeln', 'select', true, [
  ['Spaghetti', 0],
  ['Rigatoni', 0],
  ['Tagliatelle', 0.9],
])
const dressing = group(14, 'Dressing', 'select', true, [
  ['Balsamico', 0],
  ['Joghurt-Minze', 0],
  ['Zitrone-Olivenöl', 0],
  ['Ohne Dressing', 0],
])
const side = group(15, 'Beilage', 'select', true, [
  ['Bratkartoffeln', 0],
  ['Salzkartoffeln', 0],
  ['Kartoffelpüree', 0],
  ['Gurkensalat', 1],
])
const dip = group(17, 'Dip zu den Pommes', 'checkbox', false, [
  ['Ketchup', 0],
  ['Mayonnaise', 0],
  ['Trüffelmayo', 1.2],
])
const burgerSide = group(16, 'Beilage', 'select', false, [
  ['Pommes frites', 3.5, [dip]],
  ['Süßkartoffelpommes', 4.5, [{ ...dip, id: 32, options: dip.options.map((option) => ({ ...option, id: option.id + 1500 })) }]],
  ['Krautsalat', 2.9],
])
const doneness = group(18, 'Garstufe', 'select', true, [
  ['Rosa', 0],
  ['Medium', 0],
  ['Durch', 0],
])
const bun = group(19, 'Brot', 'select', true, [
  ['Brioche', 0],
  ['Sesambrötchen', 0],
  ['Ohne Brötchen, im Salatblatt', 0],
])
const sauces = group(20, 'Soßen', 'checkbox', true, [
  ['Kräuter', 0],
  ['Knoblauch', 0],
  ['Scharf', 0],
])
const heat = group(21, 'Schärfe', 'select', false, [
  ['Mild', 0],
  ['Scharf', 0],
  ['Berlin-scharf', 0.5],
])
const without = group(22, 'Ohne', 'checkbox', false, [
  ['Ohne Zwiebeln', 0],
  ['Ohne Tomate', 0],
  ['Ohne Gurke', 0],
  ['Ohne Koriander', 0],
])
const base = group(23, 'Basis', 'select', true, [
  ['Sushireis', 0],
  ['Reis', 0],
  ['Quinoa', 1],
  ['Blattsalat', 0],
])
const toppings = group(24, 'Toppings', 'checkbox', false, [
  ['Sesam', 0.3],
  ['Nori', 0.5],
  ['Edamame', 1.2],
  ['Mango', 1.5],
])
const milk = group(25, 'Milch', 'select', true, [
  ['Kuhmilch', 0],
  [
    'Hafermilch',
    0.4,
    [
      group(26, 'Hafer-Sorte', 'select', true, [
        ['Hafer-Barista geschäumt', 0],
        ['Hafer ohne Zucker', 0],
      ]),
    ],
  ],
])
const syrup = group(27, 'Sirup', 'checkbox', false, [
  ['Vanille', 0.6],
  ['Karamell', 0.6],
  ['Haselnuss', 0.6],
])
const scoops = group(28, 'Kugeln', 'checkbox', true, [
  ['Vanille', 1.9],
  ['Schokolade', 1.9],
  ['Erdbeere', 1.9],
  ['Pistazie', 2.4],
])
const fizz = group(29, 'Kohlensäure', 'select', false, [
  ['Still', 0],
  ['Spritzig', 0],
])
const eggs = group(30, 'Eier', 'select', true, [
  ['Rührei', 0],
  ['Spiegelei', 0],
  ['Weich gekocht', 0],
])

const pizzaExtras = extras(3, 0.5, [
  [1, 'Oliven', 1.2],
  [2, 'Champignons', 1.4],
  [3, 'Zwiebeln', 0.8],
  [4, 'Peperoni', 1.2],
  [5, 'Rucola', 1.5],
  [6, 'Extra Käse', 1.8],
  [7, 'Salami', 2],
  [8, 'Parmaschinken', 2.8],
  [9, 'Sardellen', 2.2],
])
const pastaExtras = extras(1, 0, [
  [21, 'Parmesan', 1.2],
  [22, 'Hähnchenstreifen', 3.2],
  [23, 'Garnelen', 4.5],
  [24, 'Knoblauch', 0.5],
])
const saladExtras = extras(2, 0.7, [
  [31, 'Avocado', 2],
  [32, 'Schafskäse', 1.8],
  [33, 'Hähnchenstreifen', 3],
  [34, 'Ei', 1.2],
])
const burgerExtras = extras(2, 0, [
  [41, 'Cheddar', 1.2],
  [42, 'Speck', 1.8],
  [43, 'Jalapeños', 1],
  [44, 'Spiegelei', 1.5],
  [45, 'Avocado', 2],
  [46, 'Röstzwiebeln', 0.8],
])
const grillExtras = extras(2, 0.5, [
  [51, 'Schafskäse', 1.2],
  [52, 'Halloumi', 2],
  [53, 'Peperoni', 0.8],
  [54, 'Fladenbrot', 1],
])
const bowlExtras = extras(2, 0.5, [
  [61, 'Avocado', 1.8],
  [62, 'Gebratener Tofu', 2],
  [63, 'Garnelen', 3.5],
  [64, 'Cashews', 1.2],
])
const sushiExtras = extras(2, 0.3, [
  [71, 'Ingwer', 0.5],
  [72, 'Wasabi', 0.5],
])
const wokExtras = extras(1, 0, [
  [81, 'Gebratener Tofu', 2],
  [82, 'Hähnchenstreifen', 3],
  [83, 'Garnelen', 4],
  [84, 'Erdnüsse', 0.9],
])
const dessertExtras = extras(1, 0, [
  [91, 'Sahne', 0.8],
  [92, 'Vanilleeis', 1.9],
  [93, 'Schokosoße', 0.9],
])
const drinkExtras = extras(2, 0, [
  [95, 'Zitrone', 0.3],
  [96, 'Eiswürfel', 0],
])

const pizzaSizes = (small: number): DishData['sizes'] => [
  ['26 cm', small],
  ['32 cm', small + 3],
  ['Familie', small + 11],
]

const pizza = (id: number, name: string, description: Texts, picture: string, price: number, allergens: string, additives = ''): DishData => ({
  id,
  category: 1,
  name,
  description,
  picture,
  sizes: pizzaSizes(price),
  extras: pizzaExtras,
  variants: [dough, cut],
  allergens,
  additives,
})

const pasta = (id: number, name: string, description: Texts, picture: string, price: number, allergens: string): DishData => ({
  id,
  category: 2,
  name,
  description,
  picture,
  sizes: [['Teller', price]],
  extras: pastaExtras,
  variants: [pastaShape],
  allergens,
  additives: '',
})

const plain = (
  id: number,
  category: number,
  name: string,
  description: Texts | null,
  sizes: DishData['sizes'],
  rest: Omit<DishData, 'id' | 'category' | 'name' | 'description' | 'sizes'> = {},
): DishData => ({ id, category, name, description, sizes, ...rest })

/** The dishes in the order of the menu. */
export const DISHES: readonly DishData[] = [
  // Pizza
  pizza(101, 'Margherita', t('Tomate, Mozzarella, frisches Basilikum und gutes Olivenöl', 'Tomato, mozzarella, fresh basil and good olive oil', 'Domates, mozzarella, taze fesleğen ve iyi zeytinyağı', 'طماطم وموزاريلا وريحان طازج وزيت زيتون جيد'), 'pizza-margherita', 8.5, 'A,G'),
  pizza(102, 'Salami', t('Tomate, Mozzarella, pikante Rindersalami und Oregano', 'Tomato, mozzarella, spicy beef salami and oregano', 'Domates, mozzarella, acılı dana salam ve kekik', 'طماطم وموزاريلا وسلامي بقري حار وأوريغانو'), 'pizza-salami', 10.5, 'A,G', '2,3'),
  pizza(103, 'Funghi', t('Champignons, Kräuterseitlinge, Knoblauch und Petersilie', 'Button and king oyster mushrooms, garlic and parsley', 'Kültür ve kral istiridye mantarı, sarımsak ve maydanoz', 'فطر أبيض وفطر محاري ملكي وثوم وبقدونس'), 'pizza-funghi', 10, 'A,G'),
  pizza(104, 'Prosciutto e Rucola', t('Parmaschinken, Rucola, gehobelter Parmesan und Kirschtomaten, nach dem Backen belegt', 'Parma ham, rocket, shaved Parmesan and cherry tomatoes, added after baking', 'Parma jambonu, roka, rendelenmiş Parmesan ve kiraz domates, fırından sonra eklenir', 'جامون بارما وجرجير ورقائق بارميزان وطماطم كرزية تضاف بعد الخبز'), 'pizza-rucola', 13, 'A,G', '2,3'),
  pizza(105, 'Quattro Formaggi', t('Mozzarella, Gorgonzola, Taleggio und Parmesan', 'Mozzarella, gorgonzola, taleggio and Parmesan', 'Mozzarella, gorgonzola, taleggio ve Parmesan', 'موزاريلا وغورغونزولا وتاليجيو وبارميزان'), 'pizza-formaggi', 12, 'A,G'),
  pizza(106, 'Verdure', t('Gegrillte Aubergine, Zucchini, Paprika und rote Zwiebel', 'Grilled aubergine, courgette, pepper and red onion', 'Izgara patlıcan, kabak, biber ve kırmızı soğan', 'باذنجان وكوسا وفلفل وبصل أحمر مشوي'), 'pizza-verdure', 11, 'A,G'),
  pizza(107, 'Tonno e Cipolla', t('Thunfisch, rote Zwiebeln, Kapern und Oliven', 'Tuna, red onions, capers and olives', 'Ton balığı, kırmızı soğan, kapari ve zeytin', 'تونة وبصل أحمر وكبر وزيتون'), 'pizza-tonno', 11.5, 'A,D,G'),
  pizza(108, 'Diavola mit ’Nduja aus Kalabrien, Peperoni und karamellisierten Zwiebeln', t('Streichsalami, scharfe Peperoni, Zwiebeln und ein Faden Honig', 'Spreadable salami, hot peppers, onions and a thread of honey', 'Sürülebilir salam, acı biber, soğan ve biraz bal', 'سلامي طري وفلفل حار وبصل وخيط من العسل'), 'pizza-diavola', 13.5, 'A,G', '2'),
  pizza(109, 'Marinara', t('Tomate, Knoblauch, Oregano und Olivenöl, ganz ohne Käse', 'Tomato, garlic, oregano and olive oil, no cheese at all', 'Domates, sarımsak, kekik ve zeytinyağı, peynirsiz', 'طماطم وثوم وأوريغانو وزيت زيتون بدون جبن'), 'pizza-marinara', 7.5, 'A'),

  // Pasta
  pasta(201, 'Pomodoro e Basilico', t('Geschmorte Tomaten, Basilikum und Olivenöl', 'Slow-cooked tomatoes, basil and olive oil', 'Ağır ateşte pişmiş domates, fesleğen ve zeytinyağı', 'طماطم مطهوة ببطء وريحان وزيت زيتون'), 'pasta-pomodoro', 9.5, 'A'),
  pasta(202, 'Bolognese', t('Sechs Stunden geschmortes Rinderragout mit Wurzelgemüse', 'Beef ragout simmered for six hours with root vegetables', 'Kök sebzelerle altı saat pişmiş dana ragu', 'صلصة لحم بقري مطهوة ست ساعات مع الخضار الجذرية'), 'pasta-bolognese', 12, 'A,I'),
  pasta(203, 'Carbonara', t('Eigelb, Pecorino, Guanciale und schwarzer Pfeffer, ohne Sahne', 'Egg yolk, pecorino, guanciale and black pepper, no cream', 'Yumurta sarısı, pecorino, guanciale ve karabiber, kremasız', 'صفار بيض وبيكورينو وغوانتشالي وفلفل أسود بدون كريمة'), 'pasta-carbonara', 12.5, 'A,C,G'),
  pasta(204, 'Pesto alla Genovese', t('Basilikum, Pinienkerne, Parmesan, grüne Bohnen und Kartoffel', 'Basil, pine nuts, Parmesan, green beans and potato', 'Fesleğen, çam fıstığı, Parmesan, taze fasulye ve patates', 'ريحان وصنوبر وبارميزان وفاصوليا خضراء وبطاطس'), 'pasta-pesto', 11.5, 'A,G,H'),
  pasta(205, 'Frutti di Mare', t('Garnelen, Miesmuscheln, Calamari, Weißwein und Petersilie', 'Prawns, mussels, calamari, white wine and parsley', 'Karides, midye, kalamar, beyaz şarap ve maydanoz', 'روبيان وبلح البحر وكلماري ونبيذ أبيض وبقدونس'), 'pasta-mare', 16.5, 'A,B,D,L,N'),
  plain(206, 2, 'Lasagne al Forno', t('Hausgemachte Nudelblätter, Ragout und Béchamel, aus dem Ofen', 'Home-made pasta sheets, ragout and béchamel, from the oven', 'Ev yapımı lazanya, ragu ve beşamel, fırından', 'رقائق معكرونة منزلية مع صلصة لحم وبشاميل من الفرن'), [['Portion', 12.9]], { picture: 'lasagne', extras: pastaExtras, allergens: 'A,C,G,I', additives: '' }),

  // Starters and soups
  plain(301, 3, 'Bruschetta', t('Geröstetes Brot mit Tomaten, Knoblauch und Basilikum', 'Toasted bread with tomatoes, garlic and basil', 'Domates, sarımsak ve fesleğenli kızarmış ekmek', 'خبز محمص مع طماطم وثوم وريحان'), [['6 Stück', 6.5]], { picture: 'bruschetta', allergens: 'A', additives: '' }),
  plain(302, 3, 'Tomatensuppe', t('Mit gerösteten Tomaten, Basilikumöl und Brot', 'With roasted tomatoes, basil oil and bread', 'Közlenmiş domates, fesleğen yağı ve ekmekle', 'مع طماطم مشوية وزيت الريحان وخبز'), [['Tasse', 4.9], ['Teller', 6.9]], { picture: 'soup-tomato', allergens: 'A,I', additives: '' }),
  plain(303, 3, 'Kartoffelsuppe mit Würstchen', t('Sämig, mit Majoran und Wiener Würstchen', 'Thick, with marjoram and frankfurters', 'Mercanköşklü, sosisli koyu çorba', 'حساء بطاطس كثيف مع البردقوش والنقانق'), [['Tasse', 5.2], ['Teller', 7.5]], { picture: 'soup-potato', allergens: 'G,I,J', additives: '2,3,8' }),
  plain(304, 3, 'Antipasti-Teller', t('Gegrilltes Gemüse, Oliven, Artischocken und Ciabatta', 'Grilled vegetables, olives, artichokes and ciabatta', 'Izgara sebzeler, zeytin, enginar ve ciabatta', 'خضار مشوية وزيتون وخرشوف وخبز شيباتا'), [['Klein', 8.9], ['Groß', 14.9]], { picture: 'antipasti', allergens: 'A', additives: '6' }),
  plain(305, 3, 'Burrata auf Ofentomaten', t('Cremige Burrata, warme Tomaten, Basilikum und Pistazien', 'Creamy burrata, warm tomatoes, basil and pistachios', 'Kremamsı burrata, sıcak domates, fesleğen ve Antep fıstığı', 'بوراتا كريمية مع طماطم دافئة وريحان وفستق'), [['Portion', 11.5]], { picture: 'burrata', allergens: 'G,H', additives: '' }),

  // Salads
  plain(401, 4, 'Großer gemischter Salat', t('Blattsalate, Tomate, Gurke, Radieschen und Kresse', 'Leaves, tomato, cucumber, radish and cress', 'Yeşillik, domates, salatalık, turp ve tere', 'أوراق خضراء وطماطم وخيار وفجل ورشاد'), [['Klein', 6.5], ['Groß', 9.5]], { picture: 'salad-mixed', extras: saladExtras, variants: [dressing], allergens: 'G,J', additives: '' }),
  plain(402, 4, 'Caesar Salad', t('Romana, Croûtons, Parmesan und Caesar-Dressing', 'Romaine, croûtons, Parmesan and Caesar dressing', 'Marul, kruton, Parmesan ve Sezar sosu', 'خس روماني وخبز محمص وبارميزان وصلصة سيزر'), [['Klein', 8.5], ['Groß', 11.5]], { picture: 'salad-caesar', extras: saladExtras, allergens: 'A,C,D,G,J', additives: '' }),
  plain(403, 4, 'Rote Bete und Ziegenkäse', t('Geröstete Bete, Ziegenkäse, Walnüsse und Honig', 'Roasted beetroot, goat’s cheese, walnuts and honey', 'Fırınlanmış pancar, keçi peyniri, ceviz ve bal', 'شمندر مشوي وجبن ماعز وجوز وعسل'), [['Portion', 11.9]], { picture: 'salad-beet', extras: extras(1, 0, [[31, 'Avocado', 2], [34, 'Ei', 1.2]]), variants: [dressing], allergens: 'G,H', additives: '' }),
  plain(404, 4, 'Linsensalat mit Kräutern', t('Belugalinsen, Möhre, Sellerie, Petersilie und Zitrone', 'Beluga lentils, carrot, celery, parsley and lemon', 'Siyah mercimek, havuç, kereviz, maydanoz ve limon', 'عدس أسود وجزر وكرفس وبقدونس وليمون'), [['Klein', 6.9], ['Groß', 9.9]], { picture: 'salad-lentil', extras: saladExtras, allergens: 'I,J', additives: '' }),
  plain(405, 4, 'Fattoush', t('Gurke, Tomate, Minze, Granatapfel und knuspriges Brot', 'Cucumber, tomato, mint, pomegranate and crisp bread', 'Salatalık, domates, nane, nar ve çıtır ekmek', 'خيار وطماطم ونعناع ورمان وخبز مقرمش'), [['Klein', 6.9], ['Groß', 9.9]], { picture: 'salad-fattoush', extras: saladExtras, allergens: 'A', additives: '' }),

  // Berlin kitchen
  plain(501, 5, 'Königsberger Klopse', t('Kalbsklopse in Kapernsoße, dazu Rote Bete', 'Veal dumplings in caper sauce, with beetroot', 'Kapari soslu dana köfte, yanında pancar', 'كرات لحم العجل بصلصة الكبر مع الشمندر'), [['Portion', 14.9]], { picture: 'klopse', variants: [side], allergens: 'A,C,G,J', additives: '' }),
  plain(502, 5, 'Wiener Schnitzel vom Kalb', t('In Butterschmalz gebacken, mit Zitrone und Preiselbeeren', 'Fried in clarified butter, with lemon and lingonberries', 'Sade yağda kızarmış, limon ve yaban mersini ile', 'مقلي بالسمن مع ليمون وتوت بري'), [['Klein', 15.9], ['Groß', 21.9]], { picture: 'schnitzel', variants: [side], allergens: 'A,C,G', additives: '' }),
  plain(503, 5, 'Berliner Currywurst', t('Mit hausgemachter Soße, ein wenig scharf', 'With home-made sauce, a little hot', 'Ev yapımı soslu, hafif acılı', 'مع صلصة منزلية حارة قليلا'), [['Portion', 7.9]], { picture: 'currywurst', variants: [heat, burgerSide], allergens: 'I,J', additives: '2,3,8' }),
  plain(504, 5, 'Ofenlachs mit Dillrahm', t('Lachs aus dem Ofen, Gurke und Dill', 'Oven-baked salmon, cucumber and dill', 'Fırında somon, salatalık ve dereotu', 'سلمون بالفرن مع خيار وشبت'), [['Portion', 18.9]], { picture: 'salmon', variants: [side], allergens: 'D,G', additives: '' }),
  plain(505, 5, 'Gemüsestrudel mit Kräuterquark', t('Blätterteig, Spinat, Pilze und Frischkäse', 'Puff pastry, spinach, mushrooms and cream cheese', 'Milföy, ıspanak, mantar ve krem peynir', 'عجينة مورقة مع سبانخ وفطر وجبن كريمي'), [['Portion', 13.5]], { allergens: 'A,G', additives: '' }),

  // Desserts
  plain(601, 6, 'Tiramisù', t('Löffelbiskuit, Espresso, Mascarpone und Kakao', 'Sponge fingers, espresso, mascarpone and cocoa', 'Kedi dili, espresso, mascarpone ve kakao', 'بسكويت وإسبريسو وماسكاربوني وكاكاو'), [['Portion', 6.5]], { picture: 'tiramisu', allergens: 'A,C,G', additives: '12' }),
  plain(602, 6, 'Panna Cotta', t('Mit Himbeersoße', 'With raspberry sauce', 'Ahududu soslu', 'مع صلصة توت العليق'), [['Portion', 5.9]], { picture: 'pannacotta', extras: dessertExtras, allergens: 'G', additives: '' }),
  plain(603, 6, 'Apfelstrudel', t('Warm, mit Zimt und Rosinen', 'Warm, with cinnamon and raisins', 'Ilık, tarçın ve kuru üzümlü', 'دافئ مع القرفة والزبيب'), [['Portion', 6.9]], { picture: 'strudel', extras: dessertExtras, allergens: 'A,G,H', additives: '' }),
  plain(604, 6, 'Gemischtes Eis', t('Aus der Manufaktur nebenan, Kugel für Kugel', 'From the maker next door, scoop by scoop', 'Yandaki ustadan, top top', 'من المصنع المجاور كرة بكرة'), [['Schale', 0.5]], { picture: 'icecream', extras: extras(1, 0, [[91, 'Sahne', 0.8], [93, 'Schokosoße', 0.9]]), variants: [scoops], allergens: 'G,H', additives: '1' }),
  plain(605, 6, 'Baklava', t('Mit Pistazien und Orangenblüte', 'With pistachios and orange blossom', 'Antep fıstıklı ve portakal çiçekli', 'مع الفستق وماء زهر البرتقال'), [['6 Stück', 6.9], ['12 Stück', 12.5]], { picture: 'baklava' }),
  plain(606, 6, 'Schokoladenkuchen', t('Saftig, ganz ohne Mehl', 'Moist, without any flour', 'Unsuz, yumuşacık', 'طري وبدون طحين'), [['Portion', 5.5]], { picture: 'chocolate', extras: dessertExtras, allergens: 'C,G,H', additives: '' }),

  // Soft drinks
  plain(701, 7, 'Mineralwasser', null, [['0,25 l', 2.5], ['0,75 l', 5.5]], { picture: 'water', extras: drinkExtras, variants: [fizz], allergens: '', additives: '' }),
  plain(702, 7, 'Hausgemachte Zitronenlimonade', t('Mit Minze und wenig Zucker', 'With mint and little sugar', 'Naneli, az şekerli', 'مع النعناع وقليل من السكر'), [['0,3 l', 4.2], ['0,5 l', 5.9]], { picture: 'lemonade', extras: drinkExtras, allergens: '', additives: '' }),
  plain(703, 7, 'Cola', null, [['0,2 l', 2.8], ['0,4 l', 4.2]], { picture: 'cola', extras: drinkExtras, allergens: '', additives: '1,12' }),
  plain(704, 7, 'Apfelschorle', t('Aus Brandenburger Äpfeln', 'From Brandenburg apples', 'Brandenburg elmasından', 'من تفاح براندنبورغ'), [['0,2 l', 2.8], ['0,4 l', 4.2]], { picture: 'schorle', allergens: '', additives: '' }),
  plain(705, 7, 'Ayran', t('Kalt und schaumig', 'Cold and frothy', 'Soğuk ve köpüklü', 'بارد ومرغى'), [['0,25 l', 2.5]], { picture: 'ayran', allergens: 'G', additives: '' }),
  plain(706, 7, 'Eistee Pfirsich', t('Selbst gebrüht, kalt serviert', 'Brewed here, served cold', 'Burada demlenmiş, soğuk', 'محضر هنا ويقدم باردا'), [['0,3 l', 3.9], ['0,5 l', 5.2]], { picture: 'icetea', extras: drinkExtras, allergens: '', additives: '12' }),

  // Beer and wine
  plain(801, 8, 'Berliner Pils vom Fass', null, [['0,3 l', 3.6], ['0,5 l', 4.9]], { picture: 'beer', allergens: 'A', additives: '' }),
  plain(802, 8, 'Weißbier', null, [['0,5 l', 5.2]], { picture: 'wheatbeer', allergens: 'A', additives: '' }),
  plain(803, 8, 'Riesling aus der Pfalz', t('Trocken, mit Apfel und Pfirsich', 'Dry, with apple and peach', 'Sek, elma ve şeftali notalı', 'جاف بنكهة التفاح والخوخ'), [['Glas', 6.5], ['Flasche', 24]], { picture: 'wine-white', allergens: 'L', additives: '' }),
  plain(804, 8, 'Montepulciano', t('Rot, weich, mit Kirsche', 'Red, soft, with cherry', 'Kırmızı, yumuşak, kiraz notalı', 'أحمر ناعم بنكهة الكرز'), [['Glas', 6.2], ['Flasche', 22]], { picture: 'wine-red', allergens: 'L', additives: '' }),
  plain(805, 8, 'Berliner Weiße', t('Mit Waldmeister oder Himbeere', 'With woodruff or raspberry', 'Kekremsi sirke otu veya ahududulu', 'مع شراب الأعشاب أو توت العليق'), [['0,33 l', 4.8]], { allergens: 'A', additives: '1' }),

  // Burgers
  plain(1101, 11, 'Classic Burger', t('Rind aus Brandenburg, Salat, Tomate, Gurke und Haussoße', 'Brandenburg beef, lettuce, tomato, pickles and house sauce', 'Brandenburg dana, marul, domates, turşu ve ev sosu', 'لحم بقري من براندنبورغ وخس وطماطم ومخلل وصلصة البيت'), [['Normal', 10.9], ['Doppeltes Fleisch', 14.9]], { picture: 'burger-classic', extras: burgerExtras, variants: [bun, doneness, burgerSide, without], allergens: 'A,C,G,J,K', additives: '3' }),
  plain(1102, 11, 'Cheeseburger', t('Doppelter Cheddar, Röstzwiebeln und Gurken', 'Double cheddar, fried onions and pickles', 'Çift çedar, kızarmış soğan ve turşu', 'شيدر مضاعف وبصل مقلي ومخلل'), [['Normal', 11.9], ['Doppeltes Fleisch', 15.9]], { picture: 'burger-cheese', extras: burgerExtras, variants: [bun, doneness, burgerSide, without], allergens: 'A,C,G,J,K', additives: '1,3' }),
  plain(1103, 11, 'Glut-Burger mit Speck, Chili-Marmelade und geräuchertem Käse', t('Unser schärfster, vom offenen Feuer', 'Our hottest, from the open fire', 'En acımız, açık ateşten', 'الأكثر حرارة لدينا من النار المكشوفة'), [['Normal', 13.5], ['Doppeltes Fleisch', 17.5]], { picture: 'burger-bacon', extras: burgerExtras, variants: [bun, doneness, burgerSide, without], allergens: 'A,C,G,J,K', additives: '2,3' }),
  plain(1104, 11, 'Crispy Chicken', t('Knuspriges Hähnchen, Krautsalat und Limettenmayo', 'Crisp chicken, coleslaw and lime mayo', 'Çıtır tavuk, lahana salatası ve misket limonlu mayonez', 'دجاج مقرمش وسلطة ملفوف ومايونيز بالليمون الأخضر'), [['Normal', 11.5], ['Doppeltes Fleisch', 15]], { picture: 'burger-chicken', extras: burgerExtras, variants: [bun, burgerSide, without], allergens: 'A,C,G,J,K', additives: '' }),
  plain(1105, 11, 'Halloumi-Burger', t('Gegrillter Halloumi, Paprika und Minzjoghurt', 'Grilled halloumi, pepper and mint yoghurt', 'Izgara hellim, biber ve naneli yoğurt', 'حلوم مشوي وفلفل ولبن بالنعناع'), [['Normal', 10.9]], { picture: 'burger-halloumi', variants: [bun, burgerSide, without], allergens: 'A,G,K', additives: '' }),
  plain(1106, 11, 'Beyond Garden', t('Pflanzliches Patty, Avocado und Rucola, ganz vegan', 'Plant patty, avocado and rocket, fully vegan', 'Bitkisel köfte, avokado ve roka, tamamen vegan', 'قرص نباتي وأفوكادو وجرجير نباتي بالكامل'), [['Normal', 12.5]], { picture: 'burger-vegan', variants: [bun, burgerSide, without], allergens: 'A,F,J,K', additives: '' }),

  // Döner and grill
  plain(1201, 12, 'Döner im Fladenbrot', t('Hähnchen oder Kalb vom Spieß, Salat und Soße', 'Chicken or veal from the spit, salad and sauce', 'Tavuk veya dana döner, salata ve sos', 'دجاج أو لحم عجل من السيخ مع سلطة وصلصة'), [['Normal', 7.5], ['Groß', 9.5]], { picture: 'doner', extras: grillExtras, variants: [sauces, heat, without], allergens: 'A,G,K', additives: '' }),
  plain(1202, 12, 'Dürüm', t('Im dünnen Fladen gerollt', 'Rolled in thin flatbread', 'İnce lavaşta', 'ملفوف بخبز رقيق'), [['Normal', 8.5], ['Groß', 10.5]], { picture: 'durum', extras: grillExtras, variants: [sauces, heat, without], allergens: 'A,G', additives: '' }),
  plain(1203, 12, 'Iskender', t('Döner auf Brot, Tomatensoße, Butter und Joghurt', 'Döner on bread, tomato sauce, butter and yoghurt', 'Ekmek üstü döner, domates sosu, tereyağı ve yoğurt', 'شاورما على خبز مع صلصة طماطم وزبدة ولبن'), [['Teller', 14.5]], { picture: 'iskender', variants: [heat], allergens: 'A,G', additives: '' }),
  plain(1204, 12, 'Adana Kebap', t('Lammhack vom Holzkohlegrill, Grilltomate und Peperoni', 'Minced lamb from the charcoal grill, tomato and pepper', 'Mangal ateşinde kuzu kıyma, köz domates ve biber', 'كباب لحم غنم مفروم على الفحم مع طماطم وفلفل'), [['Teller', 15.9]], { picture: 'adana', variants: [group(33, 'Beilage', 'select', true, [['Bulgur', 0], ['Reis', 0], ['Pommes frites', 0.5]]), heat], allergens: 'A', additives: '' }),
  plain(1205, 12, 'Hähnchenspieße', t('In Joghurt mariniert, mit Sumach', 'Marinated in yoghurt, with sumac', 'Yoğurtla marine, sumaklı', 'متبل باللبن والسماق'), [['Teller', 13.9]], { picture: 'skewers', variants: [group(34, 'Beilage', 'select', true, [['Bulgur', 0], ['Reis', 0], ['Gurkensalat', 0]])], allergens: 'G', additives: '' }),
  plain(1206, 12, 'Lahmacun', t('Dünn und knusprig, mit Zitrone und Petersilie', 'Thin and crisp, with lemon and parsley', 'İnce ve çıtır, limon ve maydanozla', 'رقيق ومقرمش مع ليمون وبقدونس'), [['Normal', 5.5]], { picture: 'lahmacun', variants: [without] }),

  // Meze and sides
  plain(1301, 13, 'Hummus', t('Kichererbsen, Sesam und Olivenöl', 'Chickpeas, sesame and olive oil', 'Nohut, susam ve zeytinyağı', 'حمص وطحينة وزيت زيتون'), [['Klein', 4.9], ['Groß', 7.5]], { picture: 'hummus', allergens: 'K', additives: '' }),
  plain(1302, 13, 'Cacık', t('Joghurt, Gurke, Knoblauch und Minze', 'Yoghurt, cucumber, garlic and mint', 'Yoğurt, salatalık, sarımsak ve nane', 'لبن وخيار وثوم ونعناع'), [['Klein', 4.5], ['Groß', 6.9]], { picture: 'cacik', allergens: 'G', additives: '' }),
  plain(1303, 13, 'Falafel', t('Außen knusprig, innen grün', 'Crisp outside, green inside', 'Dışı çıtır, içi yeşil', 'مقرمش من الخارج وأخضر من الداخل'), [['6 Stück', 5.9], ['12 Stück', 10.5]], { picture: 'falafel', variants: [sauces], allergens: 'K', additives: '' }),
  plain(1304, 13, 'Pommes frites', null, [['Klein', 3.5], ['Groß', 4.9]], { picture: 'fries', variants: [{ ...dip, name: 'Dips' }], allergens: '', additives: '' }),
  plain(1305, 13, 'Halloumi-Sticks', t('Mit Granatapfelmelasse', 'With pomegranate molasses', 'Nar ekşili', 'مع دبس الرمان'), [['6 Stück', 6.9]], { picture: 'halloumi', allergens: 'G', additives: '' }),
  plain(1306, 13, 'Gefüllte Weinblätter', t('Mit Reis, Minze und Zitrone', 'With rice, mint and lemon', 'Pirinç, nane ve limonlu', 'مع أرز ونعناع وليمون'), [['8 Stück', 5.9]], { picture: 'dolma', allergens: '', additives: '' }),

  // Bowls
  plain(2101, 21, 'Lachs-Bowl', t('Roher Lachs, Edamame, Avocado, Gurke und Sesam', 'Raw salmon, edamame, avocado, cucumber and sesame', 'Çiğ somon, edamame, avokado, salatalık ve susam', 'سلمون نيء وإدامامي وأفوكادو وخيار وسمسم'), [['Normal', 13.9], ['Groß', 16.9]], { picture: 'bowl-salmon', extras: bowlExtras, variants: [base, toppings, without], allergens: 'D,F,K', additives: '' }),
  plain(2102, 21, 'Teriyaki-Huhn-Bowl', t('Gebratenes Huhn, Brokkoli, Möhre und Teriyaki', 'Fried chicken, broccoli, carrot and teriyaki', 'Kızarmış tavuk, brokoli, havuç ve teriyaki', 'دجاج مقلي وبروكلي وجزر وترياكي'), [['Normal', 12.9], ['Groß', 15.9]], { picture: 'bowl-chicken', extras: bowlExtras, variants: [base, toppings, without], allergens: 'A,F,K', additives: '' }),
  plain(2103, 21, 'Falafel-Bowl', t('Falafel, Hummus, Rotkohl und Kichererbsen', 'Falafel, hummus, red cabbage and chickpeas', 'Falafel, humus, kırmızı lahana ve nohut', 'فلافل وحمص وملفوف أحمر'), [['Normal', 11.9], ['Groß', 14.9]], { picture: 'bowl-falafel', extras: bowlExtras, variants: [base, toppings], allergens: 'K', additives: '' }),
  plain(2104, 21, 'Tofu-Erdnuss-Bowl', t('Knuspriger Tofu, Pak Choi, Sprossen und Erdnusssoße', 'Crisp tofu, pak choi, sprouts and peanut sauce', 'Çıtır tofu, pak choi, filiz ve yer fıstığı sosu', 'توفو مقرمش وملفوف صيني وبراعم وصلصة الفول السوداني'), [['Normal', 11.9], ['Groß', 14.9]], { picture: 'bowl-tofu', extras: bowlExtras, variants: [base, toppings, heat], allergens: 'E,F,K', additives: '' }),
  plain(2105, 21, 'Buddha-Bowl mit gerösteter Süßkartoffel, Grünkohl und Tahin-Dressing', t('Süßkartoffel, Grünkohl, Quinoa, Kichererbsen und Tahin', 'Sweet potato, kale, quinoa, chickpeas and tahini', 'Tatlı patates, kara lahana, kinoa, nohut ve tahin', 'بطاطا حلوة وكرنب وكينوا وحمص وطحينة'), [['Normal', 12.5], ['Groß', 15.5]], { picture: 'bowl-buddha', extras: bowlExtras, variants: [toppings], allergens: 'K', additives: '' }),
  plain(2106, 21, 'Rainbow-Bowl', null, [['Normal', 10.9], ['Groß', 13.9]], { extras: bowlExtras, variants: [base, toppings] }),

  // Sushi
  plain(2201, 22, 'Lachs-Nigiri', t('Auf warmem Reis', 'On warm rice', 'Ilık pirinç üzerinde', 'على أرز دافئ'), [['6 Stück', 12.5], ['12 Stück', 23.5]], { picture: 'nigiri', extras: sushiExtras, allergens: 'D,F', additives: '' }),
  plain(2202, 22, 'California Roll', t('Surimi, Avocado, Gurke und Sesam', 'Surimi, avocado, cucumber and sesame', 'Surimi, avokado, salatalık ve susam', 'سوريمي وأفوكادو وخيار وسمسم'), [['8 Stück', 9.9], ['12 Stück', 13.9]], { picture: 'california', extras: sushiExtras, allergens: 'B,C,D,F,K', additives: '1' }),
  plain(2203, 22, 'Maki Gurke', t('Mit Nori und Sesam', 'With nori and sesame', 'Nori ve susamlı', 'مع نوري وسمسم'), [['8 Stück', 5.5], ['12 Stück', 7.5]], { picture: 'maki', extras: sushiExtras, allergens: 'F,K', additives: '' }),
  plain(2204, 22, 'Dragon Roll', t('Tempura-Garnele, Avocado und Unagi-Soße', 'Tempura prawn, avocado and unagi sauce', 'Tempura karides, avokado ve unagi sosu', 'روبيان تمبورا وأفوكادو وصلصة أوناغي'), [['8 Stück', 14.9]], { picture: 'dragon', extras: extras(1, 0, [[71, 'Ingwer', 0.5], [72, 'Wasabi', 0.5]]), allergens: 'A,B,F,K', additives: '' }),
  plain(2205, 22, 'Miso-Suppe', t('Mit Tofu, Wakame und Frühlingszwiebel', 'With tofu, wakame and spring onion', 'Tofu, wakame ve taze soğanlı', 'مع توفو ووكامي وبصل أخضر'), [['Schale', 4.5]], { picture: 'miso', allergens: 'D,F', additives: '' }),

  // Curry and wok
  plain(2301, 23, 'Rotes Thai-Curry', t('Kokosmilch, Bambus, Thai-Basilikum und Aubergine', 'Coconut milk, bamboo, Thai basil and aubergine', 'Hindistan cevizi sütü, bambu, Tay fesleğeni ve patlıcan', 'حليب جوز الهند وخيزران وريحان تايلندي وباذنجان'), [['Portion', 12.9]], { picture: 'curry-red', extras: wokExtras, variants: [heat, without], allergens: 'D,F', additives: '' }),
  plain(2302, 23, 'Grünes Curry', t('Zucchini, Erbsen, Zitronengras und Limette', 'Courgette, peas, lemongrass and lime', 'Kabak, bezelye, limon otu ve misket limonu', 'كوسا وبازلاء وعشب الليمون وليمون أخضر'), [['Portion', 12.9]], { picture: 'curry-green', extras: wokExtras, variants: [heat, without], allergens: 'D,F', additives: '' }),
  plain(2303, 23, 'Pad Thai', t('Reisnudeln, Ei, Tamarinde, Sprossen und Erdnüsse', 'Rice noodles, egg, tamarind, sprouts and peanuts', 'Pirinç eriştesi, yumurta, demirhindi, filiz ve yer fıstığı', 'معكرونة أرز وبيض وتمر هندي وبراعم وفول سوداني'), [['Portion', 13.5]], { picture: 'padthai', extras: wokExtras, variants: [heat, without], allergens: 'C,D,E,F', additives: '' }),
  plain(2304, 23, 'Dal mit Spinat', t('Rote Linsen, Spinat, Kreuzkümmel und Reis', 'Red lentils, spinach, cumin and rice', 'Kırmızı mercimek, ıspanak, kimyon ve pilav', 'عدس أحمر وسبانخ وكمون وأرز'), [['Portion', 10.9]], { picture: 'dal', extras: wokExtras, variants: [heat, without], allergens: 'J', additives: '' }),
  plain(2305, 23, 'Gebratener Reis', t('Mit Ei, Erbsen und Frühlingszwiebel', 'With egg, peas and spring onion', 'Yumurta, bezelye ve taze soğanlı', 'مع بيض وبازلاء وبصل أخضر'), [['Portion', 9.9]], { picture: 'friedrice', extras: wokExtras, variants: [heat], allergens: 'C,F', additives: '' }),

  // Breakfast
  plain(2401, 24, 'Berliner Frühstück', t('Brötchen, Käse, Schinken, Marmelade und Ei', 'Rolls, cheese, ham, jam and egg', 'Küçük ekmekler, peynir, jambon, reçel ve yumurta', 'خبز صغير وجبن وجامون ومربى وبيض'), [['Portion', 11.9]], { picture: 'breakfast', variants: [eggs], allergens: 'A,C,G', additives: '2,3' }),
  plain(2402, 24, 'Shakshuka', t('Eier in Tomate und Paprika, mit Fladenbrot', 'Eggs in tomato and pepper, with flatbread', 'Domates ve biberli yumurta, pide ile', 'بيض بالطماطم والفلفل مع خبز'), [['Portion', 10.5]], { picture: 'shakshuka', variants: [heat], allergens: 'A,C', additives: '' }),
  plain(2403, 24, 'Avocado-Brot', t('Sauerteig, Avocado, Radieschen und Kresse', 'Sourdough, avocado, radish and cress', 'Ekşi maya, avokado, turp ve tere', 'خبز مخمر وأفوكادو وفجل ورشاد'), [['Portion', 9.5]], { picture: 'avocado', extras: extras(1, 0, [[34, 'Ei', 1.5], [32, 'Schafskäse', 1.8]]), allergens: 'A', additives: '' }),
  plain(2404, 24, 'Granola mit Joghurt und Beeren', t('Hausgeröstet, mit Honig', 'Roasted here, with honey', 'Burada kavrulmuş, ballı', 'محمص هنا مع العسل'), [['Schale', 7.9]], { picture: 'granola', allergens: 'A,G,H', additives: '' }),

  // Tea and coffee
  plain(2501, 25, 'Cappuccino', null, [['Klein', 3.4], ['Groß', 4.2]], { picture: 'cappuccino', variants: [milk, syrup], allergens: 'G', additives: '12' }),
  plain(2502, 25, 'Espresso', null, [['Tasse', 2.4]], { picture: 'espresso', allergens: '', additives: '12' }),
  plain(2503, 25, 'Flat White', null, [['Tasse', 3.9]], { picture: 'cappuccino', variants: [milk, syrup], allergens: 'G', additives: '12' }),
  plain(2504, 25, 'Frischer Minztee', t('Mit einem Löffel Honig', 'With a spoon of honey', 'Bir kaşık balla', 'مع ملعقة عسل'), [['Glas', 3.9]], { picture: 'tea', allergens: '', additives: '' }),
]

/** The side dishes and sauces that combos offer as well. */
export const SHARED_VARIANTS = { dough, pastaShape, dressing, burgerSide, heat, sauces, base }
