import { marksOf } from '../../src/testing/marks.ts'
import { assignmentOf } from '../../src/match/shapes.ts'
import { childIn, speaking } from '../../src/match/view.ts'
import type { Code } from './code.ts'
import { factsOf } from './facts/all.ts'
import { isFreeRule, isQuietAnywhere } from './fits.ts'
import type { Finding, Group } from './group.ts'
import { asksTypes } from './meaning.ts'

/** A call (or an assignment) with rule verdicts, and its arguments. */
export interface Place {
  readonly statement: number
  readonly call: number
  /** Values that may be moved: no functions, no objects, no values that depend on their context. */
  readonly values: readonly number[]
  readonly verdicts: readonly Verdict[]
}

/** Verdict of one rule on a call. */
export interface Verdict {
  readonly rule: string
  /** Absent without a finding. */
  readonly finding?: Finding
  /** Whether the verdict depends on this call only, at any location. */
  readonly isFree: boolean
  /** Whether it depends on a written type. */
  readonly needsTypes: boolean
}

/** Returns calls with a finding, and calls that test files mark as safe; one per statement. */
export function placesOf(code: Code, group: Group, before: readonly Finding[]): readonly Place[] {
  const places = new Map<number, { call: number; statement: number; verdicts: Verdict[]; values: readonly number[] }>()
  const add = (call: number, values: readonly number[], verdict: Verdict): void => {
    const statement = call === -1 ? undefined : statementOf(code, call)
    if (statement === undefined) return
    const known = places.get(statement)
    if (known === undefined) places.set(statement, { call, statement, values, verdicts: [verdict] })
    else if (known.call === call) known.verdicts.push(verdict)
  }
  const marks = marksOf(code.text)
  const wanted = new Set(marks.filter(({ kind }) => kind === 'ruleid').map(({ rule, line }) => `${rule} ${line}`))
  for (const finding of before) {
    const { rule, file } = finding
    if (file !== code.file || !wanted.has(`${rule} ${code.lineOf(finding.start)}`)) continue
    const { call, values, isFree, needsTypes } = group.taint.has(rule)
      ? sinkOf(code, group, finding)
      : callOf(code, group, finding)
    add(call, values, { rule, finding, isFree, needsTypes })
  }
  for (const { kind, rule, line } of marks) {
    const call = kind === 'ok' ? callAt(code, line) : -1
    if (call !== -1) add(call, valuesOf(code, call), { rule, isFree: isQuietAnywhere(group, rule), needsTypes: false })
  }
  return [...places.values()]
}

interface Found {
  readonly call: number
  readonly values: readonly number[]
  readonly isFree: boolean
  readonly needsTypes: boolean
}

const NONE: Found = { call: -1, values: [], isFree: false, needsTypes: false }

/** Returns the sink of a finding: the call of its pattern, and the reported part. */
function sinkOf(code: Code, group: Group, { rule, start, end }: Finding): Found {
  const ranges = group.sinksIn(rule, code.source).filter((sink) => sink.start <= start && sink.end >= end)
  const [whole] = ranges
    .filter((range) => range.hasFocus === (range.start < start || range.end > end))
    .toSorted((a, b) => a.end - a.start - (b.end - b.start))
  const call = whole === undefined ? undefined : nodesAt(code, whole).find((node) => isCall(code, node))
  if (whole === undefined || call === undefined) return NONE
  const { isFree, needsTypes } = whole
  if (whole.start === start && whole.end === end) return { call, values: valuesOf(code, call), isFree, needsTypes }
  const value = nodesAt(code, { start, end })[0]
  const { extract, names } = factsOf(code.language)!
  const isFixed =
    value === undefined || [...extract.shapes, ...Object.keys(names.shorthands)].includes(code.kind(value))
  return isFixed ? NONE : { call, values: [value], isFree, needsTypes }
}

/** Returns the matched call, or the call that receives the match. */
function callOf(code: Code, { search }: Group, { rule, start, end }: Finding): Found {
  const searched = search.get(rule)!
  const about = { isFree: isFreeRule(searched), needsTypes: asksTypes(searched.formula) }
  const found = nodesAt(code, { start, end })
  const own = found.find((node) => isCall(code, node))
  if (own !== undefined) return { call: own, values: valuesOf(code, own), ...about }
  let [item = -1] = found
  while (item > 0 && !isCall(code, item)) item = code.parent(item)
  const values = item > 0 ? valuesOf(code, item) : []
  return values.some((value) => found.includes(value)) ? { ...about, call: item, values, isFree: false } : NONE
}

/** The nodes that are a range, the outermost first. */
function nodesAt(code: Code, { start, end }: { readonly start: number; readonly end: number }): readonly number[] {
  return [...code.nodes()].filter((node) => code.start(node) === start && code.end(node) === end && code.isNamed(node))
}

/** Returns the statement of a node that runs exactly once per statement; undefined for other nodes. */
function statementOf(code: Code, node: number): number | undefined {
  const { statements, lazy } = factsOf(code.language)!.extract
  for (let item = node; item > 0; item = code.parent(item)) {
    const kind = code.kind(item)
    const isInBlock = code.isBlock(code.parent(item))
    if (isInBlock) return statements.includes(kind) && code.isFirst(code.start(item)) ? item : undefined
    if (item === node) continue
    if (code.language.functions.includes(kind)) return undefined
    if (lazy.includes(kind) && (!kind.startsWith('binary') || isLogic(code, item))) return undefined
  }
  return undefined
}

function isLogic(code: Code, node: number): boolean {
  return code.children(node).some((child) => /^(?:&&|\|\||and|or|\?\?)$/.test(code.textOf(child)))
}

function isCall(code: Code, node: number): boolean {
  return (
    code.isNamed(node) &&
    (code.vocabulary.rows.calls.has(code.tree.kind[node]!) ||
      assignmentOf(code.tree, node, code.vocabulary) !== undefined)
  )
}

/** Returns the outermost call that starts on a line. */
function callAt(code: Code, line: number): number {
  const from = code.lines[line - 1]!
  const end = code.lines[line] ?? code.text.length
  for (const node of code.nodes()) {
    if (code.start(node) < from || code.start(node) >= end || !code.vocabulary.rows.calls.has(code.tree.kind[node]!))
      continue
    const assignment = assignmentOf(code.tree, code.parent(node), code.vocabulary)
    return assignment?.left === node ? -1 : node
  }
  return -1
}

/** Returns the arguments of a call, or the assigned value. */
function valuesOf(code: Code, call: number): readonly number[] {
  const { tree, vocabulary } = code
  const row = vocabulary.rows.calls.get(tree.kind[call]!)
  const values = row === undefined ? [assignmentOf(tree, call, vocabulary)!.right] : argumentsOf(code, call, row.args)
  const { shapes } = factsOf(code.language)!.extract
  return values.map((item) => valueIn(code, item)).filter((item) => !shapes.includes(code.kind(item)))
}

function argumentsOf(code: Code, call: number, field: string): readonly number[] {
  const args = childIn(code.tree, call, code.tree.kinds.field(field))
  // Parts of a template are no arguments.
  if (args === -1 || /template|string/.test(code.kind(args))) return []
  const list =
    code.kind(args) === 'call_suffix' ? code.named(args).find((child) => code.kind(child) === 'value_arguments') : args
  return list === undefined ? [] : speaking(code.tree, list, code.vocabulary)
}

/** Returns the value of a named argument. */
function valueIn(code: Code, argument: number): number {
  const inner = code.named(argument)
  if (/^(?:argument|value_argument|keyword_argument|pair)$/.test(code.kind(argument))) return inner.at(-1) ?? argument
  return argument
}
