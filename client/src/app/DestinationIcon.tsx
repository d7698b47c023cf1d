import { CalendarDays, FileText, House, LogIn, MapPin, MessageCircle, Receipt, UserPlus, UserRound } from 'lucide-react'
import type { DestinationName } from './useDestinations.ts'

const icons = {
  page: FileText,
  home: House,
  contact: MessageCircle,
  reservation: CalendarDays,
  profile: UserRound,
  addresses: MapPin,
  orders: Receipt,
  login: LogIn,
  register: UserPlus,
}

/** The icon of a destination, for menus that are not part of the first paint. */
export function DestinationIcon({ of }: { of: DestinationName }) {
  const Icon = icons[of]
  return <Icon aria-hidden="true" />
}
