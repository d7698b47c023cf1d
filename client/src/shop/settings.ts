import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Image, Setting, SettingKey } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import { queryClient } from '../api/queryClient.ts'
import { isOn } from '../domain/wire.ts'
import { callerIn, publicScope, useIdentity } from './identity.ts'
import { pictureUrl } from './pictures.ts'

/** Every setting of the shop; loaded once at start (docs/specification.md section 7). */
export const settingsQuery = queryOptions({
  get queryKey() {
    return [publicScope(), 'settings'] as const
  },
  queryFn: ({ signal, queryKey: [scope] }) => call('GET /settings', { signal, identity: callerIn(scope) }),
  staleTime: Infinity,
  gcTime: Infinity,
})

/** The shop's settings as its screens ask for them. A key that the upstream does not send is empty. */
export interface Settings {
  /**
   * The value of a setting. An empty value falls back to its poster, favicon icon, splash or background image, in this order (docs/specification.md section 3);
   * BACKGROUND_IMAGE only has its own and falls back to empty.
   */
  text: (key: SettingKey) => string
  /** Whether a switch is on: its value is neither empty nor a way to write no. */
  on: (key: SettingKey) => boolean
  /** The gallery and slider images of a setting (LOGIN_IMAGES and its kin), slider first; the poster when there are no others. */
  images: (key: SettingKey) => Image[]
  /** The picture of a setting as an address that the browser can load, empty when there is none. */
  picture: (key: SettingKey) => string
  /** Coordinates written as "lat, lng"; null when they can't be read. */
  coordinates: () => { lat: number; lng: number } | null
}

/** Makes the accessor over what `GET settings` answered; tolerant, since the upstream owns the list (docs/threat-model.md T30). */
export function settingsOf(list: readonly Setting[] | undefined): Settings {
  const byKey = new Map<string, Setting>()
  for (const setting of Array.isArray(list) ? (list as readonly Setting[]) : [])
    if (typeof setting.key === 'string') byKey.set(setting.key, setting)

  const valueOf = (key: SettingKey): string => {
    const setting = byKey.get(key)
    const value: unknown = setting?.value
    const written = typeof value === 'string' ? value.trim() : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
    if (written !== '') return written
    const media = setting?.media
    if (key === 'BACKGROUND_IMAGE') return media?.background?.url ?? ''
    return media?.poster?.url ?? media?.icon?.url ?? media?.splash?.url ?? media?.background?.url ?? ''
  }

  return {
    text: valueOf,
    on: (key) => isOn(valueOf(key)),
    images: (key) => {
      const media = byKey.get(key)?.media
      const many = [...(media?.slider ?? []), ...(media?.gallery ?? [])].filter((image) => image.url !== '')
      if (many.length > 0) return many
      const one = valueOf(key)
      return !isOn(one) || one === '1' || one.toLowerCase() === 'true' ? [] : [{ url: one }]
    },
    picture: (key) => pictureUrl(valueOf(key)),
    coordinates: () => {
      const [lat, lng] = valueOf('RESTAURANT_COORDINATES')
        .split(/[,;\s]+/)
        .map(Number)
      return lat !== undefined &&
        lng !== undefined &&
        Math.abs(lat) <= 90 &&
        Math.abs(lng) <= 180 &&
        Number.isFinite(lat) &&
        Number.isFinite(lng)
        ? { lat, lng }
        : null
    },
  }
}

const made = new WeakMap<object, Settings>()
const none = settingsOf([])

function accessor(list: readonly Setting[] | undefined): Settings {
  if (!Array.isArray(list)) return none
  let settings = made.get(list)
  if (settings === undefined) {
    settings = settingsOf(list)
    made.set(list, settings)
  }
  return settings
}

/** The settings inside a component; every key is empty until they are there. */
export function useSettings(): Settings {
  useIdentity()
  return accessor(useQuery(settingsQuery).data)
}

/** The settings outside of components (guards, head): what the shop has at this moment. */
export function currentSettings(): Settings {
  return accessor(queryClient.getQueryData(settingsQuery.queryKey))
}
