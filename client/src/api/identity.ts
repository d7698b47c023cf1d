/** The place that a public call asks about: a branch, in a language. */
export interface Place {
  /** The branch's url as `GET branches` lists it; null for the main host. Sent as X-Branch. */
  readonly branch: string | null
  /** Sent as Lang. */
  readonly language: string
}

/** Who asks, and where: what every call carries. */
export interface Caller extends Place {
  /** The login token; null for a guest. Sent as bearer. */
  readonly token: string | null
}
