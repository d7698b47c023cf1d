/** The words that sizes, extras, variants and options are made of; what is not listed is the same in every language. */
import { LANGUAGES, type Lang } from './texts.ts'

const list = `
Klein|Small|Küçük|صغير
Groß|Large|Büyük|كبير
Familie|Family|Aile boyu|عائلي
Normal|Regular|Normal|عادي
Portion|Portion|Porsiyon|حصة
Teller|Plate|Tabak|طبق
Tasse|Cup|Fincan|كوب
Schale|Bowl|Kâse|وعاء
Glas|Glass|Bardak|كأس
Flasche|Bottle|Şişe|زجاجة
6 Stück|6 pieces|6 adet|6 قطع
8 Stück|8 pieces|8 adet|8 قطع
12 Stück|12 pieces|12 adet|12 قطعة
Oliven|Olives|Zeytin|زيتون
Champignons|Mushrooms|Mantar|فطر
Zwiebeln|Onions|Soğan|بصل
Röstzwiebeln|Fried onions|Kızarmış soğan|بصل مقلي
Peperoni|Hot peppers|Acı biber|فلفل حار
Jalapeños|Jalapeños|Jalapeno|هالابينو
Rucola|Rocket|Roka|جرجير
Extra Käse|Extra cheese|Ekstra peynir|جبن إضافي
Salami|Salami|Salam|سلامي
Parmaschinken|Parma ham|Parma jambonu|جامون بارما
Knoblauch|Garlic|Sarımsak|ثوم
Sardellen|Anchovies|Ançüez|أنشوجة
Parmesan|Parmesan|Parmesan|بارميزان
Hähnchenstreifen|Chicken strips|Tavuk şeritleri|شرائح دجاج
Garnelen|Prawns|Karides|روبيان
Gebratener Tofu|Fried tofu|Kızarmış tofu|توفو مقلي
Avocado|Avocado|Avokado|أفوكادو
Ei|Egg|Yumurta|بيضة
Speck|Bacon|Pastırma|لحم مقدد
Cheddar|Cheddar|Çedar|شيدر
Doppeltes Fleisch|Double patty|Çift köfte|قطعة لحم مضاعفة
Halloumi|Halloumi|Hellim|حلوم
Schafskäse|Feta|Beyaz peynir|جبن أبيض
Fladenbrot|Flatbread|Pide|خبز مسطح
Edamame|Edamame|Edamame|إدامامي
Ingwer|Ginger|Zencefil|زنجبيل
Wasabi|Wasabi|Vasabi|واسابي
Erdnüsse|Peanuts|Yer fıstığı|فول سوداني
Cashews|Cashews|Kaju|كاجو
Sahne|Whipped cream|Krema|كريمة
Vanilleeis|Vanilla ice cream|Vanilyalı dondurma|آيس كريم فانيليا
Schokosoße|Chocolate sauce|Çikolata sosu|صلصة شوكولاتة
Zitrone|Lemon|Limon|ليمون
Eiswürfel|Ice cubes|Buz|مكعبات ثلج
Teig|Dough|Hamur|العجين
Klassisch dünn|Classic thin|Klasik ince|رقيق كلاسيكي
Dinkel-Vollkorn|Wholegrain spelt|Tam buğday kavuzlu|حبوب كاملة
Glutenfrei|Gluten-free|Glutensiz|خال من الغلوتين
Käserand|Cheese crust|Peynirli kenar|أطراف محشوة بالجبن
Käse im Rand|Cheese in the crust|Kenar peyniri|جبن الأطراف
Mozzarella|Mozzarella|Mozzarella|موزاريلا
Gorgonzola|Gorgonzola|Gorgonzola|غورغونزولا
Schnitt|Cut|Dilimleme|التقطيع
Ungeschnitten|Uncut|Dilimlenmemiş|غير مقطع
In 8 Stücke|In 8 slices|8 dilim|8 شرائح
Nudeln|Pasta shape|Makarna|نوع المعكرونة
Spaghetti|Spaghetti|Spagetti|سباغيتي
Rigatoni|Rigatoni|Rigatoni|ريغاتوني
Tagliatelle|Tagliatelle|Tagliatelle|تالياتيلي
Dressing|Dressing|Sos|الصلصة
Balsamico|Balsamic|Balzamik|بلسمك
Joghurt-Minze|Yoghurt and mint|Yoğurt ve nane|لبن ونعناع
Zitrone-Olivenöl|Lemon and olive oil|Limon ve zeytinyağı|ليمون وزيت زيتون
Ohne Dressing|No dressing|Sossuz|بدون صلصة
Beilage|Side|Garnitür|طبق جانبي
Bratkartoffeln|Fried potatoes|Kızarmış patates|بطاطس محمرة
Salzkartoffeln|Boiled potatoes|Haşlanmış patates|بطاطس مسلوقة
Kartoffelpüree|Mashed potatoes|Patates püresi|بطاطس مهروسة
Gurkensalat|Cucumber salad|Salatalık salatası|سلطة خيار
Pommes frites|French fries|Patates kızartması|بطاطس مقلية
Süßkartoffelpommes|Sweet potato fries|Tatlı patates kızartması|بطاطا حلوة مقلية
Krautsalat|Coleslaw|Lahana salatası|سلطة ملفوف
Reis|Rice|Pilav|أرز
Bulgur|Bulgur|Bulgur|برغل
Dip zu den Pommes|Dip for the fries|Patates için sos|غموس للبطاطس
Dips|Dips|Soslar|غموس
Ketchup|Ketchup|Ketçap|كاتشب
Mayonnaise|Mayonnaise|Mayonez|مايونيز
Trüffelmayo|Truffle mayo|Trüflü mayonez|مايونيز بالكمأة
Garstufe|Doneness|Pişme derecesi|درجة النضج
Rosa|Pink|Az pişmiş|وردي
Medium|Medium|Orta pişmiş|متوسط
Durch|Well done|İyi pişmiş|ناضج تماما
Brot|Bread|Ekmek|الخبز
Brioche|Brioche|Brioş|بريوش
Sesambrötchen|Sesame bun|Susamlı ekmek|خبز بالسمسم
Ohne Brötchen, im Salatblatt|No bun, in lettuce|Ekmeksiz, marul içinde|بدون خبز، في ورق الخس
Soßen|Sauces|Soslar|الصلصات
Kräuter|Herb|Otlu|أعشاب
Scharf|Hot|Acı|حار
Mild|Mild|Acısız|معتدل
Schärfe|Heat|Acılık|الحدة
Berlin-scharf|Berlin hot|Berlin acısı|حار على طريقة برلين
Ohne|Leave out|Çıkarılsın|بدون
Ohne Zwiebeln|No onions|Soğansız|بدون بصل
Ohne Tomate|No tomato|Domatessiz|بدون طماطم
Ohne Koriander|No coriander|Kişnişsiz|بدون كزبرة
Ohne Gurke|No cucumber|Salatalıksız|بدون خيار
Basis|Base|Taban|القاعدة
Sushireis|Sushi rice|Suşi pirinci|أرز السوشي
Quinoa|Quinoa|Kinoa|كينوا
Blattsalat|Leaf salad|Yeşil salata|سلطة خضراء
Toppings|Toppings|Üst malzemeler|إضافات
Sesam|Sesame|Susam|سمسم
Nori|Nori|Nori|نوري
Mango|Mango|Mango|مانجو
Milch|Milk|Süt|الحليب
Kuhmilch|Cow's milk|İnek sütü|حليب بقري
Hafermilch|Oat milk|Yulaf sütü|حليب الشوفان
Hafer-Barista geschäumt|Frothed barista oat|Köpüklü yulaf|شوفان باريستا مرغى
Hafer-Sorte|Kind of oat milk|Yulaf türü|نوع الشوفان
Hafer ohne Zucker|Unsweetened oat|Şekersiz yulaf|شوفان بدون سكر
Sirup|Syrup|Şurup|شراب
Vanille|Vanilla|Vanilya|فانيليا
Karamell|Caramel|Karamel|كراميل
Haselnuss|Hazelnut|Fındık|بندق
Kugeln|Scoops|Toplar|كرات
Schokolade|Chocolate|Çikolata|شوكولاتة
Erdbeere|Strawberry|Çilek|فراولة
Pistazie|Pistachio|Antep fıstığı|فستق
Kohlensäure|Fizz|Gaz|الفوران
Still|Still|Gazsız|بدون غاز
Spritzig|Sparkling|Gazlı|فوار
Eier|Eggs|Yumurta|البيض
Rührei|Scrambled|Çırpılmış|مخفوق
Spiegelei|Fried|Sahanda|مقلي
Weich gekocht|Soft-boiled|Rafadan|مسلوق نصف سلق
`

const words = new Map(
  list
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
    .map((parts) => [parts[0] ?? '', parts] as const),
)

/** A word in one language; unknown words stay as they are. */
export const word = (german: string, lang: Lang): string => words.get(german)?.[LANGUAGES.indexOf(lang)] ?? german

/** Every German word that has translations, for the test that looks for unused ones. */
export const knownWords = (): string[] => [...words.keys()]
