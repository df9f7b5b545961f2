import { isTrue } from '../flow/constants.ts'
import type { FunctionRun } from '../flow/function-run.ts'
import { type FunctionIr, NONE, type Register } from '../ir.ts'
import { both, type Checks, safetyOf } from './helpers.ts'
import { refine, type Safe } from './refine.ts'

/** Ours: functions with more parameters ask for more than whether one of them may be. */
const PARAMETERS_MAX = 4

/** What a function says of its parameters at one of its ends. */
export interface Exit {
  readonly onTrue: readonly Safe[] | undefined
  readonly onFalse: readonly Safe[] | undefined
  readonly onReturn: readonly Safe[]
}

/** Whether a function may be one that asks whether what it is given is allowed: it gives a truth value or throws. */
export function mayCheck(fn: FunctionIr): boolean {
  if (fn.parameters.length === 0 || fn.parameters.length > PARAMETERS_MAX || fn.kind === 'constructor') return false
  return fn.blocks.some(({ ending }) => ending.type === 'throw' || ending.type === 'return')
}

/** Notes what is known of parameters where a block ends the function. */
export function noteExit(run: FunctionRun, block: number): void {
  const { fn, guards } = run
  if (run.isFlat || !run.plan.mayCheck) return
  const { ending } = fn.blocks[block]!
  const given = (): readonly Safe[] =>
    fn.parameters.map(({ register }): Safe =>
      guards.inside.all(register).length > 0 ? [] : safetyOf(run, run.get(register)),
    )
  const onReturn = given()
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
    const found = given()
    run.state = state
    return found
  }
  run.exits.set(block, {
    onTrue: isYes === false ? undefined : after(truth.yes),
    onFalse: isYes === true ? undefined : after(truth.no),
    onReturn,
  })
}

/** Whether a function gives an error of Go there, which is never nothing; undefined where that is not known. */
function isSomething({ guards }: FunctionRun, block: number, value: Register): true | undefined {
  const one = guards.inside.of(value, guards.endOf(block))?.one
  if (one?.op === 'call') return /^(?:errors\.New|fmt\.Errorf)$/.test(one.name) ? true : undefined
  return one?.op === 'load' && /^[eE]rr[A-Z]/.test(one.cell.name) ? true : undefined
}

/** What all ends of a function say together. */
export function checksOf(run: FunctionRun): Checks | undefined {
  if (run.exits.size === 0 || run.isOver || run.isCut) return undefined
  const all = [...run.exits.values()]
  const nothing = run.fn.parameters.map((): Safe => [])
  const together = (lists: readonly (readonly Safe[] | undefined)[]): readonly Safe[] => {
    const known = lists.filter((list) => list !== undefined)
    const [first, ...rest] = known
    // Of what never happens nothing is said.
    if (first === undefined) return nothing
    return rest.reduce((safe, list) => safe.map((one, index) => both(one, list[index]!)), first)
  }
  return {
    onTrue: together(all.map(({ onTrue }) => onTrue)),
    onFalse: together(all.map(({ onFalse }) => onFalse)),
    onReturn: together(all.map(({ onReturn }) => onReturn)),
    lists: [...run.listParameters],
  }
}
