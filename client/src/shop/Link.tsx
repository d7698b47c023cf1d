import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useHref, useLinkClickHandler, useLocation, useResolvedPath, type To } from 'react-router'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: To
  /** The state of the history entry that the link makes. */
  state?: unknown
}

/** A link within the shop. The router's own brings the prefetching of its framework mode into the scripts of the menu (client/vite.config.ts). */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, { state, target: rest.target })
  const click = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }
  return (
    <a {...rest} href={useHref(to)} onClick={click}>
      {children}
    </a>
  )
}

/** A link that says whether its screen, or one below it, is shown. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  const { pathname: path } = useResolvedPath(props.to)
  const current = pathname === path || pathname.startsWith(`${path}/`)
  return <Link {...props} aria-current={current ? 'page' : undefined} />
}
