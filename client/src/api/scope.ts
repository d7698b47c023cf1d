/** Branch and language of a public call. */
export interface PublicScope {
  /** The branch's url as `GET branches` lists it; null for the main host. Sent as X-Branch. */
  readonly branch: string | null
  /** Sent as Lang. */
  readonly language: string
}

/** Login, branch and language, which every call sends. */
export interface Caller extends PublicScope {
  /** The login token; null for a guest. Sent as bearer. */
  readonly token: string | null
}
