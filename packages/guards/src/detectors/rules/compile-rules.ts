import { buildAutomaton } from '@gatehouse/kernel/match'
import { AFTER_CHARS, BEFORE_CHARS } from './pattern-rule.ts'
import type { PatternRule } from './pattern-rule.ts'

/** Maximum number of matches of one rule in one text; more have no additional value. */
export const HITS_PER_RULE_MAX = 32

/** Number of rejected candidates of one rule before the scan gives up on the rule: this many, … */
export const REJECTED_BASE_MAX = 512

/** … and one more for each this many characters of text, so that the work stays linear and long benign texts are read completely. */
export const CHARS_PER_REJECTED = 16

/** Number of characters that a regex may read outside its match: word boundaries and short lookarounds. */
const MARGIN_CHARS = 8

export interface RuleHit<Rule extends PatternRule = PatternRule> {
  readonly rule: Rule
  /** Range of the match in the scanned text. */
  readonly start: number
  readonly end: number
  /** How sure the rule is, above 0 and up to 1. */
  readonly confidence: number
}

export interface ScanResult<Rule extends PatternRule = PatternRule> {
  readonly hits: readonly RuleHit<Rule>[]
  /** Rules that stopped before the end of the text, by id. `matches`: enough were found; `work`: the budget was exceeded. */
  readonly capped: readonly { readonly rule: string; readonly reason: 'matches' | 'work' }[]
  /** Characters offered to regexes plus candidates tried: the work, for tests of linearity. */
  readonly steps: number
}

export interface RuleScanner<Rule extends PatternRule = PatternRule> {
  readonly rules: readonly Rule[]
  scan(text: string): ScanResult<Rule>
}

/** A compiled rule with the stretch of text that waits to be searched. */
interface Lane<Rule extends PatternRule> {
  readonly rule: Rule
  readonly glance: PatternRule['glance']
  readonly needsAlso: boolean
  readonly search: RegExp
  readonly confirm: RegExp
  readonly before: number
  readonly after: number
  from: number
  to: number
  resume: number
  found: number
  rejected: number
  done: boolean
  /** End of the last of the rule's other literals, or -1. */
  also: number
  touched: boolean
}

interface Run<Rule extends PatternRule> {
  readonly text: string
  readonly touched: Lane<Rule>[]
  readonly hits: RuleHit<Rule>[]
  readonly capped: { rule: string; reason: 'matches' | 'work' }[]
  readonly rejectedMax: number
  steps: number
}

const NO_LANES: readonly Lane<PatternRule>[] = []

const NOTHING: ScanResult<never> = Object.freeze({ hits: [], capped: [], steps: 0 })

/**
 * Compiles rules into one scanner: a single pass over the text for all anchors of all rules, then each rule's regex in the bounded windows
 * around its own anchors. Adjacent windows of one rule are joined, so each rule reads a character only once and the total work is linear
 * in the text.
 */
export function compileRules<Rule extends PatternRule>(rules: readonly Rule[]): RuleScanner<Rule> {
  const lanes = rules.map(makeLane)
  const { anchors, lanesOf, alsoOf } = indexAnchors(lanes)
  if (anchors.length === 0) return { rules, scan: () => NOTHING }
  const automaton = buildAutomaton(anchors, { ignoreCase: true })
  const lengths = anchors.map((anchor) => anchor.length)
  const alsoLanes = lanes.filter((lane) => lane.rule.also !== undefined)

  function scan(text: string): ScanResult<Rule> {
    let run: Run<Rule> | undefined
    try {
      automaton.scan(text, (anchor, end) => {
        const start = end - (lengths[anchor] as number)
        for (const lane of alsoOf[anchor] as readonly Lane<Rule>[]) lane.also = end
        const anchored = lanesOf[anchor] as readonly Lane<Rule>[]
        if (anchored.length === 0) return
        run ??= startRun(text)
        for (const lane of anchored) {
          // Lanes are searched in the order in which their first anchors end, independent of their glance result.
          touch(lane, run)
          if (lane.done || (lane.glance !== undefined && !lane.glance(text, start, end))) continue
          note(lane, start, end, run)
        }
      })
      if (run === undefined) return NOTHING
      for (const lane of run.touched) if (!lane.done && lane.to >= 0) search(lane, run)
      return { hits: run.hits, capped: run.capped, steps: run.steps }
    } finally {
      // A rule that throws must not leave its lane half-way: the next text would be read from there.
      for (const lane of run?.touched ?? NO_LANES) reset(lane)
      for (const lane of alsoLanes) lane.also = -1
    }
  }

  return { rules, scan }
}

function startRun<Rule extends PatternRule>(text: string): Run<Rule> {
  const rejectedMax = REJECTED_BASE_MAX + Math.floor(text.length / CHARS_PER_REJECTED)
  return { text, touched: [], hits: [], capped: [], rejectedMax, steps: 0 }
}

