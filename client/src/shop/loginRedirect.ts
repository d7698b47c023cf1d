let place: string | null = null

/** Remembers the page of the account area that a guard turned a visitor away from, for the login that follows. */
export function rememberRedirect(path: string): void {
  place = path
}

/** The page that the guard turned the visitor away from just now; null when there is none. */
export function redirectedFrom(): string | null {
  return place
}

/** Forgets it: the login page has taken it over, or the visitor went elsewhere. */
export function forgetRedirect(): void {
  place = null
}
