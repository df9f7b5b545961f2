import { lineStarts, positionOf } from '../../tree/compact-tree.ts'
import type { Source } from '../../match/source.ts'
import type { CallFacts, CheckFacts, FileFacts, FunctionFacts, CodeRange } from '../facts.ts'
import { checkFacts, checksOf, mayCheck } from '../guards/checks.ts'
import type { Checks } from '../guards/helpers.ts'
import type { FileIr, FunctionIr, Instruction } from '../ir.ts'
import type { Marks } from '../marks.ts'
import { FileRun } from './file-run.ts'
import { FLOWS_MAX } from './flows.ts'
import type { FunctionRun } from './function-run.ts'
import { runFunction } from './run.ts'

/**
 * Computes the data-flow facts of one file.
 * @param path path of the file, which distinguishes its facts from those of other files
 * @param firstLevel initial precision: 0 is the most precise; higher levels over-approximate in less time
 */
export function factsOf(file: FileIr, marks: Marks, source: Source, path: string, firstLevel = 0): FileFacts {
  const starts = lineStarts(source.tree.text)
  const places = new Map<number, CodeRange>()
  const place = (node: number): CodeRange => {
    const known = places.get(node)
    if (known !== undefined) return known
    const from = positionOf(starts, source.tree.start[node]!)
    const to = positionOf(starts, Math.max(source.tree.start[node]!, source.tree.end[node]! - 1))
    const made = { line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
    places.set(node, made)
    return made
  }
  const shared = new FileRun(file, marks, source.tree, firstLevel)
  const gaps = file.unknown.map((kind) => `${UNMODELLED}"${kind}" and approximates it by its parts.`)
  const functions: FunctionFacts[] = []
  const checks: CheckFacts[] = []
  for (const found of foundBy(shared, place)) {
    functions.push(found.facts)
    if (found.checkFacts !== undefined) checks.push(found.checkFacts)
    gaps.push(...found.gaps)
  }
  return {
    path,
    language: file.language,
    package: file.package,
    rules: marks.rules,
    functions,
    classes: file.classes.map(({ name, supers, methods, fields }) => ({ name, supers, methods, fields })),
    imports: file.imports,
    exports: file.exports,
    sources: marks.sources.map((item, mark) => {
      const type = shared.sourceTypes.get(mark)
      return type === undefined ? item : { ...item, type }
    }),
    sinks: marks.sinks,
    ...(shared.asks.length === 0 ? {} : { asks: shared.asks }),
    ...(checks.length === 0 ? {} : { checks }),
    gaps,
  }
}

const UNMODELLED = 'The data-flow analysis does not model '

/** Whether a gap of a file comes from a limit, beyond which flows are missing. */
export function isCutOff(gap: string): boolean {
  return !gap.startsWith(UNMODELLED)
}

/** Gatehouse-specific limit: maximum depth of nested sanitizer queries between functions. */
const WITHIN_MAX = 8

/** Analysis result of one function. The much larger working state is not kept. */
interface Found {
  readonly facts: FunctionFacts
  readonly checks: Checks | undefined
  readonly checkFacts: CheckFacts | undefined
  readonly gaps: readonly string[]
}

/**
 * Analyses each function once, after the functions whose sanitizer results it needs.
 * @returns in the order of the functions
 */
function foundBy(shared: FileRun, place: (node: number) => CodeRange): readonly Found[] {
  /** Undefined while a function is run. */
  const done = new Map<number, Found | undefined>()
  let within = 0
  const foundOf = (fn: FunctionIr): Found | undefined => {
    if (done.has(fn.id)) return done.get(fn.id)
    done.set(fn.id, undefined)
    const { depth } = shared.atoms
    const run = runFunction(shared, fn)
    shared.atoms.depth = depth
    const { mayCheck: isCheck } = run.plan
    const found = {
      facts: functionFacts(run, place),
      checks: isCheck ? checksOf(run) : undefined,
      checkFacts: isCheck ? checkFacts(run) : undefined,
      gaps: flowGaps(run, place(fn.node)),
    }
    done.set(fn.id, found)
    return found
  }
  shared.checksOf = (id) => {
    const fn = shared.file.functions[id]
    if (fn === undefined || !mayCheck(fn) || (!done.has(id) && within >= WITHIN_MAX)) return undefined
    within += 1
    const found = foundOf(fn)
    within -= 1
    return found?.checks
  }
  return shared.file.functions.map((fn) => foundOf(fn)!)
}

function functionFacts(run: FunctionRun, place: (node: number) => CodeRange): FunctionFacts {
  const { fn } = run
  return {
    name: fn.name,
    kind: fn.kind,
    owner: fn.owner,
    outer: fn.outer,
    parameters: fn.parameters.map(({ name, isRest, type }) => ({
      name,
      isRest,
      ...(type === undefined ? {} : { type }),
    })),
    ...(fn.returnType === undefined ? {} : { returnType: fn.returnType }),
    place: place(fn.node),
    calls: run.plan.calls.map((call, index) => callFacts(call, run.constants[index], place)),
    flows: run.flows.list(place),
    open: run.flows.open(),
  }
}

function callFacts(
  call: Extract<Instruction, { op: 'call' }>,
  constants: FunctionRun['constants'][number],
  place: (node: number) => CodeRange,
): CallFacts {
  const spread = call.arguments.flatMap((argument, index) => (argument.isSpread === true ? [index] : []))
  const known = constants?.some((constant) => constant !== null) === true
  return {
    name: call.name,
    method: call.method,
    ...(call.receiverType === undefined ? {} : { receiverType: call.receiverType }),
    isNew: call.isNew,
    arguments: call.arguments.map((argument) => argument.name ?? null),
    ...(known ? { constants: constants.map((constant) => (constant === null ? null : String(constant))) } : {}),
    ...(spread.length === 0 ? {} : { spread }),
    place: place(call.node),
  }
}

function flowGaps(run: FunctionRun, { line }: CodeRange): string[] {
  const what = nameOf(run.fn)
  const gaps: string[] = []
  if (run.isOver)
    gaps.push(`${what} in line ${line} exceeds the analysis limit, so only some of its data flows were found.`)
  if (run.flows.isFull)
    gaps.push(`${what} in line ${line} has more than ${FLOWS_MAX} data flows; only the first ones were analyzed.`)
  if (run.isCut)
    gaps.push(`${what} in line ${line} has objects with too many parts; only the first ones were analyzed.`)
  return gaps
}

function nameOf(fn: FunctionIr): string {
  if (fn.kind === 'module') return 'The file itself'
  return fn.name === '' ? 'An unnamed function' : `The function "${fn.name}"`
}
