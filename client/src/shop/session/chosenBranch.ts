import { identity } from './identity.ts'

/** The url of this tab's branch as `GET branches` of the main host lists it (docs/specification.md section 3); null for the main host. */
export function chosenBranch(): string | null {
  return identity().branch
}
