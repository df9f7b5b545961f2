import type { TextViews, View, ViewName } from '../../text/views.ts'
import { AnchorIndex } from './anchors.ts'
import { ContextReader, prepareTerms, SHARED_COUNTER_TERMS, type Terms } from './context.ts'
import {
  CONTEXT_BOOST_DEFAULT,
  COUNTER_PENALTY,
  DUMP_PENALTY,
  type Emit,
  GLUE_PENALTY,
  SCORE_MAX,
  SCORE_THRESHOLD_DEFAULT,
  type PiiEntity,
  type Shape,
  type Source,
} from './entity.ts'
import { isInDump } from './dumps.ts'
import { resolveOverlaps } from './overlaps.ts'
import { capitalsBefore, continues, continuesInCapitals, SHORT_RUN_UNITS_MAX } from './short-runs.ts'
import { shippedTagger, type TaggerModel } from './tagger/model.ts'
import { type TaggedSpan, tagText } from './tagger/spans.ts'
import { isAlnumCode, isDigitCode, scanTokens } from './tokens.ts'
import { readUnits } from './units.ts'

/** Personal data in the original text. The value itself is never part of a finding. */
export interface PiiFinding {
  readonly type: string
  /** `[start, end)` in UTF-16 code units of the original. */
  readonly start: number
  readonly end: number
  readonly score: number
  /** A finer kind, e.g. `github_token` of a SECRET. */
  readonly kind: string | undefined
  readonly view: ViewName
}

export interface PiiDetector {
  /** Findings at or above the threshold, in order, none overlapping another. */
  detect(text: TextViews): readonly PiiFinding[]
  /** Whether words without a number or a symbol may be a finding: names are enabled, or low scores count. */
  readonly findsWords: boolean
}

const NAMES: ReadonlySet<string> = new Set(['PERSON', 'LOCATION', 'ORGANIZATION'])

/** Views in which personal data appear as a person or a program would read them. */
export const PII_VIEWS: readonly ViewName[] = ['original', 'normal', 'decoded']

/**
 * Compiles a detector for some entities; done once per policy version.
 * @param tagger returns the model for names, places, organizations and addresses; default: the bundled one
 */
export function createPiiDetector(
  entities: readonly PiiEntity[],
  threshold: number,
  tagger: () => TaggerModel = shippedTagger,
): PiiDetector {
  const everywhere = compile(entities)
  const inDecoded = compile(entities.filter((entity) => entity.decoded))
  return {
    findsWords: threshold < SCORE_THRESHOLD_DEFAULT || entities.some(({ name }) => NAMES.has(name)),
    detect(text) {
      const found: PiiFinding[] = []
      for (const view of text.views(PII_VIEWS)) {
        const program = view.name === 'decoded' ? inDecoded : everywhere
        scanView(view, { program, threshold, tagger, original: text.original }, found)
      }
      return resolveOverlaps(text.original, found)
    },
  }
}

interface Compiled {
  readonly entity: PiiEntity
  readonly context: Terms
  readonly counter: Terms | null
}

/** Shapes of one form: the text is matched against the form once for all of them. */
interface FormGroup {
  readonly form: RegExp
  readonly shapes: (readonly [Compiled, Shape])[]
}

interface Program {
  /** Shapes by the length of the run that they start with. */
  readonly byLead: readonly (readonly FormGroup[])[]
  /** Shapes by the length of the run of capitals that they start with. */
  readonly byLetterLead: readonly (readonly FormGroup[])[]
  readonly scanners: readonly Compiled[]
  readonly anchors: readonly string[]
  readonly anchorOwners: readonly Compiled[]
  readonly anchorIndex: AnchorIndex
}

