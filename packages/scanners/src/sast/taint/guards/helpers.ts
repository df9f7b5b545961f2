import type { FunctionRun } from '../flow/function-run.ts'
import type { Value } from '../flow/values.ts'
import { NONE } from '../ir.ts'
import type { Call } from './truth.ts'
import type { Safe } from './refine.ts'

/** What a function of the file says of its parameters by what it gives: for which rules they are harmless then. */
export interface Checks {
  readonly onTrue: readonly Safe[]
  readonly onFalse: readonly Safe[]
  /** Where it does not throw. */
  readonly onReturn: readonly Safe[]
}

const NONE_SAFE: Safe = []

/** For which rules an argument is harmless where a call gives true or false, or comes back at all. */
export function safeAfter(run: FunctionRun, call: Call, argument: number, when: boolean | undefined): Safe {
  const ids = calleesOf(run, call)
  if (ids.length === 0) return NONE_SAFE
  let all: Safe = 'all'
  for (const id of ids) {
    const checks = run.file.checksOf(id)
    const list = when === undefined ? checks?.onReturn : when ? checks?.onTrue : checks?.onFalse
    all = both(all, list?.[argument] ?? NONE_SAFE)
  }
  return all
}

/** The functions of the file that a call may mean, where it can mean no others. */
function calleesOf(run: FunctionRun, { callee, name, method, receiver }: Call): readonly number[] {
  const { atoms, file, fn } = run
  const found: number[] = []
  const value = callee === NONE ? undefined : run.get(callee)
  for (const atom of value?.atoms ?? []) {
    const origin = atoms.originOf(atom)
    if (origin?.type === 'function') found.push(origin.id)
  }
  if (found.length > 0) return found.length === value?.atoms.length ? found : []
  // A method of the same class, or a function of the file by its name.
  const isOwn =
    /^(?:this|self|\$this|static|cls|[A-Z]\w*)(?:\.|->|::)\w+$/.test(name) || receiver === NONE || name === method
  if (!isOwn) return []
  const head = /^([A-Z]\w*)(?:\.|->|::)/.exec(name)?.[1]
  const owner = head === undefined ? file.file.classes[fn.owner] : file.file.classes.find((one) => one.name === head)
  const own = owner?.methods.filter((one) => one.name === method) ?? []
  return own.map((one) => one.function)
}

export function both(a: Safe, b: Safe): Safe {
  if (a === 'all') return b
  return b === 'all' ? a : a.filter((rule) => b.includes(rule))
}

/** For which rules a value is harmless by what is said of it. */
export function safetyOf(run: FunctionRun, value: Value): Safe {
  let all: Safe = 'all'
  for (const atom of value.atoms) all = both(all, run.atoms.quals.of(run.atoms.qualOf(atom)).except)
  return all
}
