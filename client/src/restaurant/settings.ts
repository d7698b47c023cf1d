import { queryOptions } from '@tanstack/react-query'
import type { Image, Setting, SettingKey } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import type { PublicScope } from '../api/scope.ts'
import { queryClient } from '../api/queryClient.ts'
import { isOn } from '../domain/wire.ts'
import { callerIn, publicKey, publicScope } from '../session/identity.ts'
import { useShopQuery } from '../session/useShopQuery.ts'
import { shopConfig } from './config.ts'
import { pictureUrl } from './pictures.ts'

/** Every setting of the shop; loaded once at start (docs/specification.md section 7). */
export const settingsQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'settings'),
    queryFn: ({ signal, queryKey: [scope] }) => call('GET /settings', { signal, identity: callerIn(scope) }),
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** Accessor of the shop's settings. A key that the upstream does not send is empty. */
export interface Settings {
  /**
   * The value of a setting. An empty value falls back to its poster, favicon icon, splash or background image, in this order (docs/specification.md section 3);
   * BACKGROUND_IMAGE only has its own and falls back to empty.
   */
  text: (key: SettingKey) => string
  /** Whether a setting is on: its value is neither empty nor a spelling of "no". */
  on: (key: SettingKey) => boolean
  /** The slider and gallery images of a setting, slider first. */
  slides: (key: SettingKey) => Image[]
  /** The same of a setting such as LOGIN_IMAGES; the poster if there are none. */
  images: (key: SettingKey) => Image[]
  /** The image URL of a setting; empty if there is none. */
  picture: (key: SettingKey) => string
  /** The restaurant's telephone number: of the settings, else TABLEFRONT_SHOP_PHONE; empty if there is none. */
  phone: () => string
  /** The coordinates in "lat, lng"; null if they are anything but two numbers, such as those with decimal commas. */
  coordinates: () => { lat: number; lng: number } | null
}

/** Creates the accessor of the response of `GET settings`. */
export function settingsOf(list: readonly Setting[] = []): Settings {
  const byKey = new Map(list.map((setting) => [setting.key, setting]))

  const valueOf = (key: SettingKey): string => {
    const { value, media } = byKey.get(key) ?? {}
    const written = value?.trim() ?? ''
    if (written !== '') return written
    if (key === 'BACKGROUND_IMAGE') return media?.background?.url ?? ''
    return media?.poster?.url ?? media?.icon?.url ?? media?.splash?.url ?? media?.background?.url ?? ''
  }

  const slides = (key: SettingKey): Image[] => {
    const media = byKey.get(key)?.media
    return [...(media?.slider ?? []), ...(media?.gallery ?? [])].filter(({ url }) => url !== '')
  }

  return {
    text: valueOf,
    on: (key) => isOn(valueOf(key)),
    slides,
    images: (key) => {
      const many = slides(key)
      if (many.length > 0) return many
      const one = valueOf(key)
      return !isOn(one) || one === '1' || one.toLowerCase() === 'true' ? [] : [{ url: one }]
    },
    phone: () => valueOf('PHONE') || (shopConfig().phone ?? ''),
    picture: (key) => pictureUrl(valueOf(key)),
    coordinates: () => {
      const [lat = NaN, lng = NaN, ...more] = valueOf('RESTAURANT_COORDINATES')
        .split(/[,;\s]+/)
        .filter((part) => part !== '')
        .map(Number)
      return more.length === 0 && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
    },
  }
}

const accessors = new WeakMap<object, Settings>()
const none = settingsOf([])

function accessor(list: readonly Setting[] | undefined): Settings {
  if (list === undefined) return none
  let settings = accessors.get(list)
  if (settings === undefined) {
    settings = settingsOf(list)
    accessors.set(list, settings)
  }
  return settings
}

/** The settings inside a component; every key is empty until they are loaded. */
export function useSettings(): Settings {
  return accessor(useShopQuery(settingsQuery).data)
}

/** The current settings outside of components (guards, head). */
export function currentSettings(): Settings {
  return accessor(queryClient.getQueryData(settingsQuery(publicScope()).queryKey))
}