function makeLane<Rule extends PatternRule>(rule: Rule): Lane<Rule> {
  const flags = rule.find.flags.replaceAll(/[gy]/g, '')
  return {
    rule,
    glance: rule.glance,
    needsAlso: rule.also !== undefined,
    search: new RegExp(rule.find.source, `${flags}g`),
    confirm: new RegExp(rule.find.source, `${flags}y`),
    before: rule.before ?? BEFORE_CHARS,
    after: rule.after ?? AFTER_CHARS,
    from: -1,
    to: -1,
    resume: 0,
    found: 0,
    rejected: 0,
    done: false,
    also: -1,
    touched: false,
  }
}

function touch<Rule extends PatternRule>(lane: Lane<Rule>, run: Run<Rule>): void {
  if (lane.touched) return
  lane.touched = true
  run.touched.push(lane)
}

/** Lanes are reused between scans to avoid allocations; a scan is synchronous and resets each lane. */
function reset(lane: Lane<PatternRule>): void {
  lane.from = -1
  lane.to = -1
  lane.resume = 0
  lane.found = 0
  lane.rejected = 0
  lane.done = false
  lane.touched = false
}

/** Joins the window around an anchor with the pending one, or searches the pending one first if there is a gap. */
function note<Rule extends PatternRule>(lane: Lane<Rule>, start: number, end: number, run: Run<Rule>): void {
  if (lane.to < 0) return open(lane, start, end)
  if (start - lane.before <= lane.to) {
    lane.from = Math.min(lane.from, Math.max(lane.resume, start - lane.before))
    lane.to = Math.max(lane.to, end + lane.after)
    return
  }
  search(lane, run)
  open(lane, start, end)
}

function open(lane: Lane<PatternRule>, start: number, end: number): void {
  lane.from = Math.max(lane.resume, start - lane.before)
  lane.to = end + lane.after
}

/** Runs the regex of a lane on its window and keeps verified matches. */
function search<Rule extends PatternRule>(lane: Lane<Rule>, run: Run<Rule>): void {
  const { text } = run
  // The automaton is past the window, so its last literal is known; one after the window costs a search, no finding.
  if (lane.needsAlso && lane.also < lane.from) return pass(lane, text)
  const sliceStart = Math.max(0, lane.from - MARGIN_CHARS)
  const slice = text.slice(sliceStart, lane.to + MARGIN_CHARS)
  run.steps += slice.length
  lane.search.lastIndex = lane.from - sliceStart
  for (let candidate = lane.search.exec(slice); candidate !== null; candidate = lane.search.exec(slice)) {
    run.steps += 1
    const start = sliceStart + candidate.index
    // A slice has other boundaries than the text, so the match is repeated in place on the whole text.
    lane.confirm.lastIndex = start
    const match = lane.confirm.exec(text)
    const confidence = match === null ? 0 : Number(lane.rule.verify?.(match, text) ?? 1)
    if (match === null || !(confidence > 0)) {
      lane.search.lastIndex = candidate.index + 1
      lane.rejected += 1
      if (lane.rejected > run.rejectedMax) return stop(lane, run, 'work')
      continue
    }
    const end = start + match[0].length
    run.hits.push({ rule: lane.rule, start, end, confidence: Math.min(1, confidence) })
    lane.resume = Math.max(end, start + 1)
    lane.search.lastIndex = lane.resume - sliceStart
    lane.found += 1
    if (lane.found >= HITS_PER_RULE_MAX) return stop(lane, run, 'matches')
  }
  pass(lane, text)
}

function pass(lane: Lane<PatternRule>, text: string): void {
  lane.resume = Math.max(lane.resume, Math.min(text.length, lane.to))
}

function stop(lane: Lane<PatternRule>, run: Run<PatternRule>, reason: 'matches' | 'work'): void {
  run.capped.push({ rule: lane.rule.id, reason })
  lane.done = true
}

function indexAnchors<Rule extends PatternRule>(lanes: readonly Lane<Rule>[]) {
  const places = new Map<string, { readonly lanes: Lane<Rule>[]; readonly also: Lane<Rule>[] }>()
  const placeOf = (literal: string) => {
    const place = places.get(literal) ?? { lanes: [], also: [] }
    places.set(literal, place)
    return place
  }
  for (const lane of lanes) {
    for (const anchor of new Set(lane.rule.anchors.map((each) => each.toLowerCase()))) placeOf(anchor).lanes.push(lane)
    for (const literal of new Set(lane.rule.also)) placeOf(literal).also.push(lane)
  }
  const all = [...places.values()]
  return {
    anchors: [...places.keys()],
    lanesOf: all.map((place) => place.lanes),
    alsoOf: all.map((place) => place.also),
  }
}
