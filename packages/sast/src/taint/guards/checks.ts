import { isTrue } from '../flow/constants.ts'
import type { FunctionRun } from '../flow/function-run.ts'
import { type FunctionIr, NONE, type Register } from '../ir.ts'
import type { CheckFacts, SafeFacts } from '../facts.ts'
import { listParameters } from './given.ts'
import { both, type Checks, isAsync, safetyOf } from './helpers.ts'
import { refine, type Safe } from './refine.ts'

/** Own limit: functions with more parameters are no simple checks. */
const PARAMETERS_MAX = 4

/** Facts about parameters at one exit of a function. */
export interface Exit {
  readonly onTrue: readonly Safe[] | undefined
  readonly onFalse: readonly Safe[] | undefined
  readonly onReturn: readonly Safe[]
}

/** Whether a function may be a check of its arguments: it returns a boolean or throws. */
export function mayCheck(fn: FunctionIr): boolean {
  if (fn.parameters.length === 0 || fn.parameters.length > PARAMETERS_MAX || fn.kind === 'constructor') return false
  return fn.blocks.some(
    ({ ending, instructions }) =>
      ending.type === 'throw' ||
      ending.type === 'return' ||
      instructions.some((instruction) => instruction.op === 'call' && MAY_THROW.test(instruction.method)),
  )
}

/** Names of functions that throw or exit on a failed check. */
const MAY_THROW = /require|check|assert|ensure|valid|verify|abort|throw|invariant|demand|guard|must/i

/** Records the facts about parameters at an exit block. */
export function noteExit(run: FunctionRun, block: number): void {
  const { fn, guards } = run
  if (run.isFlat || !run.plan.mayCheck) return
  const { ending } = fn.blocks[block]!
  const callback = (): readonly Safe[] =>
    fn.parameters.map(({ register }): Safe =>
      guards.inside.all(register).length > 0 ? [] : safetyOf(run, run.get(register)),
    )
  const onReturn = callback()
  const value = ending.type === 'return' ? ending.value : NONE
  const constant = value === NONE ? null : run.get(value).constant
  const isYes =
    constant === undefined
      ? isSomething(run, block, value)
      : constant !== null && isTrue(run.file.file.language, constant)
  const truth = guards.atReturn(block)
  const after = (findings: typeof truth.yes): readonly Safe[] => {
    if (findings.length === 0) return onReturn
    const { state } = run
    run.state = { slots: [...state.slots], heap: state.heap.fork() }
    refine(run, findings, guards.endOf(block))
    const found = callback()
    run.state = state
    return found
  }
  run.exits.set(block, {
    onTrue: isYes === false ? undefined : after(truth.yes),
    onFalse: isYes === true ? undefined : after(truth.no),
    onReturn,
  })
}

/** Whether a function returns a non-nil Go error there; undefined where that is unknown. */
function isSomething({ guards }: FunctionRun, block: number, value: Register): true | undefined {
  const item = guards.inside.of(value, guards.endOf(block))?.one
  if (item?.op === 'call') return /^(?:errors\.New|fmt\.Errorf)$/.test(item.name) ? true : undefined
  return item?.op === 'load' && /^[eE]rr[A-Z]/.test(item.cell.name) ? true : undefined
}

/** Returns the facts common to all exits of a function. */
export function checksOf(run: FunctionRun): Checks | undefined {
  if (run.exits.size === 0 || run.isOver || run.isCut) return undefined
  const all = [...run.exits.values()]
  const nothing = run.fn.parameters.map((): Safe => [])
  const together = (lists: readonly (readonly Safe[] | undefined)[]): readonly Safe[] => {
    const known = lists.filter((list) => list !== undefined)
    const [first, ...rest] = known
    // A result that never occurs proves nothing.
    if (first === undefined) return nothing
    return rest.reduce((safe, list) => safe.map((item, index) => both(item, list[index]!)), first)
  }
  return {
    onTrue: together(all.map(({ onTrue }) => onTrue)),
    onFalse: together(all.map(({ onFalse }) => onFalse)),
    onReturn: together(all.map(({ onReturn }) => onReturn)),
    lists: [...listParameters(run)],
  }
}

/** Returns the same facts for other files; undefined for none. */
export function checkFacts(run: FunctionRun): CheckFacts | undefined {
  // Arguments from other files are unknown, including the origin of a list.
  const checks = listParameters(run).size > 0 || run.fn.isGenerator === true ? undefined : checksOf(run)
  if (checks === undefined) return undefined
  const first = run.file.marks.groups.length
  const report = (list: readonly Safe[]): readonly SafeFacts[] =>
    list.map((safe) =>
      safe === 'all' ? safe : safe.flatMap((item) => (item < 0 ? [item] : item >= first ? [item - first] : [])),
    )
  const found = { onTrue: report(checks.onTrue), onFalse: report(checks.onFalse), onReturn: report(checks.onReturn) }
  const isSaid = Object.values(found).some((list) => list.some((safe) => safe.length > 0))
  return isSaid ? { function: run.fn.id, ...found, isAsync: isAsync(run, run.fn) } : undefined
}
