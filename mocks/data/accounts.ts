/** The accounts that exist from the start, with their addresses. Every password is `correct-horse`. */
import type { AccountRecord, AddressRecord } from '../backend/state.ts'

/** The password of every account. */
const PASSWORD = 'correct-horse'

/** The accounts: one with a history, one with a long history, one with nothing. */
export const ACCOUNTS: readonly AccountRecord[] = [
  { id: 1, name: 'Ada Lovelace', email: 'ada@example.org', phone: '+493023125100', password: PASSWORD, profit: 1250, socials: [{ provider: 'google', id: '118400000000000000001' }, { provider: 'facebook', id: '1184001' }] },
  { id: 2, name: 'Grace Hopper', email: 'grace@example.org', phone: '+493023125101', password: PASSWORD, profit: 320, socials: [] },
  { id: 3, name: 'Neu Hier', email: 'neu@example.org', phone: '+493023125102', password: PASSWORD, profit: 0, socials: [] },
  { id: 4, name: 'Emmy Noether', email: 'emmy@example.org', phone: '+493023125103', password: PASSWORD, profit: 8000, socials: [] },
]

/** Their addresses. */
export const ADDRESSES: readonly AddressRecord[] = [
  { id: 1, accountId: 1, name: 'Zuhause', address: 'Ackerstraße 14', extras: '2. Hof, 3. OG links', zipcode: '10115', isDefault: true, areaId: 1, coordinates: { lat: 52.5296, lng: 13.3976 } },
  { id: 2, accountId: 1, name: 'Büro', address: 'Oranienstraße 25', extras: 'Klingel „Analytik“', zipcode: '10999', isDefault: false, areaId: 11, coordinates: { lat: 52.5007, lng: 13.4203 } },
  { id: 3, accountId: 2, name: 'Wohnung', address: 'Kastanienallee 12', extras: null, zipcode: '10435', isDefault: true, areaId: 21, coordinates: { lat: 52.5384, lng: 13.4101 } },
  { id: 4, accountId: 4, name: 'Institut', address: 'Rathausstraße 5', extras: 'Empfang', zipcode: '10178', isDefault: true, areaId: 1, coordinates: { lat: 52.5185, lng: 13.4073 } },
]
