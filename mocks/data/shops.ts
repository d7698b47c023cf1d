/** The branches: menu, opening hours, delivery areas, look. The main host serves the first branch's shop. */
import type { HoursRange } from '../../contracts/types.ts'
import { everyDay, type Week } from './week.ts'
import type { Texts } from './texts.ts'

/** The hosts of the group: the main host and the three branches. */
export const HOSTS = ['main', 'mitte', 'kreuzberg', 'prenzlauerberg'] as const

export type HostName = (typeof HOSTS)[number]

export type BranchName = Exclude<HostName, 'main'>

/** A delivery area: a circle around a point, radius in metres, and its terms in currency units. */
export interface AreaData {
  id: number
  name: string
  zipcode: string
  lat: number
  lng: number
  radius: number
  minimumOrder: number
  deliveryPrice: number
  freeDeliveryThreshold: number
}

/** A way to pay. `online` leads to the payment page. */
interface ProviderData {
  id: string
  name: Texts
  displayOption: string | null
  online: boolean
}

/** A table that can be ordered from. */
interface TableData {
  code: string
  id: number
  name: Texts
}

/** Taxes with their percentages. */
export type Taxes = readonly (readonly [name: Texts, value: number])[]

/** A branch as data. Settings may hold one text for every language. */
export interface BranchData {
  name: string
  week: Week
  /** Ordinary hours for a branch that is always open for trying out; used by the scenario `honest-hours`. */
  honestWeek: Week
  categories: readonly number[]
  /** Dishes of its categories that it does not cook. */
  without: readonly number[]
  combos: readonly number[]
  /** Percent added to every dish's price, in whole cents. */
  surcharge: number
  areas: readonly AreaData[]
  providers: readonly ProviderData[]
  /** Added to its prices; none where these are gross. */
  taxes: Taxes
  tables: readonly TableData[]
  settings: Readonly<Record<string, string | Texts>>
  /** Pictures of settings, by key: a media name, or lists of them. */
  pictures: Readonly<Record<string, { poster?: string; icon?: string; splash?: string; background?: string; gallery?: readonly string[]; slider?: readonly string[] }>>
  /** Category ids whose gallery is shown. */
  galleries: readonly number[]
}

const from = (start: string, end: string): HoursRange => ({ start, end })

const cash: ProviderData = { id: 'cash', name: ['Bar bei Übergabe', 'Cash on handover', 'Teslimatta nakit', 'نقدا عند التسليم'], displayOption: 'direct', online: false }
const terminal: ProviderData = { id: 'terminal', name: ['Karte an der Tür', 'Card at the door', 'Kapıda kart', 'بطاقة عند الباب'], displayOption: 'direct', online: false }
const card: ProviderData = { id: 'card', name: ['Kreditkarte', 'Credit card', 'Kredi kartı', 'بطاقة ائتمان'], displayOption: 'card', online: true }
const wallet: ProviderData = { id: 'wallet', name: ['Löffel Pay', 'Löffel Pay', 'Löffel Pay', 'لوفل باي'], displayOption: 'wallet', online: true }

const table = (id: number, code: string): TableData => ({ id, code, name: [`Tisch ${id}`, `Table ${id}`, `Masa ${id}`, `طاولة ${id}`] })

/** Settings that all branches share. */
const common: Readonly<Record<string, string>> = {
  CONTACT_EMAIL: 'hallo@goldener-loeffel.example',
  TERMS_AND_CONDITIONS: '2',
  PRIVACY_POLICY: '3',
  RESERVATION_ENABLED: '1',
  LOYALTY_SYSTEM: '1',
  ALLOW_REGISTRATION: '1',
  ALLOW_SOCIAL_LOGIN: '1',
  ALLOW_GUEST_CHECKOUT: '1',
  HAS_BRANCH: '1',
  CART_REMINDER: '1',
  COUNTRY: 'de',
  USES_NEW_ADDRESS_SYSTEM: '1',
  ALLOW_DELIVERY: '1',
  ALLOW_TAKEAWAY: '1',
  ALLOW_CURBSIDE: '',
  ALLOW_TIP: '1',
  TIP_PERCENTS: '5,10,15',
  ALLOW_ISSUE_INVOICE: '1',
  DISPLAY_BRAND_LOGO: '',
  HIDE_CATEGORY_IMAGES: '',
  CUSTOM_HEADER_CODE: '',
  BACKGROUND_IMAGE: '',
  FOOTER_LOGO: '',
  SPLASH_LOGO: '',
  LOGO: '',
  FAVICON: '',
  BREADCRUMB_BACKGROUND: '',
  LOGIN_IMAGES: '',
  REGISTER_IMAGES: '',
  FORGOT_IMAGES: '',
  TRIPADVISOR: '',
  PINTEREST: '',
  LINKEDIN: '',
  HUAWEI: '',
  IOS: '',
  ANDROID: '',
}

