/** The categories of the group and its combos. */
import type { CategoryData, ComboData } from './dish.ts'
import { SHARED_VARIANTS } from './dishes.ts'

/** Every category; a branch takes those it cooks. */
export const CATEGORIES: readonly CategoryData[] = [
  { id: 1, name: ['Pizza', 'Pizza', 'Pizza', 'بيتزا'], description: ['Aus dem Steinofen, der Teig ruht zwei Tage', 'From the stone oven, the dough rests for two days', 'Taş fırından, hamuru iki gün dinlenir', 'من الفرن الحجري والعجين يرتاح يومين'], picture: 'pizza-margherita', gallery: ['pizza-margherita', 'pizza-salami', 'pizza-funghi', 'pizza-rucola', 'pizza-formaggi', 'pizza-verdure', 'pizza-tonno', 'pizza-marinara'] },
  { id: 2, name: ['Pasta', 'Pasta', 'Makarna', 'معكرونة'], description: ['Jeden Morgen frisch gezogen', 'Freshly made every morning', 'Her sabah taze', 'طازجة كل صباح'], picture: 'pasta-pomodoro' },
  { id: 3, name: ['Vorspeisen und Suppen', 'Starters and soups', 'Başlangıçlar ve çorbalar', 'المقبلات والحساء'], description: ['Zum Anfangen und zum Teilen', 'To begin with and to share', 'Başlamak ve paylaşmak için', 'للبداية والمشاركة'], picture: 'bruschetta' },
  { id: 4, name: ['Salate', 'Salads', 'Salatalar', 'سلطات'], description: ['Knackig, mit Dressing Ihrer Wahl', 'Crisp, with a dressing of your choice', 'Çıtır, seçtiğiniz sosla', 'مقرمشة مع صلصة من اختيارك'], picture: 'salad-mixed' },
  { id: 5, name: ['Berliner Küche', 'Berlin kitchen', 'Berlin mutfağı', 'مطبخ برلين'], description: ['Was die Großmutter gekocht hat', 'What grandmother used to cook', 'Büyükannenin yemekleri', 'ما كانت الجدة تطبخه'], picture: 'schnitzel' },
  { id: 11, name: ['Burger', 'Burgers', 'Burgerler', 'برغر'], description: ['Vom Feuer, im Brioche', 'From the fire, in a brioche', 'Ateşten, brioş içinde', 'من النار في خبز البريوش'], picture: 'burger-classic', gallery: ['burger-classic', 'burger-cheese', 'burger-bacon', 'burger-chicken', 'burger-halloumi', 'burger-vegan', 'fries', 'cola'] },
  { id: 12, name: ['Döner und Grill', 'Döner and grill', 'Döner ve ızgara', 'شاورما ومشاوي'], description: ['Vom Spieß und von der Holzkohle', 'From the spit and the charcoal', 'Şişten ve mangaldan', 'من السيخ والفحم'], picture: 'doner' },
  { id: 13, name: ['Meze und Beilagen', 'Meze and sides', 'Mezeler ve garnitürler', 'مازة وأطباق جانبية'], description: ['Kleine Teller für die Mitte des Tisches', 'Small plates for the middle of the table', 'Masanın ortasına küçük tabaklar', 'أطباق صغيرة لوسط الطاولة'], picture: 'hummus' },
  { id: 21, name: ['Bowls', 'Bowls', 'Kâseler', 'أوعية'], description: ['Bunt, warm oder kalt, immer frisch', 'Colourful, warm or cold, always fresh', 'Renkli, sıcak ya da soğuk, hep taze', 'ملونة دافئة أو باردة وطازجة دائما'], picture: 'bowl-salmon', gallery: ['bowl-salmon', 'bowl-chicken', 'bowl-falafel', 'bowl-tofu', 'bowl-buddha', 'avocado', 'miso', 'tea'] },
  { id: 22, name: ['Sushi', 'Sushi', 'Suşi', 'سوشي'], description: ['Gerollt, wenn Sie bestellen', 'Rolled when you order', 'Siparişte sarılır', 'يلف عند الطلب'], picture: 'california' },
  { id: 23, name: ['Curry und Wok', 'Curry and wok', 'Köri ve wok', 'كاري ووك'], description: ['Mild bis Berlin-scharf', 'From mild to Berlin hot', 'Acısızdan Berlin acısına', 'من المعتدل إلى الحار'], picture: 'curry-red' },
  { id: 24, name: ['Frühstück', 'Breakfast', 'Kahvaltı', 'فطور'], description: ['Den ganzen Tag', 'All day long', 'Bütün gün', 'طوال اليوم'], picture: 'shakshuka' },
  { id: 6, name: ['Desserts', 'Desserts', 'Tatlılar', 'حلويات'], description: ['Ein Löffel geht immer', 'There is always room for a spoonful', 'Bir kaşık her zaman gider', 'ملعقة واحدة دائما ممكنة'], picture: 'tiramisu' },
  { id: 25, name: ['Tee und Kaffee', 'Tea and coffee', 'Çay ve kahve', 'شاي وقهوة'], description: ['Geröstet in Neukölln', 'Roasted in Neukölln', 'Neukölln’de kavrulmuş', 'محمص في نويكولن'], picture: 'cappuccino' },
  { id: 7, name: ['Alkoholfrei', 'Soft drinks', 'Alkolsüz içecekler', 'مشروبات غازية وعصائر'], description: ['Kalt und klar; Flaschen sind MEHRWEG, zzgl. 0,15 € Pfand', 'Cold and clear; bottles are reusable, plus €0.15 deposit', 'Soğuk ve berrak; şişeler depozitolu, ayrıca 0,15 €', 'باردة ومنعشة؛ الزجاجات قابلة للإرجاع وتضاف وديعة 0.15 €'], picture: 'lemonade' },
  { id: 8, name: ['Bier und Wein', 'Beer and wine', 'Bira ve şarap', 'بيرة ونبيذ'], description: ['Ab 16 und ab 18 Jahren; Flaschen sind MEHRWEG, zzgl. 0,15 € Pfand', 'From 16 and from 18 years; bottles are reusable, plus €0.15 deposit', '16 ve 18 yaşından itibaren; şişeler depozitolu, ayrıca 0,15 €', 'من سن 16 و18؛ الزجاجات قابلة للإرجاع وتضاف وديعة 0.15 €'], picture: 'beer' },
]

