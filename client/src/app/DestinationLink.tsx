import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import type { Destination } from './useDestinations.ts'

interface DestinationLinkProps {
  one: Destination
  className?: string
  onClick?: () => void
  /** Marks the link of the current screen. */
  current?: boolean
  children: ReactNode
}

/** The link of a destination. One that opens over the screen keeps the screen's address. */
export function DestinationLink({ one: { to, over }, current = false, ...rest }: DestinationLinkProps) {
  const { pathname, search } = useLocation()
  if (over === undefined) return current ? <NavLink to={to} {...rest} /> : <Link to={to} {...rest} />
  const params = new URLSearchParams(search)
  params.set(over, to)
  return <Link to={`${pathname}?${params.toString()}`} state={{ overlay: true }} preventScrollReset {...rest} />
}
