import { Link, NavLink, useLocation, type LinkProps, type Location } from 'react-router'

interface DestinationLinkProps extends LinkProps {
  to: string
  className?: string
  /** Whether the link of the current screen is marked. */
  marksCurrent?: boolean
}

/** A link to a screen, or, if its address is a query only, to what opens over the current screen: that is added to its address, and Back closes it. */
export function DestinationLink({ to, marksCurrent = false, ...rest }: DestinationLinkProps) {
  const { pathname, search, hash, state } = useLocation() as Location<object | null>
  const Kind = marksCurrent ? NavLink : Link
  if (!to.startsWith('?')) return <Kind to={to} {...rest} />
  const params = new URLSearchParams(search)
  for (const [key, value] of new URLSearchParams(to)) params.set(key, value)
  const over = { ...state, overlay: true }
  return <Link to={{ pathname, search: params.toString(), hash }} state={over} preventScrollReset {...rest} />
}
