import { type Bindings, boundTo, entriesOf, join } from '../match/bindings.ts'
import { findPattern, type Hit } from '../match/find.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import type { MatchOptions, Source } from '../match/source.ts'
import type { Formula, NestedFormula } from '../rules/rule.ts'
import { meets } from './conditions.ts'

/** Ours: hits of one regex in one file. */
const REGEX_HITS_MAX = 10_000

/** The text that a search is in; without a tree it has no patterns. */
export interface SearchGround {
  readonly text: string
  readonly source?: Source
  readonly patterns: ReadonlyMap<string, CompiledPattern>
  readonly options: MatchOptions
  /** Hits by pattern: rules and parts of rules ask for the same ones. */
  readonly known: Map<string, readonly Hit[]>
  /** Counts work that is not matching. @throws {Failure} `limit_reached` */
  readonly step: () => void
}

/** A piece of the text that a metavariable stands for. */
export interface Region {
  readonly start: number
  readonly end: number
}

type All = Extract<Formula, { type: 'all' }>

/** The ranges of a text that a formula finds, in order and without repeats. */
export function evaluate(formula: Formula, ground: SearchGround, region?: Region): readonly Hit[] {
  switch (formula.type) {
    case 'pattern':
      return withinRegion(patternHits(formula.text, ground), region)
    case 'regex':
      return regexHits(formula, ground, region)
    case 'any':
      return unique(formula.parts.flatMap((part) => evaluate(part, ground, region)))
    case 'all':
      return evaluateAll(formula, ground, region)
    case 'inside':
    case 'not':
    case 'not-inside':
    default:
      return evaluate(formula.inner, ground, region)
  }
}

function evaluateAll(
  { parts, conditions, focus }: All,
  ground: SearchGround,
  region: Region | undefined,
): readonly Hit[] {
  const positive = parts.filter(
    (one) => one.type === 'pattern' || one.type === 'regex' || one.type === 'any' || one.type === 'all',
  )
  const inside = parts.filter(isInside)
  // Where only surroundings are given, the first of them is what is looked for.
  const [first, ...more] = positive.length > 0 ? positive : inside.splice(0, 1)
  let hits: readonly Hit[] = first === undefined ? wholeRegion(region) : evaluate(first, ground, region)
  for (const part of more) hits = intersect(hits, evaluate(part, ground, region), ground)
  for (const { inner } of inside) hits = keepInside(hits, evaluate(inner, ground), ground)
  for (const part of parts) {
    if (hits.length === 0) return []
    if (part.type === 'not') hits = dropEqual(hits, evaluate(part.inner, ground, region), ground)
    if (part.type !== 'not-inside') continue
    const others = evaluate(part.inner, ground, part.inner.type === 'regex' ? region : undefined)
    hits = dropInside(hits, others, ground, part.inner.type === 'regex')
  }
  for (const condition of conditions) hits = unique(hits.flatMap((hit) => meets(condition, hit, ground)))
  for (const names of focus) hits = unique(hits.flatMap((hit) => focused(hit, names)))
  return hits
}

function isInside(formula: Formula): formula is NestedFormula {
  return formula.type === 'inside'
}

function patternHits(text: string, ground: SearchGround): readonly Hit[] {
  const compiled = ground.patterns.get(text)
  if (compiled === undefined || ground.source === undefined) return []
  const key = `${JSON.stringify(ground.options)} ${text}`
  let hits = ground.known.get(key)
  if (hits === undefined) {
    hits = unique(findPattern(compiled, ground.source, ground.options))
    ground.known.set(key, hits)
  }
  return hits
}

function regexHits(
  { regex }: Extract<Formula, { type: 'regex' }>,
  { text }: SearchGround,
  region: Region | undefined,
): readonly Hit[] {
  const from = region?.start ?? 0
  const part = region === undefined ? text : text.slice(region.start, region.end)
  return regex.findAll(part, REGEX_HITS_MAX).map(({ start, end, groups }) => {
    let bindings: Bindings
    groups.forEach((group, number) => {
      if (number === 0 || group === undefined) return
      bindings = {
        name: `$${number}`,
        bound: { start: from + start, end: from + end, node: -1, key: group },
        before: bindings,
      }
    })
    return { start: from + start, end: from + end, bindings }
  })
}

/** Both match the same code: the smaller range stands, with what both bind. */
function intersect(a: readonly Hit[], b: readonly Hit[], { step }: SearchGround): readonly Hit[] {
  const found: Hit[] = []
  for (const x of a) {
    for (const y of b) {
      step()
      const smaller = isIn(x, y) ? x : isIn(y, x) ? y : undefined
      if (smaller === undefined) continue
      const joined = join(x.bindings, y.bindings)
      if (joined !== undefined) found.push({ start: smaller.start, end: smaller.end, bindings: joined.bindings })
    }
  }
  return unique(found)
}

function keepInside(hits: readonly Hit[], around: readonly Hit[], { step }: SearchGround): readonly Hit[] {
  const found: Hit[] = []
  for (const x of hits) {
    for (const y of around) {
      step()
      if (!isIn(x, y)) continue
      const joined = join(x.bindings, y.bindings)
      if (joined !== undefined) found.push({ start: x.start, end: x.end, bindings: joined.bindings })
    }
  }
  return unique(found)
}

function dropEqual(hits: readonly Hit[], others: readonly Hit[], { step }: SearchGround): readonly Hit[] {
  return hits.filter((x) =>
    others.every((y) => {
      step()
      return x.start !== y.start || x.end !== y.end || join(x.bindings, y.bindings) === undefined
    }),
  )
}

/** @param isText whether the others are hits of a regex: of such a one any overlap counts */
function dropInside(
  hits: readonly Hit[],
  others: readonly Hit[],
  { step }: SearchGround,
  isText: boolean,
): readonly Hit[] {
  return hits.filter((x) =>
    others.every((y) => {
      step()
      if (isText) return x.end <= y.start || y.end <= x.start
      return !isIn(x, y) || join(x.bindings, y.bindings) === undefined
    }),
  )
}

function focused(hit: Hit, names: readonly string[]): readonly Hit[] {
  return names.flatMap((name) => {
    const bound = boundTo(hit.bindings, name)
    // A later step narrows what an earlier one left.
    if (bound === undefined || bound.end <= bound.start) return []
    return [{ start: bound.start, end: bound.end, bindings: hit.bindings }]
  })
}

function withinRegion(hits: readonly Hit[], region: Region | undefined): readonly Hit[] {
  return region === undefined ? hits : hits.filter((hit) => isIn(hit, region))
}

function wholeRegion(region: Region | undefined): readonly Hit[] {
  return region === undefined ? [] : [{ ...region, bindings: undefined }]
}

function isIn(inner: Region, outer: Region): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

function unique(hits: readonly Hit[]): readonly Hit[] {
  if (hits.length < 2) return hits
  const seen = new Set<string>()
  return hits.filter((hit) => {
    const bound = entriesOf(hit.bindings).map(([name, one]) => `${name}=${one.key}@${one.start}`)
    const key = `${hit.start} ${hit.end} ${bound.join(' ')}`
    return !seen.has(key) && seen.add(key)
  })
}
