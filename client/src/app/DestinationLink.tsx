import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'

interface DestinationLinkProps {
  to: string
  className?: string
  onClick?: () => void
  'aria-busy'?: true | undefined
  /** Whether the link of the current screen is marked. */
  marksCurrent?: boolean
  children: ReactNode
}

/** The link of a destination. What opens over the screen is added to the screen's address, and Back closes it. */
export function DestinationLink({ to, marksCurrent = false, ...rest }: DestinationLinkProps) {
  const { pathname, search, hash } = useLocation()
  const Kind = marksCurrent ? NavLink : Link
  if (!to.startsWith('?')) return <Kind to={to} {...rest} />
  const params = new URLSearchParams(search)
  for (const [key, value] of new URLSearchParams(to)) params.set(key, value)
  return <Link to={{ pathname, search: params.toString(), hash }} state={{ overlay: true }} preventScrollReset {...rest} />
}
