import { Failure, type Violation } from '@gatehouse/kernel'
import type { z } from 'zod'

import { VIOLATION_PATH_MAX, VIOLATION_STEP_CHARS_MAX, VIOLATIONS_MAX } from './limits.ts'

type Issue = z.core.$ZodIssue
export type RequestPart = 'body' | 'query' | 'path' | 'header'

/**
 * Returns the value as parsed by its schema: without unknown fields, with defaults.
 * @throws {Failure} `invalid_request` with the path of every violation
 */
export function validated(schema: z.ZodType, value: unknown, part: RequestPart): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const violations = result.error.issues.slice(0, VIOLATIONS_MAX).map((issue) => violationOf(issue, value, part))
  const [first] = violations
  throw new Failure('invalid_request', `${first?.path.join('.') ?? part}: ${first?.message ?? 'invalid'}.`, {
    violations,
  })
}

function violationOf(issue: Issue, value: unknown, part: RequestPart): Violation {
  const inner = issue.code === 'invalid_union' ? nearest(issue) : issue
  const steps = inner === issue ? issue.path : [...issue.path, ...inner.path]
  const missing = inner.code === 'invalid_type' && valueAt(value, steps) === undefined
  return {
    path: [part, ...steps.slice(0, VIOLATION_PATH_MAX).map(step)],
    message: missing ? 'Field required' : inner.message,
    type: missing ? 'missing' : typeOf(inner),
  }
}

/** Returns the issue of the union branch with the deepest path, the most probable intention. */
function nearest(issue: Extract<Issue, { code: 'invalid_union' }>): Issue {
  let best: Issue = issue
  for (const [first] of issue.errors) {
    if (first !== undefined && first.path.length > (best === issue ? 0 : best.path.length)) best = first
  }
  return best
}

function typeOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${issue.expected}_type`
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_short' : 'too_small'
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'too_big'
    case 'custom':
      return typeof issue.params?.['type'] === 'string' ? issue.params['type'] : 'invalid'
    case 'unrecognized_keys':
      return 'unknown_field'
    case 'invalid_format':
    case 'invalid_value':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'not_multiple_of':
      return issue.code
    default:
      return 'invalid'
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<PropertyKey, unknown>)[key]
  }
  return at
}

function step(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key).slice(0, VIOLATION_STEP_CHARS_MAX)
}
