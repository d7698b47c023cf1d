/** Allergens (the letters of German menus) and additives (the numbers), with their descriptions. */
import type { Texts } from './texts.ts'

/** The allergens by code. */
export const ALLERGENS: Readonly<Record<string, Texts>> = {
  A: ['Glutenhaltiges Getreide', 'Cereals containing gluten', 'Glüten içeren tahıllar', 'حبوب تحتوي على الغلوتين'],
  B: ['Krebstiere', 'Crustaceans', 'Kabuklular', 'قشريات'],
  C: ['Eier', 'Eggs', 'Yumurta', 'بيض'],
  D: ['Fisch', 'Fish', 'Balık', 'أسماك'],
  E: ['Erdnüsse', 'Peanuts', 'Yer fıstığı', 'فول سوداني'],
  F: ['Soja', 'Soy', 'Soya', 'صويا'],
  G: ['Milch und Laktose', 'Milk and lactose', 'Süt ve laktoz', 'حليب ولاكتوز'],
  H: ['Schalenfrüchte', 'Tree nuts', 'Sert kabuklu yemişler', 'مكسرات'],
  I: ['Sellerie', 'Celery', 'Kereviz', 'كرفس'],
  J: ['Senf', 'Mustard', 'Hardal', 'خردل'],
  K: ['Sesam', 'Sesame', 'Susam', 'سمسم'],
  L: ['Schwefeldioxid und Sulfite', 'Sulphur dioxide and sulphites', 'Kükürt dioksit ve sülfitler', 'ثاني أكسيد الكبريت والكبريتيت'],
  M: ['Lupinen', 'Lupin', 'Acı bakla', 'ترمس'],
  N: ['Weichtiere', 'Molluscs', 'Yumuşakçalar', 'رخويات'],
}

/** The additives by number. */
export const ADDITIVES: Readonly<Record<string, Texts>> = {
  1: ['mit Farbstoff', 'with colouring', 'renklendirici içerir', 'يحتوي على ملونات'],
  2: ['mit Konservierungsstoff', 'with preservative', 'koruyucu içerir', 'يحتوي على مواد حافظة'],
  3: ['mit Antioxidationsmittel', 'with antioxidant', 'antioksidan içerir', 'يحتوي على مضادات أكسدة'],
  4: ['mit Geschmacksverstärker', 'with flavour enhancer', 'aroma artırıcı içerir', 'يحتوي على معزز نكهة'],
  6: ['geschwärzt', 'blackened', 'karartılmış', 'مسود'],
  8: ['mit Phosphat', 'with phosphate', 'fosfat içerir', 'يحتوي على فوسفات'],
  9: ['mit Süßungsmittel', 'with sweetener', 'tatlandırıcı içerir', 'يحتوي على محليات'],
  12: ['koffeinhaltig', 'contains caffeine', 'kafein içerir', 'يحتوي على الكافيين'],
}
