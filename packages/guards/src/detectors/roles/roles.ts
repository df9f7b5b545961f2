import { z } from 'zod'

/** Applies to every role without an entry of its own, and to callers without a role. */
export const ANY_ROLE = '*'

export const ROLES_MAX = 200

/** Longest name of a role; as long as an agent's id. */
const ROLE_CHARS_MAX = 128

export const roleName = z
  .string()
  .trim()
  .min(1)
  .max(ROLE_CHARS_MAX)
  // Objects lose this name on their way through JSON, and an entry with it would be dropped without a word.
  .refine((name) => name !== '__proto__', 'is not a valid role name')

/** Returns the setting for a caller's role: its own entry, or that of any role. */
export function entryOf<Entry>(entries: ReadonlyMap<string, Entry>, role: string | undefined): Entry | undefined {
  return role !== undefined && entries.has(role) ? entries.get(role) : entries.get(ANY_ROLE)
}