const VAT = [['MwSt.', 'VAT', 'KDV', 'ضريبة القيمة المضافة'], 7] as const
/** What the scenarios with net prices add where a branch has none of its own. */
export const NET_TAXES: Taxes = [VAT]

/** The three branches. */
export const BRANCHES: Readonly<Record<BranchName, BranchData>> = {
  mitte: {
    name: 'Zum Goldenen Löffel · Mitte',
    week: everyDay(from('00:00', '24:00')),
    honestWeek: [
      [from('11:00', '22:30')],
      [from('11:00', '22:30')],
      [from('11:00', '22:30')],
      [from('11:00', '22:30')],
      [from('11:00', '23:30')],
      [from('12:00', '23:30')],
      [from('12:00', '22:00')],
    ],
    categories: [1, 2, 3, 4, 5, 6, 7, 8],
    without: [605, 705],
    combos: [1, 2],
    surcharge: 0,
    areas: [
      { id: 1, name: 'Mitte', zipcode: '10178', lat: 52.5232, lng: 13.4037, radius: 1500, minimumOrder: 12, deliveryPrice: 2.5, freeDeliveryThreshold: 30 },
      { id: 2, name: 'Wedding', zipcode: '13347', lat: 52.5487, lng: 13.3606, radius: 1900, minimumOrder: 20, deliveryPrice: 3.9, freeDeliveryThreshold: 45 },
      { id: 3, name: 'Tiergarten', zipcode: '10557', lat: 52.5212, lng: 13.3586, radius: 1600, minimumOrder: 15, deliveryPrice: 3, freeDeliveryThreshold: 0 },
    ],
    providers: [cash, terminal, card, wallet],
    taxes: [],
    tables: [table(7, 'T7-KLEE'), table(12, 'T12-FARN'), table(1, 'T1-MOHN')],
    settings: {
      ...common,
      SITE_TITLE: 'Zum Goldenen Löffel',
      PRIMARY_COLOR: '#b4541f',
      DEFAULT_FONT: 'Inter',
      FONT_SETTINGS: '{"heading":"Fraunces","text":"Inter"}',
      LOADER_ANIMATION: 'pizza',
      PHONE: '+493023125042',
      ADDRESS: 'Rosenthaler Straße 40, 10178 Berlin',
      MAP_URL: 'https://www.openstreetmap.org/?mlat=52.5247&mlon=13.4024#map=17/52.5247/13.4024',
      RESTAURANT_COORDINATES: '52.5247,13.4024',
      FACEBOOK: 'https://www.facebook.com/goldener.loeffel.example',
      INSTAGRAM: 'https://www.instagram.com/goldener.loeffel.example',
      WHATSAPP: '+493023125042',
      TRIPADVISOR: 'https://www.tripadvisor.de/goldener-loeffel-example',
      IOS: 'https://apps.apple.com/de/app/example/id1',
      ANDROID: 'https://play.google.com/store/apps/details?id=example.loeffel',
    },
    pictures: {
      LOGO: { poster: 'logo-mitte.svg' },
      FOOTER_LOGO: { poster: 'logo-mitte.svg' },
      SPLASH_LOGO: { splash: 'mark-mitte.svg' },
      FAVICON: { icon: 'mark-mitte.svg' },
      BACKGROUND_IMAGE: { background: 'background-mitte.svg' },
      BREADCRUMB_BACKGROUND: { background: 'bread-mitte.avif' },
      LOGIN_IMAGES: { gallery: ['pizza-margherita', 'tiramisu', 'pasta-pomodoro'] },
      REGISTER_IMAGES: { gallery: ['schnitzel', 'salad-mixed', 'wine-red'] },
      FORGOT_IMAGES: { gallery: ['espresso'] },
    },
    galleries: [1],
  },
  kreuzberg: {
    name: 'Glut & Löffel · Kreuzberg',
    week: [
      [from('17:00', '01:00')],
      [from('17:00', '01:00')],
      [from('17:00', '01:00')],
      [from('17:00', '02:00')],
      [from('17:00', '04:00')],
      [from('12:00', '04:00')],
      [from('12:00', '00:00')],
    ],
    honestWeek: [
      [from('17:00', '01:00')],
      [from('17:00', '01:00')],
      [from('17:00', '01:00')],
      [from('17:00', '02:00')],
      [from('17:00', '04:00')],
      [from('12:00', '04:00')],
      [from('12:00', '00:00')],
    ],
    categories: [11, 12, 13, 1, 6, 7, 8],
    without: [103, 104, 105, 107, 109, 601, 602, 603, 803, 804],
    combos: [3, 4],
    surcharge: 0,
    areas: [
      { id: 11, name: 'Kreuzberg', zipcode: '10999', lat: 52.4985, lng: 13.4184, radius: 1500, minimumOrder: 10, deliveryPrice: 1.9, freeDeliveryThreshold: 25 },
      { id: 12, name: 'Neukölln', zipcode: '12047', lat: 52.4853, lng: 13.4299, radius: 1500, minimumOrder: 15, deliveryPrice: 2.9, freeDeliveryThreshold: 35 },
      { id: 13, name: 'Mitte', zipcode: '10179', lat: 52.5135, lng: 13.4148, radius: 1100, minimumOrder: 25, deliveryPrice: 4.5, freeDeliveryThreshold: 0 },
    ],
    providers: [cash, card, wallet],
    taxes: [
      VAT,
      [['Nachtzuschlag', 'Late surcharge', 'Gece farkı', 'رسوم ليلية'], 1.5],
    ],
    tables: [table(2, 'T2-ROST'), table(9, 'T9-KOHLE')],
    settings: {
      ...common,
      SITE_TITLE: 'Glut & Löffel',
      PRIMARY_COLOR: '#ffb000',
      DEFAULT_FONT: 'Inter',
      FONT_SETTINGS: '{"heading":"Oswald","text":"Inter"}',
      LOADER_ANIMATION: 'burger',
      PHONE: '+493023125061',
      ADDRESS: 'Oranienstraße 185, 10999 Berlin',
      MAP_URL: 'https://www.openstreetmap.org/?mlat=52.5003&mlon=13.4208#map=17/52.5003/13.4208',
      RESTAURANT_COORDINATES: '52.5003,13.4208',
      INSTAGRAM: 'https://www.instagram.com/glut.und.loeffel.example',
      TIKTOK: 'https://www.tiktok.com/@glut.und.loeffel.example',
      TWITTER: 'https://x.com/glut_example',
      WHATSAPP: '+493023125061',
      ALLOW_CURBSIDE: '1',
      ALLOW_ISSUE_INVOICE: '',
      HIDE_CATEGORY_IMAGES: '1',
      DISPLAY_BRAND_LOGO: '1',
      TIP_PERCENTS: '5,10,20',
      // An example of overriding tokens: square corners, loud headings, a brown-paper background.
      CUSTOM_HEADER_CODE:
        "<script>document.documentElement.dataset.kitchen='glut'</script><style>:root{--radius-s:2px;--radius-m:2px;--radius-l:3px}h1,h2,h3{text-transform:uppercase;letter-spacing:.015em}:root[data-scheme=light]{--surface-page:#fbf6ea;--surface-sunken:#f4ecdc}</style>",
    },
    pictures: {
      LOGO: { poster: 'logo-kreuzberg.svg' },
      FOOTER_LOGO: { poster: 'logo-kreuzberg.svg' },
      SPLASH_LOGO: { splash: 'mark-kreuzberg.svg' },
      FAVICON: { icon: 'mark-kreuzberg.svg' },
      BACKGROUND_IMAGE: { background: 'background-kreuzberg.svg' },
      BREADCRUMB_BACKGROUND: { background: 'bread-kreuzberg.avif' },
      LOGIN_IMAGES: { gallery: ['burger-classic', 'doner'] },
    },
    galleries: [],
  },
  prenzlauerberg: {
    name: 'Löffelgarten · Prenzlauer Berg',
    week: [
      [],
      [from('11:30', '14:30'), from('17:30', '22:00')],
      [from('11:30', '14:30'), from('17:30', '22:00')],
      [from('11:30', '14:30'), from('17:30', '22:00')],
      [from('11:30', '14:30'), from('17:30', '22:30')],
      [from('10:00', '22:30')],
      [from('10:00', '16:00')],
    ],
    honestWeek: [
      [],
      [from('11:30', '14:30'), from('17:30', '22:00')],
      [from('11:30', '14:30'), from('17:30', '22:00')],
      [from('11:30', '14:30'), from('17:30', '22:00')],
      [from('11:30', '14:30'), from('17:30', '22:30')],
      [from('10:00', '22:30')],
      [from('10:00', '16:00')],
    ],
    categories: [21, 22, 23, 24, 4, 6, 25, 7],
    without: [402, 602, 603, 605, 703, 705],
    combos: [5],
    surcharge: 5,
    areas: [
      { id: 21, name: 'Prenzlauer Berg', zipcode: '10437', lat: 52.5428, lng: 13.4185, radius: 1600, minimumOrder: 14, deliveryPrice: 2.9, freeDeliveryThreshold: 40 },
      { id: 22, name: 'Pankow', zipcode: '13187', lat: 52.5691, lng: 13.4049, radius: 1700, minimumOrder: 20, deliveryPrice: 3.9, freeDeliveryThreshold: 50 },
      { id: 23, name: 'Mitte', zipcode: '10119', lat: 52.5316, lng: 13.4049, radius: 900, minimumOrder: 18, deliveryPrice: 3.5, freeDeliveryThreshold: 40 },
    ],
    providers: [card, cash],
    taxes: [],
    tables: [table(3, 'T3-MINZE'), table(5, 'T5-SALBEI')],
    settings: {
      ...common,
      SITE_TITLE: 'Löffelgarten',
      PRIMARY_COLOR: '#2f7d4f',
      DEFAULT_FONT: 'Nunito',
      FONT_SETTINGS: '{"heading":"Nunito","text":"Nunito"}',
      LOADER_ANIMATION: 'logo',
      PHONE: '+493023125088',
      ADDRESS: 'Kastanienallee 71, 10435 Berlin',
      MAP_URL: 'https://www.openstreetmap.org/?mlat=52.5377&mlon=13.4096#map=17/52.5377/13.4096',
      RESTAURANT_COORDINATES: '52.5377,13.4096',
      INSTAGRAM: 'https://www.instagram.com/loeffelgarten.example',
      PINTEREST: 'https://www.pinterest.de/loeffelgarten_example',
      LINKEDIN: 'https://www.linkedin.com/company/loeffelgarten-example',
      LOYALTY_SYSTEM: '1',
      TIP_PERCENTS: '10,15,20',
      CUSTOM_HEADER_CODE:
        '<style>:root{--radius-s:1rem;--radius-m:1.5rem;--radius-l:2rem}:root[data-scheme=light]{--surface-page:#f4f9f0;--surface-sunken:#e8f1e2}</style>',
    },
    pictures: {
      LOGO: { poster: 'logo-prenzlauerberg.svg' },
      FOOTER_LOGO: { poster: 'logo-prenzlauerberg.svg' },
      SPLASH_LOGO: { splash: 'mark-prenzlauerberg.svg' },
      FAVICON: { icon: 'mark-prenzlauerberg.svg' },
      BACKGROUND_IMAGE: { background: 'background-prenzlauerberg.svg' },
      BREADCRUMB_BACKGROUND: { background: 'bread-prenzlauerberg.avif' },
      LOGIN_IMAGES: { slider: ['bowl-salmon', 'california'] },
      REGISTER_IMAGES: { slider: ['bowl-buddha', 'tea'] },
    },
    galleries: [21],
  },
}

/** Another brand: one shop without branches, which the main host serves in the scenario `nord`. Its views are those of examples/brand. */
export const NORD: BranchData = {
  ...BRANCHES.prenzlauerberg,
  name: 'Nord',
  week: BRANCHES.mitte.week,
  honestWeek: BRANCHES.mitte.week,
  categories: [22, 21, 4, 25, 7],
  combos: [],
  settings: {
    ...common,
    HAS_BRANCH: '',
    SITE_TITLE: 'Nord',
    PRIMARY_COLOR: '#14557b',
    FONT_SETTINGS: '{"heading":"Oswald","text":"Inter"}',
    HIDE_CATEGORY_IMAGES: '1',
    LOADER_ANIMATION: 'infinite',
    PHONE: '+493023125099',
    ADDRESS: 'Oderberger Straße 12, 10435 Berlin',
    MAP_URL: 'https://www.openstreetmap.org/?mlat=52.5400&mlon=13.4085#map=17/52.5400/13.4085',
    RESTAURANT_COORDINATES: '52.5400,13.4085',
    TIP_PERCENTS: '5,10,15',
  },
  pictures: { SPLASH_LOGO: { slider: ['salmon', 'california', 'bowl-salmon', 'miso'] } },
  galleries: [],
}
