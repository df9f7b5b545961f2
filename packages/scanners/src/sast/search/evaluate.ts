import { Failure } from '@gatehouse/kernel'
import { findGeneric } from '../generic/find.ts'
import { type Bindings, boundTo, join } from '../match/bindings.ts'
import { findPattern, type Hit } from '../match/find.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import type { MatchOptions, Source } from '../match/source.ts'
import type { Formula, NestedFormula } from '../rules/rule.ts'
import { dropEqual, dropInside, dropTouching, intersect, keepInside, unique } from './combine.ts'
import { meets } from './conditions.ts'
import { keyOfFormula } from './formula-key.ts'
import type { SearchGround } from './ground.ts'
import type { Range } from './ranges.ts'

export type { SearchGround } from './ground.ts'

/** Ours: hits of one regex in one file. A rule with more is told not to have ended. */
export const REGEX_HITS_MAX = 10_000

type All = Extract<Formula, { type: 'all' }>
type Combined = All | Extract<Formula, { type: 'any' }>

/**
 * The ranges of a text that a formula finds, in order and without repeats.
 * @param region the piece of the text that a metavariable stands for, where a search is made in one
 * @throws {Failure} `limit_reached`
 */
export function evaluate(formula: Formula, ground: SearchGround, region?: Range): readonly Hit[] {
  switch (formula.type) {
    case 'pattern':
      return withinRegion(patternHits(formula.text, ground), region)
    case 'regex':
      return regexHits(formula, ground, region)
    case 'any':
    case 'all':
      return region === undefined ? wholeHits(formula, ground) : combined(formula, ground, region)
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return evaluate(formula.inner, ground, region)
  }
}

/** Rules of one kind share most of what they look for: in a file that is searched once for all of them. */
function wholeHits(formula: Combined, ground: SearchGround): readonly Hit[] {
  if (ground.outer !== undefined || ground.others !== undefined) return combined(formula, ground, undefined)
  const key = `${keyOfOptions(ground.options)}${keyOfFormula(formula)}`
  let hits = ground.known.get(key)
  if (hits === undefined) {
    hits = combined(formula, ground, undefined)
    ground.known.set(key, hits)
  }
  return hits
}

function combined(formula: Combined, ground: SearchGround, region: Range | undefined): readonly Hit[] {
  if (formula.type === 'all') return evaluateAll(formula, ground, region)
  return unique(formula.parts.flatMap((part) => evaluate(part, ground, region)))
}

function evaluateAll(
  { parts, conditions, focus }: All,
  ground: SearchGround,
  region: Range | undefined,
): readonly Hit[] {
  const positive = parts.filter(
    (one) => one.type === 'pattern' || one.type === 'regex' || one.type === 'any' || one.type === 'all',
  )
  const inside = parts.filter(isInside)
  if (parts.some((part) => isAbsent(part, ground))) return []
  // Where only surroundings are given, the first of them is what is looked for.
  const [first, ...more] = positive.length > 0 ? positive : inside.splice(0, 1)
  let hits: readonly Hit[] = first === undefined ? wholeRegion(region) : evaluate(first, ground, region)
  hits = withOuter(hits, ground)
  for (const part of more) {
    if (hits.length === 0) return []
    hits = intersect(hits, evaluate(part, ground, region), ground.step)
  }
  for (const { inner } of inside) {
    if (hits.length === 0) return []
    hits = keepInside(hits, evaluate(inner, ground), ground.step)
  }
  for (const part of parts) {
    if (hits.length === 0) return []
    if (part.type === 'not') hits = dropEqual(hits, evaluate(part.inner, ground, region), ground.step)
    if (part.type !== 'not-inside') continue
    hits =
      part.inner.type === 'regex'
        ? dropTouching(hits, evaluate(part.inner, ground, region), ground.step)
        : dropInside(hits, evaluate(part.inner, ground), ground.step)
  }
  for (const condition of conditions) hits = unique(hits.flatMap((hit) => meets(condition, hit, ground)))
  for (const names of focus) hits = unique(hits.flatMap((hit) => focused(hit, names)))
  return hits
}

