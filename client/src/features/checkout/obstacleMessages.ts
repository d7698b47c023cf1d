import type { TFunction } from 'i18next'
import type { UnknownPart } from '../../domain/delivery.ts'
import { text } from '../../api/translatable.ts'
import { formatWhen } from '../../domain/hours.ts'
import { now } from '../../restaurant/clock.ts'
import type { Obstacle } from '../../domain/obstacle.ts'
import type { TimeProblem } from '../../domain/slots.ts'

/** The messages for an invalid time, as translation keys. */
export const timeProblems: Record<TimeProblem, string> = {
  past: text('This time has passed. Please choose another one.'),
  closed: text('We are closed at this time. Please choose another one.'),
}

/** The message for a tip that is not an amount, as a translation key. */
export const tipProblem = text('Enter the tip as an amount, or leave it empty.')

export interface ObstacleContext {
  t: TFunction
  format: (minor: number) => string
  zone: string
  locale: string
}

/** The message of an obstacle: one sentence that says what to do next (docs/specification.md). */
export function obstacleMessage(obstacle: Obstacle, { t, format, zone, locale }: ObstacleContext): string {
  switch (obstacle.kind) {
    case 'offline':
      return t('You are offline. Your cart and what you typed are safe; you can order when you are back online.')
    case 'inactive':
      return t('Restaurant is not available right now. Please try again later')
    case 'branch':
      return t('Choose a branch first.')
    case 'empty':
      return t('Your cart is empty.')
    case 'changed':
      return t('The menu has changed. Please review the changes.')
    case 'line':
      return t(obstacle.message)
    case 'noDeliverType':
      return t('The restaurant takes no orders here at the moment.')
    case 'deliverType':
      return t('Choose how you would like to get your order.')
    case 'address':
      return t('Choose the address we deliver to.')
    case 'outOfRange':
      return t('We do not deliver to this address. Please choose another one.')
    case 'area':
      return t('Choose your delivery area.')
    case 'addressText':
      return t('Enter street and number.')
    case 'minimumOrder':
      return t('{{amount}} more to the minimum order.', { amount: format(obstacle.missing) })
    case 'unknown':
      return unknownMessage(obstacle.part, t)
    case 'closed':
      return obstacle.opens === null
        ? t('We are closed.')
        : t('We are closed. You can order for later, from {{time}}.', { time: formatWhen(obstacle.opens, zone, locale, now().getTime()) })
    case 'date':
      return t('Choose day and time.')
    case 'dateProblem':
      return t(timeProblems[obstacle.problem])
    case 'contact':
      return contactMessage(obstacle.field, t)
    case 'notes':
      return obstacle.where === 'notes'
        ? t('The notes are too long. Please shorten them by {{characters}} characters.', { characters: obstacle.characters })
        : t('The notes to your dishes are too long. Please shorten them by {{characters}} characters.', { characters: obstacle.characters })
    case 'noProvider':
      return t('There is no way to pay online at the moment. Please call the restaurant.')
    case 'provider':
      return t('Choose how to pay.')
    case 'tip':
      return t(tipProblem)
    case 'terms':
      return t('Please accept the terms.')
    case 'total':
      return t('The total has changed to {{amount}}. Continue with this total.', { amount: format(obstacle.total) })
  }
}

function unknownMessage(part: UnknownPart, t: TFunction): string {
  if (part === 'fee') return t('The delivery fee is not known right now. Please choose another address or call the restaurant.')
  if (part === 'minimum') return t('The minimum order is not known right now. Please choose another address or call the restaurant.')
  return t('The tax is not known right now. Please call the restaurant to order.')
}

function contactMessage(field: 'name' | 'email' | 'phone', t: TFunction): string {
  if (field === 'name') return t('Enter your name.')
  return field === 'email' ? t('Enter your e-mail address.') : t('Enter your phone number.')
}
