import { Failure } from '@gatehouse/kernel'
import { findGeneric } from '../generic/find.ts'
import { type Bindings, bindingOf, join } from '../match/bindings.ts'
import { findPattern, type Hit } from '../match/find.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import type { Source } from '../match/source.ts'
import type { Formula, NestedFormula } from '../rules/rule.ts'
import { dropEqual, dropInside, dropTouching, intersect, keepInside, unique } from './combine.ts'
import { mayMatch, meets } from './conditions.ts'
import { costOf } from './cost.ts'
import { keyOfFormula } from './formula-key.ts'
import type { SearchGround } from './ground.ts'
import { nodesAmong, withKeys } from './known-keys.ts'
import { groundAfter, keyOfGuards, testOf, withGuards } from './guards.ts'
import { hintsFor, keyOfHints, withHints, withoutHints } from './hints.ts'
import { metasIn } from './metas.ts'
import { named } from './named.ts'
import type { Range } from './ranges.ts'
import { Sieve } from './sieve.ts'

export type { SearchGround } from './ground.ts'

/** Own limit: hits of one regex in one file. A rule with more is reported as unfinished. */
export const REGEX_HITS_MAX = 10_000

const NO_METAS: ReadonlySet<string> = new Set()

type All = Extract<Formula, { type: 'all' }>
type Combined = All | Extract<Formula, { type: 'any' }>

/**
 * Returns the ranges of a text that a formula matches, sorted and without duplicates.
 * @param region range of the metavariable, for a search within one
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
      return region === undefined ? combinedHits(formula, ground) : combined(formula, ground, region)
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return evaluate(formula.inner, ground, region)
  }
}

/** Returns the hits of a formula, cached per file: rules of one kind share most of their parts. */
function combinedHits(formula: Combined, ground: SearchGround): readonly Hit[] {
  if (ground.outer !== undefined || ground.others !== undefined) return combined(formula, ground, undefined)
  const metas = metasIn(formula)
  if (ground.keys !== undefined && [...ground.keys.keys()].some((name) => metas.has(name)))
    return combined(formula, ground, undefined)
  const key = keyOfFormula(formula) + keyOfHints(metas, ground) + keyOfGuards(metas, ground)
  const { formulas } = ground.known
  let hits = formulas.get(key)
  if (hits === undefined) {
    hits = combined(formula, ground, undefined)
    formulas.set(key, hits)
  }
  return hits
}

function combined(formula: Combined, ground: SearchGround, region: Range | undefined): readonly Hit[] {
  if (formula.type === 'all') return evaluateAll(formula, ground, region)
  return unique(formula.parts.flatMap((part) => evaluate(part, ground, region)))
}

function evaluateAll(formula: All, searchGround: SearchGround, region: Range | undefined): readonly Hit[] {
  const { parts, conditions, focus } = formula
  const ground = withGuards(conditions, withHints(conditions, searchGround))
  if (parts.some((part) => isAbsent(part, ground)) || !mayMatch(conditions, ground)) return []
  const found = hitsOfParts(parts, ground, region)
  if (found === undefined) return []
  const positive = parts.filter(isPositive)
  const inside = parts.filter(isInside)
  // If only surrounding patterns are given, the first one is the match.
  const [first, ...more] = positive.length > 0 ? positive : inside.splice(0, 1)
  const sieve = new Sieve(conditions, ground)
  let hits: readonly Hit[] = first === undefined ? regionHit(region) : found.get(first)!
  hits = sieve.sift(withOuter(hits, ground))
  for (const part of more) hits = sieve.sift(intersect(hits, found.get(part)!, ground.step))
  for (const part of inside) hits = sieve.sift(keepInside(hits, found.get(part)!, ground.step))
  // Negative parts and surrounding parts may contain other words.
  const plain = withoutHints(ground)
  for (const part of parts) {
    if (hits.length === 0) return []
    if (part.type === 'not') hits = dropEqual(hits, evaluate(part.inner, plain, region), ground.step)
    if (part.type !== 'not-inside') continue
    hits =
      part.inner.type === 'regex'
        ? dropTouching(hits, evaluate(part.inner, plain, region), ground.step)
        : dropInside(hits, evaluate(part.inner, plain), ground.step)
  }
  for (const condition of sieve.left) hits = unique(hits.flatMap((hit) => meets(condition, hit, plain)))
  for (const names of focus) hits = unique(hits.flatMap((hit) => focused(hit, names)))
  return formula.as === undefined ? hits : hits.flatMap((hit) => named(hit, formula.as!, ground))
}

