import Bike from 'lucide-react/icons/bike'
import CarFront from 'lucide-react/icons/car-front'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Utensils from 'lucide-react/icons/utensils'
import type { ReactNode } from 'react'
import { text } from '../api/translatable.ts'
import type { DeliverType } from '../domain/delivery.ts'

export const deliverLabels: Record<DeliverType, { label: string; icon: ReactNode }> = {
  delivery: { label: text('Delivery'), icon: <Bike data-flips /> },
  takeaway: { label: text('Takeaway'), icon: <ShoppingBag /> },
  curbside: { label: text('Curbside'), icon: <CarFront /> },
  table: { label: text('Table'), icon: <Utensils /> },
}

/** The strip's labels before anything is chosen. */
export const stripLabels = { how: text('How would you like it?'), where: text('Where to?'), when: text('Now'), change: text('Change') }
