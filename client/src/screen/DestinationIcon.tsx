import CalendarDays from 'lucide-react/icons/calendar-days'
import FileText from 'lucide-react/icons/file-text'
import House from 'lucide-react/icons/house'
import LogIn from 'lucide-react/icons/log-in'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Sparkles from 'lucide-react/icons/sparkles'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'

const icons = {
  page: FileText,
  home: House,
  contact: MessageCircle,
  reservation: CalendarDays,
  profile: UserRound,
  addresses: MapPin,
  orders: ReceiptText,
  points: Sparkles,
  login: LogIn,
  register: UserPlus,
}

/** The kind of a destination: a link of a menu. */
export type DestinationName = keyof typeof icons

/** The icon of a destination, for menus that are not part of the first paint. */
export function DestinationIcon({ of }: { of: DestinationName }) {
  const Icon = icons[of]
  return <Icon aria-hidden="true" />
}
