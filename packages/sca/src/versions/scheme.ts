import type { VersionKey } from './keys.ts'

/** Returns whether one version matches a requirement. */
export type VersionTest = (version: string) => boolean

/** Version syntax and order of a family of ecosystems. Pure, linear in the length of a version, never throws. */
export interface VersionScheme {
  /** Returns the sort key of any text. */
  readonly key: (version: string) => VersionKey
  /** Returns whether the registry accepts this version. */
  readonly isVersion: (version: string) => boolean
  readonly isPrerelease: (version: string) => boolean
  /** Returns the key for evaluating advisories, if different from the key for comparing versions. */
  readonly advisoryKey?: (version: string) => VersionKey
  /** Only when the published rules are not a total order: keys are used everywhere else, and always for sorting. */
  readonly compare?: (a: string, b: string) => number
  /** Parses a requirement in the ecosystem's syntax; undefined when invalid. Absent for ecosystems without a range syntax. */
  readonly range?: (text: string) => VersionTest | undefined
}

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

const HOLDS: Readonly<Record<Operator, (text: VersionKey, limit: VersionKey) => boolean>> = {
  '=': (text, limit) => text === limit,
  '!=': (text, limit) => text !== limit,
  '<': (text, limit) => text < limit,
  '<=': (text, limit) => text <= limit,
  '>': (text, limit) => text > limit,
  '>=': (text, limit) => text >= limit,
}

/** Returns a test against one bound. */
export function bound(key: (version: string) => VersionKey, operator: Operator, version: string): VersionTest {
  const limit = key(version)
  const holds = HOLDS[operator]
  return (text) => holds(key(text), limit)
}

/** Combines tests with AND; undefined when any is invalid. */
export function all(tests: readonly (VersionTest | undefined)[]): VersionTest | undefined {
  const read = tests.filter((test) => test !== undefined)
  return read.length === tests.length ? (version) => read.every((test) => test(version)) : undefined
}

/** Combines tests with OR; undefined when any is invalid. */
export function some(tests: readonly (VersionTest | undefined)[]): VersionTest | undefined {
  const read = tests.filter((test) => test !== undefined)
  return read.length === tests.length ? (version) => read.some((test) => test(version)) : undefined
}

/** Parses an operator before a version, e.g. `>= 1.2`; `=` and `==` are equal. */
export function operatorOf(text: string): { readonly operator: Operator | undefined; readonly version: string } {
  const input = OPERATORS.find((operator) => text.startsWith(operator))
  if (input === undefined) return { operator: undefined, version: text.trim() }
  return { operator: input === '==' ? '=' : input, version: text.slice(input.length).trim() }
}

/** Longer operators first. */
const OPERATORS = ['==', '!=', '<=', '>=', '<', '>', '='] as const
