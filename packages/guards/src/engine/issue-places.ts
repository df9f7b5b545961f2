import type { z } from 'zod'

/** Returns the paths of an issue in the parsed input: each unknown name has a path of its own. */
export function issuePaths(issue: z.core.$ZodIssue): readonly (readonly (string | number)[])[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  return issue.code === 'unrecognized_keys' ? issue.keys.map((name) => [...path, name]) : [path]
}
