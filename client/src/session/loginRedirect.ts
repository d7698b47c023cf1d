import { createStore } from '../createStore.ts'

/** The page of the account area from which a guard has just redirected to the login; null if there is none, or the visitor went elsewhere. */
export const redirectedFrom = createStore<string | null>(null)
