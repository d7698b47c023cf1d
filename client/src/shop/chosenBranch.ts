import { local, storedKeys } from './storage.ts'

/** The chosen branch's url as `GET branches` of the main host lists it (SPEC.md section 3); null for the main host. */
export function chosenBranch(): string | null {
  const url = local.read(storedKeys.branchUrl)
  return url === null || url === '' ? null : url
}
