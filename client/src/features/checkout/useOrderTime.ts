import { timeProblem, type TimeProblem } from '../../domain/slots.ts'
import { useMinute } from '../../restaurant/clock.ts'
import type { DeliveryChoice } from '../../cart/deliveryStore.ts'
import { useHours, type ShopHours } from '../../restaurant/workingHours.ts'

export interface OrderTime {
  choice: DeliveryChoice
  hours: ShopHours
  /** The problem of the chosen time; null if there is none, or no time is chosen. */
  problem: TimeProblem | null
}

export function useOrderTime(choice: DeliveryChoice): OrderTime {
  const hours = useHours()
  const minute = useMinute()
  const at = choice.deliverAt === 'later' && choice.deliverDate !== null ? Date.parse(choice.deliverDate) : null
  const problem = at !== null && hours.hours ? timeProblem(hours.hours.data, hours.zone, minute.getTime(), at) : null
  return { choice, hours, problem }
}
