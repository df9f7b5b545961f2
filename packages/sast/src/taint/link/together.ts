import type { SourceFacts } from '../facts.ts'
import type { LinkedRule } from './follow-rules.ts'
import type { Program } from './program.ts'
import { RULES_AT_ONCE } from './reach.ts'

/** A rule and where it stands in each file: -1 where it says nothing. */
export interface PlacedRule {
  readonly rule: LinkedRule
  readonly places: readonly number[]
}

/**
 * Rules that are followed together: those with the same sources, which say the same of what values do on the way. Many rules ask
 * where a request gets to; what it gets to is found once for all of them. Rules that tell sources apart or name values by labels
 * go alone.
 * @returns lists of at most {@link RULES_AT_ONCE} rules each, in order
 */
export function together(rules: readonly PlacedRule[], program: Program): readonly (readonly PlacedRule[])[] {
  const groups = new Map<string, PlacedRule[]>()
  for (const one of rules) {
    const key = isPlain(one, program) ? `${wayOf(one.rule)} ${sourcesOf(one, program).join(' ')}` : one.rule.id
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / RULES_AT_ONCE) }, (_, at) =>
      group.slice(at * RULES_AT_ONCE, (at + 1) * RULES_AT_ONCE),
    ),
  )
}

/** Lists of groups with at most {@link RULES_AT_ONCE} rules each. */
export function batched<T>(groups: readonly (readonly T[])[]): readonly (readonly (readonly T[])[])[] {
  const batches: (readonly T[])[][] = []
  let room = 0
  for (const group of groups) {
    if (group.length > room) {
      batches.push([])
      room = RULES_AT_ONCE
    }
    batches.at(-1)!.push(group)
    room -= group.length
  }
  return batches
}

/** Where a source of a file is, however rules call what is in there. */
export function sourceKey({ place, isAfter }: SourceFacts, file: number): string {
  const { line, column, endLine, endColumn } = place
  return `${file}:${line}:${column}:${endLine}:${endColumn}${isAfter === true ? 'a' : ''}`
}

function isPlain({ rule, places }: PlacedRule, { files }: Program): boolean {
  const { unifies, focus } = rule.taint
  if (unifies || focus === 'source') return false
  return files.every(
    ({ facts, index }) =>
      places[index] === -1 ||
      (facts.sources.every((one) => one.rule !== places[index] || (one.label === '' && one.requires === undefined)) &&
        facts.sinks.every((one) => one.rule !== places[index] || one.requires === undefined)),
  )
}

/** What a rule says of values on the way. */
function wayOf({ taint, propagators }: LinkedRule): string {
  const { onlyAssignments, safeFunctions, safeNumbers, safeBooleans } = taint
  const isAfter = propagators.some((one) => one.isAfter)
  return [onlyAssignments, safeFunctions, safeNumbers, safeBooleans, isAfter].map(Number).join('')
}

/** Where the sources of a rule are, each place once. */
export function sourcesOf({ places }: PlacedRule, { files }: Program): readonly string[] {
  const found = files.flatMap(({ facts, index }) =>
    places[index] === -1
      ? []
      : facts.sources.flatMap((one) => (one.rule === places[index] ? [sourceKey(one, index)] : [])),
  )
  return [...new Set(found)].toSorted()
}