/** The combos. Every discounted price is a whole number of cents. */
export const COMBOS: readonly ComboData[] = [
  {
    id: 1, name: ['Pizza-Abend für zwei', 'Pizza night for two', 'İki kişilik pizza akşamı', 'ليلة بيتزا لشخصين'],
    description: ['Zwei Pizzen, ein Salat und eine Flasche zum Teilen, dazu ein Tiramisù. Niedrigster Preis der letzten 30 Tage: 40,00 €', 'Two pizzas, a salad, a bottle to share and a tiramisù. Lowest price of the last 30 days: €40.00', 'İki pizza, bir salata, paylaşmak için bir şişe ve bir tiramisu. Son 30 günün en düşük fiyatı: 40,00 €', 'بيتزتان وسلطة وزجاجة للمشاركة وتيراميسو. أدنى سعر في آخر 30 يوما: 40.00 €'],
    picture: 'combo-pizza', price: 40, discount: 15,
    slots: [
      { id: 101, size: '32 cm', category: 1, sizeIndex: 1, dishes: [101, 102, 103, 105, 106, 109], extras: [[1, 'Oliven', 1.5], [6, 'Extra Käse', 2]], variants: [SHARED_VARIANTS.dough] },
      { id: 102, size: '32 cm', category: 1, sizeIndex: 1, dishes: [101, 102, 103, 104, 105, 106, 107], extras: [[1, 'Oliven', 1.5], [6, 'Extra Käse', 2]], variants: [SHARED_VARIANTS.dough] },
      { id: 103, size: 'Klein', category: 4, sizeIndex: 0, dishes: [401, 402, 404], variants: [SHARED_VARIANTS.dressing] },
      { id: 104, size: '0,75 l', category: 7, sizeIndex: 1, dishes: [701] },
      { id: 105, size: 'Portion', category: 6, sizeIndex: 0, dishes: [601] },
    ],
  },
  {
    id: 2, name: ['Mittagsmenü', 'Lunch menu', 'Öğle menüsü', 'قائمة الغداء'],
    description: ['Suppe oder Salat, danach eine Pasta. Niedrigster Preis der letzten 30 Tage: 15,00 €', 'Soup or salad, then a pasta. Lowest price of the last 30 days: €15.00', 'Çorba veya salata, ardından makarna. Son 30 günün en düşük fiyatı: 15,00 €', 'حساء أو سلطة ثم معكرونة. أدنى سعر في آخر 30 يوما: 15.00 €'],
    picture: 'combo-lunch', price: 15, discount: 10,
    slots: [
      { id: 201, size: 'Tasse', category: 3, sizeIndex: 0, dishes: [302, 303] },
      { id: 202, size: 'Teller', category: 2, sizeIndex: 0, dishes: [201, 202, 203, 204], extras: [[21, 'Parmesan', 1.2], [22, 'Hähnchenstreifen', 3.2]], variants: [SHARED_VARIANTS.pastaShape] },
    ],
  },
  {
    id: 3, name: ['Burger-Menü', 'Burger meal', 'Burger menüsü', 'وجبة برغر'],
    description: ['Burger, Pommes und ein kaltes Getränk', 'Burger, fries and a cold drink', 'Burger, patates ve soğuk içecek', 'برغر وبطاطس ومشروب بارد'],
    picture: 'combo-burger', price: 18.5, discount: 20,
    slots: [
      { id: 301, size: 'Normal', category: 11, sizeIndex: 0, dishes: [1101, 1102, 1103, 1104, 1105, 1106], extras: [[41, 'Cheddar', 1.2], [42, 'Speck', 1.8], [43, 'Jalapeños', 1]], variants: [{ id: 35, name: 'Brot', type: 'select', required: true, options: [{ id: 3501, name: 'Brioche', price: 0 }, { id: 3502, name: 'Sesambrötchen', price: 0 }] }] },
      { id: 302, size: 'Klein', category: 13, sizeIndex: 0, dishes: [1304], variants: [{ id: 36, name: 'Dips', type: 'checkbox', required: false, options: [{ id: 3601, name: 'Ketchup', price: 0 }, { id: 3602, name: 'Mayonnaise', price: 0 }, { id: 3603, name: 'Trüffelmayo', price: 1.2 }] }] },
      { id: 303, size: '0,4 l', category: 7, sizeIndex: 1, dishes: [703, 704] },
    ],
  },
  {
    id: 4, name: ['Große Meze-Platte', 'Big meze platter', 'Büyük meze tabağı', 'طبق مازة كبير'],
    description: ['Drei Meze nach Wahl und ein Ayran', 'Three meze of your choice and an ayran', 'Seçtiğiniz üç meze ve bir ayran', 'ثلاث مازات من اختيارك وعيران'],
    picture: 'combo-meze', price: 16, discount: 0,
    slots: [
      { id: 401, size: 'Klein', category: 13, sizeIndex: 0, dishes: [1301, 1302] },
      { id: 402, size: '6 Stück', category: 13, sizeIndex: 0, dishes: [1303, 1305] },
      { id: 403, size: '8 Stück', category: 13, sizeIndex: 0, dishes: [1306] },
      { id: 404, size: '0,25 l', category: 7, sizeIndex: 0, dishes: [705], extras: [[54, 'Fladenbrot', 1]] },
    ],
  },
  {
    id: 5, name: ['Bowl und Tee', 'Bowl and tea', 'Kâse ve çay', 'وعاء وشاي'],
    description: ['Eine Bowl, eine Miso-Suppe und ein Tee', 'A bowl, a miso soup and a tea', 'Bir kâse, bir miso çorbası ve bir çay', 'وعاء وحساء ميسو وشاي'],
    picture: 'combo-bowl', price: 20, discount: 12,
    slots: [
      { id: 501, size: 'Normal', category: 21, sizeIndex: 0, dishes: [2101, 2102, 2103, 2104], extras: [[61, 'Avocado', 1.8], [64, 'Cashews', 1.2]], variants: [SHARED_VARIANTS.base, SHARED_VARIANTS.heat] },
      { id: 502, size: 'Schale', category: 22, sizeIndex: 0, dishes: [2205] },
      { id: 503, size: 'Glas', category: 25, sizeIndex: 0, dishes: [2504] },
    ],
  },
]