function compile(entities: readonly PiiEntity[]): Program {
  const byLead: FormGroup[][] = []
  const byLetterLead: FormGroup[][] = []
  const scanners: Compiled[] = []
  const anchors: string[] = []
  const anchorOwners: Compiled[] = []
  for (const entity of entities) {
    const compiled = compileEntity(entity)
    for (const shape of entity.shapes ?? []) {
      for (const lead of shape.leads) join((byLead[lead] ??= []), compiled, shape)
      for (const lead of shape.letterLeads ?? []) join((byLetterLead[lead] ??= []), compiled, shape)
    }
    if (entity.scan !== undefined) scanners.push(compiled)
    for (const anchor of entity.atAnchor === undefined ? [] : (entity.anchors ?? [])) {
      anchors.push(anchor)
      anchorOwners.push(compiled)
    }
  }
  return { byLead, byLetterLead, scanners, anchors, anchorOwners, anchorIndex: new AnchorIndex(anchors) }
}

function join(groups: FormGroup[], compiled: Compiled, shape: Shape): void {
  const known = groups.find((group) => group.form === shape.form)
  if (known === undefined) groups.push({ form: shape.form, shapes: [[compiled, shape]] })
  else known.shapes.push([compiled, shape])
}

/** Every policy compiles the same entities: their word lists are prepared once. */
const compiledEntities = new WeakMap<PiiEntity, Compiled>()

function compileEntity(entity: PiiEntity): Compiled {
  const known = compiledEntities.get(entity)
  if (known !== undefined) return known
  const own = new Set(entity.context)
  const counter = [...SHARED_COUNTER_TERMS, ...(entity.counter ?? [])].filter((term) => !own.has(term))
  const compiled = {
    entity,
    context: prepareTerms(entity.context),
    counter: entity.immune === true ? null : prepareTerms(counter),
  }
  compiledEntities.set(entity, compiled)
  return compiled
}

/** Shared state for all views of a text. */
interface Scan {
  readonly program: Program
  readonly threshold: number
  readonly tagger: () => TaggerModel
  readonly original: string
}

function scanView(view: View, { program, threshold, tagger, original }: Scan, found: PiiFinding[]): void {
  const text = view.text
  const units = readUnits(text)
  let tags: readonly TaggedSpan[] | undefined
  const source: Source = {
    text,
    units,
    table: scanTokens(units, text.length, program.anchorIndex.filter),
    tags: () => (tags ??= tagText(tagger(), units, text.length)),
  }
  const reader = new ContextReader(text)
  const before = view.name === 'normal' ? undefined : new ContextReader(original)
  const keep: Keep = (compiled, start, end, base, kind) => {
    let score = weigh(reader, start, end, base, compiled)
    if (score < threshold) return
    const [from, to] = view.toOriginal(start, end)
    // For unchanged text the original has the context words: decoding garbles negative ones.
    if (before !== undefined && original.slice(from, to) === text.slice(start, end)) {
      score = Math.min(score, weigh(before, from, to, base, compiled, 'against'))
    }
    if (score < threshold) return
    found.push({ type: compiled.entity.name, start: from, end: to, score, kind, view: view.name })
  }
  if (source.table.count > 0) scanShapes(source, program, keep)
  for (const compiled of program.scanners) {
    compiled.entity.scan?.(source, (start, end, base, kind) => keep(compiled, start, end, base, kind))
  }
  program.anchorIndex.match(text, units, source.table.marks, (pattern, anchorEnd) => {
    const owner = program.anchorOwners[pattern] as Compiled
    const emit: Emit = (start, end, base, kind) => keep(owner, start, end, base, kind)
    owner.entity.atAnchor?.(source, anchorEnd, emit, program.anchors[pattern] as string)
  })
}

type Keep = (compiled: Compiled, start: number, end: number, base: number, kind?: string) => void