/** Whether a part that has to be there cannot be, by the words of the file alone. */
function isAbsent(formula: Formula, ground: SearchGround): boolean {
  switch (formula.type) {
    case 'pattern': {
      const words = ground.patterns.get(formula.text)?.words
      return words !== undefined && ground.source !== undefined && !hasAll(ground.source, words)
    }
    case 'any':
      return formula.parts.every((part) => isAbsent(part, ground))
    case 'all':
      return formula.parts.some((part) => isAbsent(part, ground))
    case 'inside':
      return isAbsent(formula.inner, ground)
    case 'regex':
    case 'not':
    case 'not-inside':
    default:
      return false
  }
}

function hasAll({ words }: Source, wanted: readonly string[]): boolean {
  return wanted.every((word) => words.has(word))
}

function isInside(formula: Formula): formula is NestedFormula {
  return formula.type === 'inside'
}

/** In a metavariable holds what is bound around it. */
function withOuter(hits: readonly Hit[], { outer }: SearchGround): readonly Hit[] {
  if (outer === undefined) return hits
  return hits.flatMap((hit) => {
    const joined = join(hit.bindings, outer)
    return joined === undefined ? [] : [{ ...hit, bindings: joined.bindings }]
  })
}

const optionKeys = new WeakMap<MatchOptions, string>()
const optionNumbers = new Map<string, string>()

/** Equal options have the same short key. */
function keyOfOptions(options: MatchOptions): string {
  let key = optionKeys.get(options)
  if (key === undefined) {
    const written = JSON.stringify(options)
    key = optionNumbers.get(written) ?? String(optionNumbers.size)
    optionNumbers.set(written, key)
    optionKeys.set(options, key)
  }
  return key
}

function patternHits(text: string, ground: SearchGround): readonly Hit[] {
  const { generic, source, options, known, step } = ground
  const key = `${keyOfOptions(options)} ${text}`
  let hits = known.get(key)
  if (hits !== undefined) return hits
  const plain = generic?.patterns.get(text)
  const compiled = ground.patterns.get(text)
  if (plain !== undefined) hits = findGeneric(plain, generic!.document(), options.generic, step)
  else if (compiled !== undefined && source !== undefined) hits = codeHits(compiled, source, options)
  else return []
  known.set(key, hits)
  return hits
}

/** Most patterns of a rule have a word that the file has not: they are not held against anything. */
function codeHits(compiled: CompiledPattern, source: Source, options: MatchOptions): readonly Hit[] {
  return hasAll(source, compiled.words) ? unique(findPattern(compiled, source, options)) : []
}

function regexHits(
  { regex }: Extract<Formula, { type: 'regex' }>,
  { text }: SearchGround,
  region: Range | undefined,
): readonly Hit[] {
  const from = region?.start ?? 0
  const part = region === undefined ? text : text.slice(region.start, region.end)
  const found = regex.findAll(part, REGEX_HITS_MAX + 1)
  if (found.length > REGEX_HITS_MAX) {
    throw new Failure('limit_reached', `A regex matches more than ${REGEX_HITS_MAX} times.`)
  }
  return found.map(({ start, end, groups }) => {
    let bindings: Bindings
    for (const [number, group] of groups.entries()) {
      if (number === 0 || group === undefined) continue
      const bound = {
        start: from + group.start,
        end: from + group.end,
        node: -1,
        key: part.slice(group.start, group.end),
      }
      bindings = { name: `$${number}`, bound, before: bindings }
      const name = regex.names[number]
      if (name !== undefined) bindings = { name: `$${name}`, bound, before: bindings }
    }
    return { start: from + start, end: from + end, bindings }
  })
}

/** What of a hit is also what a metavariable stands for. */
function focused(hit: Hit, names: readonly string[]): readonly Hit[] {
  return names.flatMap((name) => {
    const bound = boundTo(hit.bindings, name)
    if (bound === undefined) return []
    const start = Math.max(hit.start, bound.start)
    const end = Math.min(hit.end, bound.end)
    return end <= start ? [] : [{ start, end, bindings: hit.bindings }]
  })
}

function withinRegion(hits: readonly Hit[], region: Range | undefined): readonly Hit[] {
  return region === undefined ? hits : hits.filter(({ start, end }) => region.start <= start && end <= region.end)
}

function wholeRegion(region: Range | undefined): readonly Hit[] {
  return region === undefined ? [] : [{ start: region.start, end: region.end, bindings: undefined }]
}
