import type { AnchorHTMLAttributes, ElementType } from 'react'

/** The component that a view uses for its links: the router's link in the application, `a` in the first paint. */
export type LinkKind = ElementType<AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }>
