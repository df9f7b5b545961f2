import { NONE, type Register } from '../../../ir.ts'
import type { FunctionBuilder } from '../../function-builder.ts'

/** State of a shell function besides its variables: its output and its input. */
interface Shell {
  /** Outputs collected for a substitution or the next command of a pipe, the innermost last; null: discarded. */
  readonly outputs: (Register[] | null)[]
  /** Standard inputs, the innermost last. */
  readonly inputs: Register[]
  /** Number of enclosing subshells: an exit only leaves the innermost one. */
  subshells: number
  /** Whether arguments are shifted anywhere: then their numbers have no fixed meaning. */
  shifts: boolean
  /** List of the function's arguments; NONE in a script. */
  given: Register
}

const shells = new WeakMap<FunctionBuilder, Shell>()

export function shellOf(f: FunctionBuilder): Shell {
  let shell = shells.get(f)
  if (shell === undefined) {
    shell = { outputs: [], inputs: [], subshells: 0, shifts: false, given: NONE }
    shells.set(f, shell)
  }
  return shell
}

/** A value is written to standard output. */
export function write(f: FunctionBuilder, value: Register, node: number): void {
  const { outputs } = shellOf(f)
  if (outputs.length > 0) outputs.at(-1)?.push(value)
  else if (f.yields !== NONE) f.store(f.yields, undefined, value, node)
}

/** Lowers code and returns its standard output. */
export function outputOf(f: FunctionBuilder, node: number, run: () => void): Register {
  const shell = shellOf(f)
  const found: Register[] = []
  shell.outputs.push(found)
  shell.subshells += 1
  run()
  shell.subshells -= 1
  shell.outputs.pop()
  return f.combine('text', found, node)
}

/** Lowers code with discarded output. */
export function unseen(f: FunctionBuilder, run: () => void): void {
  const { outputs } = shellOf(f)
  outputs.push(null)
  run()
  outputs.pop()
}

/** Does something that reads a value from standard input. */
export function reading(f: FunctionBuilder, input: Register, run: () => void): void {
  const { inputs } = shellOf(f)
  inputs.push(input)
  run()
  inputs.pop()
}

/** Returns the standard input; NONE for that of the whole script. */
export function inputOf(f: FunctionBuilder): Register {
  return shellOf(f).inputs.at(-1) ?? NONE
}
