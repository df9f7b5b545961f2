import type { FunctionRun } from '../flow/function-run.ts'
import { mapAtoms, type Value } from '../flow/values.ts'
import { groupsThat, type Half, kindNumber, type RuleGroup } from './groups.ts'
import type { Safe } from './refine.ts'
import type { Call } from './truth.ts'

/** Partial facts that are sufficient together, and the rule groups. */
const TOGETHER: readonly (readonly [readonly Half[], RuleGroup])[] = [
  [['parents', 'slashes'], 'path'],
  [['above', 'below'], 'size'],
  // A path of the site itself. Browsers read `/\\` as `//`.
  [['schemes', 'doubles', 'backslashes'], 'address'],
]

/** Sanitizes a value whose partial facts are sufficient together. @param safe latest fact */
export function withHalves(run: FunctionRun, value: Value, safe: Safe): Value {
  if (safe === 'all') return value
  const first = run.file.marks.groups.length
  let now = value
  for (const [halves, group] of TOGETHER) {
    const all = halves.map((half) => first + kindNumber(half))
    if (!all.some((half) => safe.includes(half))) continue
    now = withGuarantees(run, now, all, group)
  }
  return now
}

/**
 * Functions that concatenate paths even if a part is absolute, by language. `Path.Combine` and others discard the parts before an absolute
 * one.
 */
const JOINS: Readonly<Record<string, RegExp>> = {
  go: /^(?:filepath|path)\.Join$/,
  javascript: /^path\.join$/,
  typescript: /^path\.join$/,
  tsx: /^path\.join$/,
  ruby: /^File\.join$/,
  java: /^(?:java\.(?:nio\.file|io)\.)?(?:Paths\.get|Path\.of|File)$/,
  kotlin: /^(?:java\.(?:nio\.file|io)\.)?(?:Paths\.get|Path\.of|File)$/,
  csharp: /^(?:System\.IO\.)?Path\.Join$/,
}

const FORMATS = /^(?:fmt\.Sprintf|String\.format|string\.Format|sprintf|format!)$/

/** Returns the first argument that is appended to another path; Infinity for none. */
export function suffixArguments(
  { name, arguments: values }: Call,
  language: string,
  constant: (place: number) => unknown,
): number {
  if (values.length < 2) return Infinity
  if (JOINS[language]?.test(name) === true) return 1
  if (!FORMATS.test(name)) return Infinity
  const format = constant(0)
  return typeof format === 'string' && /^[^%{]/.test(format) ? 1 : 2
}

/** Sanitizes a path appended to another path: without `..` it stays below that path. */
export function asPathSuffix(run: FunctionRun, value: Value): Value {
  if (value.atoms.length === 0) return value
  return withGuarantees(run, value, [run.file.marks.groups.length + kindNumber('parents')], 'path')
}

function withGuarantees(run: FunctionRun, value: Value, said: readonly number[], group: RuleGroup): Value {
  const { atoms } = run
  const isSaid = (atom: number): boolean => {
    const { except } = atoms.quals.of(atoms.qualOf(atom))
    return said.every((item) => except.includes(item))
  }
  if (!value.atoms.some(isSaid)) return value
  const { groups } = run.file.marks
  const harmless = [
    ...groups.flatMap((item, rule) => (item === group ? [rule] : [])),
    ...groupsThat((ruleGroup) => ruleGroup === group).map((item) => groups.length + item),
  ]
  // The proof is about its letters: the decoded value is unknown.
  const qual = atoms.quals.formed(harmless)
  return mapAtoms(value, (atom) => (isSaid(atom) ? atoms.with(atom, qual) : atom))
}
