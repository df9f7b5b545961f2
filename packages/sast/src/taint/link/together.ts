import type { SourceFacts } from '../facts.ts'
import type { LinkedRule } from './follow-rules.ts'
import type { Program } from './program.ts'
import { RULES_AT_ONCE } from './reach.ts'

/** A rule with its index in each file: -1 where it has none. */
export interface PlacedRule {
  readonly rule: LinkedRule
  readonly places: readonly number[]
}

/**
 * Groups rules to be followed together: those with the same sources and the same treatment of values. Many rules start at request data;
 * its flow is computed once for all of them. Rules that distinguish sources or use labels are followed alone.
 * @returns lists of at most {@link RULES_AT_ONCE} rules each, in order
 */
export function groupRules(rules: readonly PlacedRule[], program: Program): readonly (readonly PlacedRule[])[] {
  const groups = new Map<string, PlacedRule[]>()
  for (const rule of rules) {
    const key = isPlain(rule, program)
      ? `${propagationKey(rule.rule)} ${sourcesOf(rule, program).join(' ')}`
      : rule.rule.id
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [rule])
    else group.push(rule)
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
  let capacity = 0
  for (const group of groups) {
    if (group.length > capacity) {
      batches.push([])
      capacity = RULES_AT_ONCE
    }
    batches.at(-1)!.push(group)
    capacity -= group.length
  }
  return batches
}

/** Returns the key of a source location, independent of metavariable names. */
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
      (facts.sources.every(
        (source) => source.rule !== places[index] || (source.label === '' && source.requires === undefined),
      ) &&
        facts.sinks.every((sink) => sink.rule !== places[index] || sink.requires === undefined)),
  )
}

/** Returns the key of a rule's treatment of values. */
function propagationKey({ taint, propagators }: LinkedRule): string {
  const { onlyAssignments, safeFunctions, safeNumbers, safeBooleans } = taint
  const isAfter = propagators.some((propagator) => propagator.isAfter)
  return [onlyAssignments, safeFunctions, safeNumbers, safeBooleans, isAfter].map(Number).join('')
}

/** Returns the source locations of a rule, without duplicates. */
export function sourcesOf({ places }: PlacedRule, { files }: Program): readonly string[] {
  const found = files.flatMap(({ facts, index }) =>
    places[index] === -1
      ? []
      : facts.sources.flatMap((source) => (source.rule === places[index] ? [sourceKey(source, index)] : [])),
  )
  return [...new Set(found)].toSorted()
}
