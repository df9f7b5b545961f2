import type { FunctionRun } from '../flow/function-run.ts'
import { type Instruction, NONE } from '../ir.ts'
import type { Definition } from './definitions.ts'
import type { Spot } from './known.ts'

/** Own limit: values in the backward search; beyond it a value may come from input. */
const SPOTS_MAX = 200

interface Known {
  /** By location: whether input may affect the value. */
  readonly given: Map<string, boolean>
  readonly lists: Set<number>
}

const byRun = new WeakMap<FunctionRun, Known>()

function knownOf(run: FunctionRun): Known {
  let known = byRun.get(run)
  if (known === undefined) {
    known = { given: new Map(), lists: new Set() }
    byRun.set(run, known)
  }
  return known
}

/** Returns the parameters of a function that are allowlists for its other parameters. */
export function listParameters(run: FunctionRun): ReadonlySet<number> {
  return knownOf(run).lists
}

/**
 * Whether a source may affect a value, according to all code of the file. Parameters of the function are recorded: its callers know their
 * values.
 */
export function isInfluenced(run: FunctionRun, spot: Spot): boolean {
  const key = spotKey(spot)
  const { given } = knownOf(run)
  let found = given.get(key)
  if (found === undefined) {
    found = search(run, spot)
    given.set(key, found)
  }
  return found
}

function spotKey({ in: inside, register, at }: Spot): string {
  return `${inside.fn.id} ${register} ${at.block} ${at.index}`
}

function search(run: FunctionRun, spot: Spot): boolean {
  const { known, marks } = run.file
  const open: Spot[] = [spot]
  const seen = new Set<string>()
  // One more exceeds the limit anyway.
  const add = (more: readonly Spot[]): void => void open.push(...more.slice(0, SPOTS_MAX + 1))
  const isSource = (node: number): boolean => (marks.byNode.get(node)?.sources.length ?? 0) > 0
  for (const next of open) {
    const { in: inside, register, at } = next
    const key = spotKey(next)
    if (register === NONE || seen.has(key)) continue
    seen.add(key)
    // A text that is written in the code is a source of rules about keys that are.
    if (known.constant(next) !== undefined) continue
    if (seen.size > SPOTS_MAX) return true
    const index = inside.fn.parameters.findIndex((item) => item.register === register)
    const parameter = inside.fn.parameters[index]
    if (parameter !== undefined) {
      if (isSource(parameter.node) || isSource(parameter.nameNode)) return true
      if (inside === run.guards.inside) knownOf(run).lists.add(index)
    }
    const last = inside.of(register, at)
    const all: readonly Definition[] = last === undefined ? inside.all(register) : [last]
    for (const { one: by, at: where } of all) {
      if (isSource(by.node)) return true
      for (const from of operandsOf(by)) open.push({ in: inside, register: from, at: where })
      if (by.op === 'load') add(known.savedIn(by.cell))
      if (by.op === 'member' && by.key !== undefined)
        add(known.putInto({ in: inside, register: by.object, at: where }, by.key))
    }
    const valueDefinition = known.of({ in: inside, register, at })
    if (all.length > 0 && valueDefinition !== undefined) add(known.addedTo(valueDefinition))
  }
  return false
}

/** Returns the operands of an instruction. */
function operandsOf(instruction: Instruction): readonly number[] {
  switch (instruction.op) {
    case 'read':
    case 'assign':
    case 'each':
      return [instruction.from]
    case 'combine':
      return instruction.from
    case 'member':
      return [instruction.object]
    case 'make':
      return [...instruction.entries.map(({ value }) => value), ...instruction.all]
    case 'call':
      return [instruction.receiver, ...instruction.arguments.map(({ value }) => value)]
    case 'constant':
    case 'store':
    case 'clear':
    case 'function':
    case 'class':
    case 'import':
    case 'load':
    case 'save':
    case 'global':
    case 'caught':
    default:
      return []
  }
}