/** Returns the hits of each required part, the cheapest first; undefined where one has none. */
function hitsOfParts(
  parts: readonly Formula[],
  ground: SearchGround,
  region: Range | undefined,
): ReadonlyMap<Formula, readonly Hit[]> | undefined {
  // In the order in which they are combined.
  const needed = [...parts.filter(isPositive), ...parts.filter(isInside)]
  const isAround = needed.some(isPositive)
  const ordered = needed.length < 2 ? needed : needed.toSorted((a, b) => costOf(a, ground) - costOf(b, ground))
  const found = new Map<Formula, readonly Hit[]>()
  for (const part of ordered) {
    const isFirst = !isAround && part === needed[0]
    const before = needed.slice(0, needed.indexOf(part))
    const own = withKeys(part, found.values(), groundAfter(before, ground))
    const hits = evaluate(part, own, isInside(part) && !isFirst ? undefined : region)
    if (hits.length === 0) return undefined
    found.set(part, hits)
  }
  return found
}

/** Whether a part that has to be there cannot be, by the words of the file alone. */
function isAbsent(formula: Formula, ground: SearchGround): boolean {
  switch (formula.type) {
    case 'pattern': {
      const compiled = ground.patterns.get(formula.text)
      return compiled !== undefined && ground.source !== undefined && !mayContain(compiled, ground.source)
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

/** Whether a file has the words and the texts of a pattern. */
function mayContain(wanted: Pick<CompiledPattern, 'words' | 'texts'>, { words, texts }: Source): boolean {
  return wanted.words.every((word) => words.has(word)) && wanted.texts.every((text) => texts.has(text))
}

function isInside(formula: Formula): formula is NestedFormula {
  return formula.type === 'inside'
}

function isPositive({ type }: Formula): boolean {
  return type === 'pattern' || type === 'regex' || type === 'any' || type === 'all'
}

/** Adds the outer bindings to hits within a metavariable. */
function withOuter(hits: readonly Hit[], { outer }: SearchGround): readonly Hit[] {
  if (outer === undefined) return hits
  return hits.flatMap((hit) => {
    const joined = join(hit.bindings, outer)
    return joined === undefined ? [] : [{ ...hit, bindings: joined.bindings }]
  })
}

function patternHits(text: string, ground: SearchGround): readonly Hit[] {
  const { generic, source, options, step } = ground
  const { patterns } = ground.known
  const compiled = ground.patterns.get(text)
  const among = compiled && source && nodesAmong(compiled, source, ground)
  if (among !== undefined) return codeHits(compiled!, source!, ground, among)
  const metas = compiled?.metas ?? NO_METAS
  const key = text + keyOfHints(metas, ground) + keyOfGuards(metas, ground)
  let hits = patterns.get(key)
  if (hits !== undefined) return hits
  const plain = generic?.patterns.get(text)
  if (plain !== undefined) hits = findGeneric(plain, generic!.document(), options.generic, step)
  else if (compiled !== undefined && source !== undefined) hits = codeHits(compiled, source, ground)
  else return []
  patterns.set(key, hits)
  return hits
}

/** Returns the hits of a pattern. Most patterns contain a word or a type that the file lacks: these are not matched at all. */
function codeHits(
  compiled: CompiledPattern,
  source: Source,
  ground: SearchGround,
  among?: readonly number[],
): readonly Hit[] {
  if (!mayContain(compiled, source) || !compiled.types.every((type) => source.facts.hasType(type))) return []
  const { metas } = compiled
  const [hints, test] = [hintsFor(metas, ground), testOf(metas, ground)]
  return unique(findPattern(compiled, source, ground.options, hints, test, among))
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
    throw new Failure('limit_reached', `A regular expression matches more than ${REGEX_HITS_MAX} times.`)
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

/** Narrows a hit to the range of a metavariable. */
function focused(hit: Hit, names: readonly string[]): readonly Hit[] {
  return names.flatMap((name) => {
    const bound = bindingOf(hit.bindings, name)
    if (bound === undefined) return []
    const start = Math.max(hit.start, bound.start)
    const end = Math.min(hit.end, bound.end)
    return end <= start ? [] : [{ start, end, bindings: hit.bindings }]
  })
}

function withinRegion(hits: readonly Hit[], region: Range | undefined): readonly Hit[] {
  return region === undefined ? hits : hits.filter(({ start, end }) => region.start <= start && end <= region.end)
}

function regionHit(region: Range | undefined): readonly Hit[] {
  return region === undefined ? [] : [{ start: region.start, end: region.end, bindings: undefined }]
}
