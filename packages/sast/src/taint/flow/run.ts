import { type FunctionIr, NONE, type Parameter } from '../ir.ts'
import { PATH_MAX } from '../facts.ts'
import { noteExit } from '../guards/checks.ts'
import { type Finding, UNKNOWN } from '../guards/truth.ts'
import { refine } from '../guards/refine.ts'
import { isTrue } from './constants.ts'
import { type FileRun, FUNCTION_STEPS_MAX, OverBudget } from './file-run.ts'
import { FLOWS_MAX } from './flows.ts'
import { FunctionRun } from './function-run.ts'
import type { Limits } from './state.ts'
import { ended, step } from './instructions.ts'
import { reachableValues } from './held.ts'
import { asTyped, markedAfter, marked, propagated } from './marking.ts'
import { neverReturns } from './never.ts'
import { type Plan, planOf } from './plan.ts'
import { nextOf } from './uses.ts'
import { isScalar } from './types.ts'
import { NOTHING, single, union, type Value } from './values.ts'

/**
 * Precision levels: maximum path length, flow sensitivity, and maximum steps and flows per instruction. A function above a limit is
 * analysed again at a lower precision, which over-approximates but loses no flow.
 */
const LEVELS = [
  { depth: PATH_MAX, isFlat: false, steps: 40, flows: 12 },
  { depth: 2, isFlat: false, steps: 60, flows: 12 },
  { depth: 1, isFlat: true, steps: 120, flows: 25 },
] as const

/** Own value: additional steps for small functions. */
const STEPS_BASE = 3_000
const FLOWS_BASE = 300

/** Analyses a function for all possible inputs. Results found before the budget ended are kept. */
export function runFunction(file: FileRun, fn: FunctionIr): FunctionRun {
  const plan = planOf(fn, file.cells, file.targets.size > 0, file.marks.exits.length > 0)
  const size = plan.callAt.length
  if (!file.isSpent) {
    for (const { depth, isFlat, steps, flows } of LEVELS.slice(file.firstLevel)) {
      const stepsMax = Math.min(FUNCTION_STEPS_MAX, STEPS_BASE + steps * size)
      const flowsMax = Math.min(FLOWS_MAX, FLOWS_BASE + flows * size)
      const run = runAt(file, fn, plan, depth, { isFlat, stepsMax, flowsMax })
      if (!run.isOver && !run.isCut && !run.flows.isFull) return run
    }
  }
  const stepsMax = Math.max(STEPS_BASE, Math.min(FUNCTION_STEPS_MAX, file.stepsLeft))
  return runAt(file, fn, plan, 0, { isFlat: true, stepsMax, flowsMax: FLOWS_MAX })
}

function runAt(file: FileRun, fn: FunctionIr, plan: Plan, depth: number, limits: Limits): FunctionRun {
  file.atoms.depth = depth
  const run = new FunctionRun(file, fn, plan, limits)
  try {
    if (fn.blocks.length > 0) begin(run)
    if (limits.isFlat) runFlat(run)
    else runInOrder(run)
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    run.isOver = true
  }
  file.spend(run.steps)
  return run
}

function isFull(run: FunctionRun): boolean {
  return run.isCut || run.flows.isFull
}

function runInOrder(run: FunctionRun): void {
  while (run.open.size > 0 && !isFull(run)) {
    let first = Infinity
    for (const place of run.open) if (place < first) first = place
    run.open.delete(first)
    runBlock(run, run.plan.blockAt[first]!)
  }
}

/** Visits all reachable blocks until the state is stable. */
function runFlat(run: FunctionRun): void {
  for (let before = -1; before !== run.version + run.open.size && !isFull(run);) {
    before = run.version + run.open.size
    for (const [place, block] of run.plan.blockAt.entries()) {
      if (run.open.has(place) && !isFull(run)) runBlock(run, block)
    }
  }
}

function begin(run: FunctionRun): void {
  const { atoms, fn } = run
  if (fn.receiver !== NONE) run.set(fn.receiver, single(atoms.origin({ type: 'parameter', index: -1 })))
  for (const [index, parameter] of fn.parameters.entries()) {
    const place = atoms.origin({ type: 'parameter', index })
    const isPlain = isScalar(run.file.file.language, parameter.type)
    run.set(parameter.register, asTyped(run, single(isPlain ? atoms.data(place) : place), parameter.type))
  }
  for (const parameter of fn.parameters) markParameter(run, parameter)
  run.flowTo(0)
}

