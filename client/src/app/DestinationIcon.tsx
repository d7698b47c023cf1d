import CalendarDays from 'lucide-react/icons/calendar-days'
import FileText from 'lucide-react/icons/file-text'
import House from 'lucide-react/icons/house'
import LogIn from 'lucide-react/icons/log-in'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Receipt from 'lucide-react/icons/receipt'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
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
