let redirectedPath: string | null = null

/** Records the page of the account area from which a guard redirected to the login. */
export function rememberRedirect(path: string): void {
  redirectedPath = path
}

/** The page from which a guard has just redirected; null if there is none. */
export function redirectedFrom(): string | null {
  return redirectedPath
}

/** Clears it: the login page has read it, or the visitor went elsewhere. */
export function forgetRedirect(): void {
  redirectedPath = null
}
