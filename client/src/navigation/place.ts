import { createContext, use } from 'react'
import type { SettingKey } from '../../../contracts/types.ts'
import { text } from '../api/translatable.ts'
import { paths } from './paths.ts'

/** The first step of every breadcrumb. */
export const homeStep = { label: text('Home'), path: paths.home }

/** What the route table (app/routes.ts) says of a screen before its code is loaded. */
export interface Place {
  path: string
  /** Query parameters that make it another place of the same path: `key=value`, or `key` for any value that is not empty. */
  query?: readonly string[]
  /** The h1 and the document's title; absent: the shop's name. */
  title?: string
  /** The head of an inner page: breadcrumb (after Home) and h1. `bare`: without a background image. */
  head?: { trail?: readonly { label: string; path: string }[]; narrow?: boolean; bare?: boolean; images?: SettingKey }
  /** Whether search engines may index it. */
  indexed?: boolean
}

export const PlaceContext = createContext<Place>({ path: paths.home })

export const usePlace = (): Place => use(PlaceContext)
