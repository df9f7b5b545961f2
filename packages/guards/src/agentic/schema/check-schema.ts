import { Failure, type Violation } from '@gatehouse/kernel'
import { compileRegex } from '@gatehouse/kernel/match'
import { FORMATS } from './formats.ts'
import { SCHEMA_CHARS_MAX, SCHEMA_COST_MAX, SCHEMA_DEPTH_MAX } from './limits.ts'

/** How large a schema may be. */
export interface SchemaBounds {
  /** Characters as JSON. */
  readonly chars: number
  /** Number of nested schemas, with each reference counted as a copy of its target. */
  readonly cost: number
}

export const SCHEMA_BOUNDS: SchemaBounds = { chars: SCHEMA_CHARS_MAX, cost: SCHEMA_COST_MAX }

type Path = readonly (string | number)[]
type Fields = Readonly<Record<string, unknown>>

const ONE_SCHEMA = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'unevaluatedItems',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
])
const LISTS_OF_SCHEMAS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const SCHEMAS_BY_NAME = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
])
/** Schemas below these keys are used only by references. */
const DEFINITIONS = new Set(['$defs', 'definitions'])

/** Keywords that would make a check unbounded, or dependent on other data than the arguments. */
const REFUSED: Readonly<Record<string, string>> = {
  $id: 'is supported only at the root; refer to parts as "#/$defs/name"',
  $anchor: 'is not supported; refer to parts as "#/$defs/name"',
  $dynamicAnchor: 'is not supported; refer to parts as "#/$defs/name"',
  $dynamicRef: 'is not supported; refer to parts as "#/$defs/name"',
  $recursiveRef: 'is not supported; refer to parts as "#/$defs/name"',
  $async: 'is not a keyword of JSON Schema',
  $data: 'is not a keyword of JSON Schema',
}

/** Measured: starting a pattern on a short text takes as long as four other checks. */
const PATTERN_COST = 4

interface Node {
  readonly own: number
  readonly parts: readonly string[]
  readonly ref: string | undefined
  readonly path: Path
}

/**
 * Returns the problems of a schema before compilation: its size, external or circular references, patterns and formats without linear-time
 * checks.
 * @param path path of the schema, for violations
 */
export function schemaProblems(
  schema: Fields,
  path: Path,
  bounds: SchemaBounds = SCHEMA_BOUNDS,
): { readonly problems: Violation[]; readonly cost: number } {
  if (JSON.stringify(schema).length > bounds.chars) {
    return {
      problems: [at(path, `must not exceed ${bounds.chars} characters of JSON`, 'too_long')],
      cost: 0,
    }
  }
  const problems: Violation[] = []
  const nodes = new Map<string, Node>()
  visit(schema, '#', path, 0, nodes, problems)
  for (const { ref, path: from } of nodes.values()) {
    if (ref === undefined || nodes.has(ref)) continue
    const why = ref.startsWith('#')
      ? 'does not refer to a schema in this document'
      : 'refers to another document, which is not fetched'
    problems.push(at([...from, '$ref'], why, 'unknown_reference'))
  }
  const cost = problems.length > 0 ? 0 : costOf('#', nodes, new Map(), problems)
  if (cost > bounds.cost) {
    problems.push(at(path, `has more than ${bounds.cost} parts, with references counted as copies`, 'too_complex'))
  }
  return { problems, cost }
}

function visit(
  schema: unknown,
  pointer: string,
  path: Path,
  depth: number,
  nodes: Map<string, Node>,
  problems: Violation[],
): void {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    nodes.set(pointer, { own: 1, parts: [], ref: undefined, path })
    return
  }
  if (depth > SCHEMA_DEPTH_MAX) {
    problems.push(at(path, `must not be nested more than ${SCHEMA_DEPTH_MAX} levels deep`, 'too_deep'))
    return
  }
  const parts: string[] = []
  const enter = (part: unknown, steps: readonly (string | number)[], isUsed = true): void => {
    const inner = steps.reduce<string>((text, step) => `${text}/${escaped(String(step))}`, pointer)
    if (isUsed) parts.push(inner)
    visit(part, inner, [...path, ...steps], depth + 1, nodes, problems)
  }
  let own = 1
  let ref: string | undefined
  for (const [keyword, value] of Object.entries(schema)) {
    if (pointer !== '#' || keyword !== '$id') checkKeyword(keyword, value, path, problems)
    if (keyword === '$ref' && typeof value === 'string') ref = decodedPointer(value)
    if (Array.isArray(value)) own += value.length
    if (keyword === 'pattern') own += PATTERN_COST
    if (keyword === 'patternProperties') own += PATTERN_COST * Object.keys(Object(value)).length
    if (ONE_SCHEMA.has(keyword)) enter(value, [keyword])
    else if (LISTS_OF_SCHEMAS.has(keyword) && Array.isArray(value))
      value.forEach((part, index) => enter(part, [keyword, index]))
    else if (SCHEMAS_BY_NAME.has(keyword) && typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) enter(part, [keyword, name], !DEFINITIONS.has(keyword))
    }
  }
  nodes.set(pointer, { own, parts, ref, path })
}

function checkKeyword(keyword: string, value: unknown, path: Path, problems: Violation[]): void {
  const here = [...path, keyword]
  if (keyword === '__proto__') problems.push(at(here, 'is not a valid name', 'unsupported_keyword'))
  if (Object.hasOwn(REFUSED, keyword)) problems.push(at(here, REFUSED[keyword]!, 'unsupported_keyword'))
  if (keyword === 'format' && typeof value === 'string' && !Object.hasOwn(FORMATS, value)) {
    problems.push(
      at(here, `is not a supported format; supported: ${Object.keys(FORMATS).join(', ')}`, 'unknown_format'),
    )
  }
  if (keyword === 'pattern' && typeof value === 'string') checkPattern(value, here, problems)
  if (keyword === 'patternProperties' && typeof value === 'object' && value !== null) {
    for (const pattern of Object.keys(value)) checkPattern(pattern, [...here, pattern], problems)
  }
}

function checkPattern(pattern: string, path: Path, problems: Violation[]): void {
  try {
    compileRegex(pattern)
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    problems.push({ path, message: thrown.message, type: 'bad_pattern' })
  }
}

/** Returns the schema's size with every reference expanded; counting stops at the limit. */
function costOf(
  pointer: string,
  nodes: ReadonlyMap<string, Node>,
  known: Map<string, number | 'open'>,
  problems: Violation[],
): number {
  const before = known.get(pointer)
  const { own, parts, ref, path } = nodes.get(pointer)!
  if (before === 'open') {
    problems.push(at(path, 'refers back to itself; recursive schemas are not supported', 'recursive_reference'))
    return 0
  }
  if (before !== undefined) return before
  known.set(pointer, 'open')
  let cost = own
  for (const part of ref === undefined ? parts : [...parts, ref]) {
    cost = Math.min(SCHEMA_COST_MAX + 1, cost + costOf(part, nodes, known, problems))
    if (problems.length > 0) break
  }
  known.set(pointer, cost)
  return cost
}

function at(path: Path, message: string, type: string): Violation {
  const name = path.at(-1)
  return { path, message: `"${String(name ?? 'schema')}" ${message}.`, type }
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Returns a reference as a decoded pointer: URI escapes are an equivalent notation. */
function decodedPointer(ref: string): string {
  if (!ref.startsWith('#')) return ref
  try {
    return decodeURIComponent(ref)
  } catch {
    return ref
  }
}
