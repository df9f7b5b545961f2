import type { z } from 'zod'

/** The places within what was parsed that an issue is about: each name that is not known is one of its own. */
export function issuePlaces(issue: z.core.$ZodIssue): readonly (readonly (string | number)[])[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  return issue.code === 'unrecognized_keys' ? issue.keys.map((name) => [...path, name]) : [path]
}