function markParameter(run: FunctionRun, { node, nameNode, register, type }: Parameter): void {
  for (const at of node === nameNode ? [node] : [node, nameNode]) {
    const spot = { type: 'register', register } as const
    if (run.file.targets.has(at)) run.results.set(at, { register, spot })
    const marks = run.file.marks.byNode.get(at)
    if (marks === undefined) continue
    if (type !== undefined) for (const mark of marks.sources) run.file.sourceTypes.set(mark, type)
    const value = asTyped(run, marked(run, marks, run.get(register)), type)
    run.set(register, value)
    propagated(run, marks, value)
    markedAfter(run, marks, spot)
  }
}

function runBlock(run: FunctionRun, index: number): void {
  const { fn, plan } = run
  const { instructions, ending } = fn.blocks[index]!
  run.enter(index)
  const site = plan.firstSite[index]!
  for (const [at, instruction] of instructions.entries()) {
    step(run, instruction, site + at)
    if (instruction.op !== 'call' || !neverReturns(run, instruction)) continue
    thrown(run, NOTHING)
    return
  }
  if (ending.type !== 'return' && ending.type !== 'throw') run.sweep(nextOf(fn.blocks[index]!))
  switch (ending.type) {
    case 'jump':
      run.flowToHandler()
      run.flowTo(ending.to)
      break
    case 'branch': {
      run.flowToHandler()
      const { constant } = run.get(ending.condition)
      const isYes = constant === undefined ? undefined : isTrue(run.file.file.language, constant)
      const truth = ending.yes === ending.no ? UNKNOWN : run.guards.atBranch(index)
      if (isYes !== false) flowKnowing(run, ending.yes, truth.yes)
      if (isYes !== true && ending.yes !== ending.no) flowKnowing(run, ending.no, truth.no)
      break
    }
    case 'choose':
      run.flowToHandler()
      for (const to of new Set(ending.to)) run.flowTo(to)
      break
    case 'return':
      atExit(run, ending.node)
      noteExit(run, index)
      leave(run, ended(run, ending.value, ending.node), 'return')
      break
    case 'throw':
      thrown(run, ended(run, ending.value, ending.node))
      break
    case 'end':
    default:
      atExit(run, fn.node)
      noteExit(run, index)
      leave(run, NOTHING, 'return')
      break
  }
}

/** Continues at a block with facts about values. */
function flowKnowing(run: FunctionRun, to: number, findings: readonly Finding[]): void {
  if (findings.length === 0 || run.isFlat) {
    run.flowTo(to)
    return
  }
  const before = run.state
  run.state = { slots: [...before.slots], heap: before.heap.fork() }
  refine(run, findings, run.guards.endOf(run.block))
  run.flowTo(to)
  run.state = before
}

function thrown(run: FunctionRun, value: Value): void {
  if (run.fn.blocks[run.block]!.handler === undefined) {
    leave(run, value, 'throw')
    return
  }
  run.thrown = union(run.thrown, value)
  run.isDirty = true
  run.flowToHandler()
}

/** Passes variables at the end of a function to sinks that read them. @param node where it ends */
function atExit(run: FunctionRun, node: number): void {
  const { marks } = run.file
  for (const mark of marks.exits) {
    const { start, end } = marks.sinks[mark]!
    const [own, last] = [run.file.rangeOf(run.fn.node), run.file.rangeOf(node)]
    // Of nested functions, only the one that contains the sink counts.
    const isThere =
      start >= own.start && end <= own.end && last.end <= end && (last.start >= start || node === run.fn.node)
    if (isThere) run.give(reachableValues(run), run.flows.port({ type: 'sink', mark }))
  }
}

/** Ends the function: records its result, and what it stored in parameters. */
function leave(run: FunctionRun, value: Value, type: 'return' | 'throw'): void {
  const { atoms, fn, flows } = run
  if (type === 'return') run.flowToHandler()
  run.give(type === 'return' ? asTyped(run, value, fn.returnType) : value, flows.port({ type }))
  if (run.state.heap.size === 0) return
  for (let index = fn.receiver === NONE ? 0 : -1; index < fn.parameters.length; index += 1) {
    const place = atoms.origin({ type: 'parameter', index })
    if (run.state.heap.get(place) !== undefined) run.give(single(place), flows.port({ type: 'parameter', index }))
  }
}
