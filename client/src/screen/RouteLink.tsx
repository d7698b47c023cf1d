import type { AnchorHTMLAttributes } from 'react'
import { Link } from 'react-router'

/** The router's link with a plain link's properties, for views (ui/link.ts). */
export function RouteLink({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return <Link to={href} {...rest} />
}
