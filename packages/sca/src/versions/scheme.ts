import type { VersionKey } from './keys.ts'

/** Whether one version meets a requirement. */
export type VersionTest = (version: string) => boolean

/** How one family of ecosystems spells and orders versions. Pure, linear in the length of a version, never throws. */
export interface VersionScheme {
  /** The key that sorts where this scheme sorts the version; anything at all has one. */
  readonly key: (version: string) => VersionKey
  /** Whether the registry would take this as a version. */
  readonly isVersion: (version: string) => boolean
  readonly isPrerelease: (version: string) => boolean
  /**
   * The key that advisories are evaluated with, where it differs from that of comparing two spellings as they stand.
   */
  readonly advisoryKey?: (version: string) => VersionKey
  /** Only where the published rules are no order: keys decide everywhere else, and in sorting always. */
  readonly compare?: (a: string, b: string) => number
  /** A requirement as manifests of the ecosystem write it; undefined when it is none. Absent without such a language. */
  readonly range?: (text: string) => VersionTest | undefined
}

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

const HOLDS: Readonly<Record<Operator, (given: VersionKey, limit: VersionKey) => boolean>> = {
  '=': (given, limit) => given === limit,
  '!=': (given, limit) => given !== limit,
  '<': (given, limit) => given < limit,
  '<=': (given, limit) => given <= limit,
  '>': (given, limit) => given > limit,
  '>=': (given, limit) => given >= limit,
}

/** A test of order against one bound. */
export function bound(key: (version: string) => VersionKey, operator: Operator, version: string): VersionTest {
  const limit = key(version)
  const holds = HOLDS[operator]
  return (given) => holds(key(given), limit)
}

/** All of the tests; undefined as soon as one could not be read. */
export function all(tests: readonly (VersionTest | undefined)[]): VersionTest | undefined {
  const read = tests.filter((test) => test !== undefined)
  return read.length === tests.length ? (version) => read.every((test) => test(version)) : undefined
}

/** One of the tests; undefined as soon as one could not be read. */
export function some(tests: readonly (VersionTest | undefined)[]): VersionTest | undefined {
  const read = tests.filter((test) => test !== undefined)
  return read.length === tests.length ? (version) => read.some((test) => test(version)) : undefined
}

/** An operator in front of a version, e.g. `>= 1.2`; `=` and `==` are one. */
export function operatorOf(text: string): { readonly operator: Operator | undefined; readonly version: string } {
  const given = OPERATORS.find((operator) => text.startsWith(operator))
  if (given === undefined) return { operator: undefined, version: text.trim() }
  return { operator: given === '==' ? '=' : given, version: text.slice(given.length).trim() }
}

/** Longer ones first. */
const OPERATORS = ['==', '!=', '<=', '>=', '<', '>', '='] as const
