import type { Formula, Rule } from '../../src/rules/rule.ts'
import type { TaintRule } from '../../src/taint/index.ts'
import type { Code } from './code.ts'
import type { Group } from './group.ts'
import { type Parts, partsOf } from './meaning.ts'
import type { Place, Verdict } from './sites.ts'

/** Returns the arguments of a call that a rule tracks to their source; none where it tracks none. */
export function followedBy(
  code: Code,
  group: Group,
  place: Place,
  { rule, finding, isFree }: Verdict,
): readonly number[] {
  const flow = group.taint.get(rule)
  if (flow !== undefined) {
    if (finding === undefined && !isFree) return []
    // Some rules do not propagate through arithmetic.
    const isNumber = (item: number): boolean =>
      flow.taint.safeNumbers && code.vocabulary.rows.binary.has(code.tree.kind[item]!)
    return place.values.filter((value) => !isNumber(value) && readsAlike(flowParts(flow), code.textOf(value)))
  }
  const search = group.search.get(rule)
  // A name replaces only a constant.
  if (search === undefined || !search.options.constants) return []
  const parts = partsOf(search.formula)
  if (parts.regexes.length > 0 || parts.conditions.some((condition) => condition.type === 'analysis')) return []
  const values = place.values.filter((value) => code.facts.constantOf(value) !== undefined && !code.facts.isText(value))
  return values.filter(
    (value) =>
      parts.conditions.every((condition) => condition.type !== 'regex' || condition.isFollowed) ||
      readsAlike(parts, code.textOf(value)),
  )
}

/** Whether the result of a rule for a call is independent of the call's location. */
export function isFreeRule({ formula, options }: Rule): boolean {
  const { types, regexes, patterns } = partsOf(formula)
  const isShort = !patterns.some((text) => /[;\n]/.test(text.trim()))
  return isShort && !types.has('inside') && !types.has('not-inside') && regexes.length === 0 && !options.symbols
}

/** Whether a call without a finding has none at any location. */
export function isQuietAnywhere({ search, taint }: Group, rule: string): boolean {
  const flow = taint.get(rule)
  // Code that a negative pattern matches has many equivalent forms.
  if (flow !== undefined)
    return !['not', 'not-inside'].some((type) => flowParts(flow).types.has(type as Formula['type']))
  const own = search.get(rule)
  return own !== undefined && isFreeRule(own)
}

/** Whether the flow from a source is independent of the source's location. */
export function hasFreeSources({ sources }: TaintRule): boolean {
  return sources.every(({ formula }) => !partsOf(formula).types.has('not-inside'))
}

/** Whether the regexes of a rule, which read source text, treat a name like a text. */
function readsAlike({ conditions }: Parts, text: string): boolean {
  return conditions.every(
    (condition) =>
      condition.type !== 'regex' || condition.regex.startsIn(text) === condition.regex.startsIn('extracted1'),
  )
}

function flowParts({ sinks }: TaintRule): Parts {
  const parts: Parts = { patterns: [], regexes: [], conditions: [], types: new Set() }
  for (const { formula } of sinks) partsOf(formula, parts)
  return parts
}
