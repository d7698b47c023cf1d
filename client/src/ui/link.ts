import type { AnchorHTMLAttributes, ElementType } from 'react'

/** What a view makes its links of: the router's link in the shop, a plain one in the first paint. */
export type LinkKind = ElementType<AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }>