function scanShapes({ text, units, table }: Source, { byLead, byLetterLead }: Program, keep: Keep): void {
  for (let index = 0; index < table.count; index++) {
    const start = table.starts[index] as number
    const runEnd = table.ends[index] as number
    const letters = capitalsBefore(units, start)
    if (letters > 0) scanForms(text, start - letters - 1, byLetterLead[letters], keep)
    const groups = byLead[runEnd - start]
    if (groups === undefined) continue
    if (
      runEnd - start <= SHORT_RUN_UNITS_MAX &&
      !continues(units, runEnd) &&
      !continuesInCapitals(units, start, runEnd)
    )
      continue
    scanForms(text, start, groups, keep)
  }
}

function scanForms(text: string, start: number, groups: readonly FormGroup[] | undefined, keep: Keep): void {
  if (groups === undefined || isJoinedBefore(text, start)) return
  for (const { form, shapes } of groups) {
    form.lastIndex = start
    const match = form.exec(text)?.[0]
    if (match === undefined) continue
    const end = start + match.length
    if (isJoinedAfter(text, end)) continue
    const compact = match.replaceAll(/[ .\-/_]/g, '').toUpperCase()
    const penalty = penaltyOf(text, start, end)
    for (const [compiled, shape] of shapes) {
      const score = shape.judge(compact, match)
      if (score > 0) keep(compiled, start, end, score - penalty)
    }
  }
}

/** @param only  the only direction that counts: evidence of the other direction is ignored */
function weigh(
  reader: ContextReader,
  start: number,
  end: number,
  base: number,
  { entity, context, counter }: Compiled,
  only?: 'against',
): number {
  if (entity.context.length === 0 && counter === null) return base
  const leaning = reader.read(start, end, context, counter)
  if (only !== undefined && leaning !== only) return SCORE_MAX
  if (leaning === 'for') return Math.min(SCORE_MAX, roundScore(base + (entity.boost ?? CONTEXT_BOOST_DEFAULT)))
  return leaning === 'against' ? roundScore(base - COUNTER_PENALTY) : roundScore(base)
}

/** Two decimals: sums of tenths must meet thresholds written in tenths. */
function roundScore(score: number): number {
  return Math.round(score * 100) / 100
}

/** The run is the rest of a longer number or word, or an amount of money. */
function isJoinedBefore(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1)
  if (before === 95) return false
  if (isWideLetter(before) || before === 36 || before === 0x20ac || before === 0xa3) return true
  const joint = before === 45 || before === 46 || before === 47
  return joint && isDigitCode(text.charCodeAt(start - 2))
}

function isJoinedAfter(text: string, end: number): boolean {
  const after = text.charCodeAt(end)
  if (isAlnumCode(after) || after === 95 || after === 37 || isWideLetter(after)) return true
  return (after === 45 || after === 46) && isDigitCode(text.charCodeAt(end + 1))
}

/** Whether letters with a hyphen or underscore precede the run, which makes it a part of an identifier: `ORD-4111…`. */
function isGlued(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1)
  return (before === 45 || before === 95 || before === 47) && isAlnumCode(text.charCodeAt(start - 2))
}

/** Returns the penalty for a candidate inside something longer: an identifier, a column of numbers, a memory dump. */
function penaltyOf(text: string, start: number, end: number): number {
  const match = text.slice(start, end)
  if (match.includes(' ')) {
    if (isInDump(text, start, end)) return DUMP_PENALTY
    if (isInRow(text, start, end)) return GLUE_PENALTY
  }
  return isGlued(text, start) ? GLUE_PENALTY : 0
}

/** Whether a candidate is in a row of numbers: groups of digits have little meaning next to further groups. */
function isInRow(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(end) === 32 && isDigitCode(text.charCodeAt(end + 1))) return true
  return text.charCodeAt(start - 1) === 32 && isDigitCode(text.charCodeAt(start - 2))
}

/** Whether a non-ASCII letter can be joined to digits; scripts without spaces put labels directly before numbers. */
function isWideLetter(code: number): boolean {
  return code >= 0xc0 && code < 0x0e00 && code !== 0xd7 && code !== 0xf7
}
