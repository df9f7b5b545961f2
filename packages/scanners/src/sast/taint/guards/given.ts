import type { FunctionRun } from '../flow/function-run.ts'
import { type Instruction, NONE } from '../ir.ts'
import type { Definition } from './definitions.ts'
import type { Spot } from './known.ts'

/** Ours: values that are gone back through; what takes more may come from anybody. */
const SPOTS_MAX = 200

/**
 * Whether what rules call a source may have a say in a value, by all that the file does to get it. Parameters of the function
 * are noted: whoever calls it knows what they are.
 */
export function isGiven(run: FunctionRun, spot: Spot): boolean {
  const { known, marks } = run.file
  const open: Spot[] = [spot]
  const seen = new Set<string>()
  const isSource = (node: number): boolean => (marks.byNode.get(node)?.sources.length ?? 0) > 0
  for (const { in: inside, register, at } of open) {
    const key = `${inside.fn.id} ${register} ${at.block} ${at.index}`
    if (register === NONE || seen.has(key)) continue
    seen.add(key)
    if (seen.size > SPOTS_MAX) return true
    const index = inside.fn.parameters.findIndex((one) => one.register === register)
    const parameter = inside.fn.parameters[index]
    if (parameter !== undefined) {
      if (isSource(parameter.node) || isSource(parameter.nameNode)) return true
      if (inside === run.guards.inside) run.listParameters.add(index)
    }
    const last = inside.of(register, at)
    const all: readonly Definition[] = last === undefined ? inside.all(register) : [last]
    for (const { one, at: where } of all) {
      if (isSource(one.node)) return true
      for (const from of behind(one)) open.push({ in: inside, register: from, at: where })
      if (one.op === 'load') open.push(...known.savedIn(one.cell))
      if (one.op === 'member' && one.key !== undefined)
        open.push(...known.putInto({ in: inside, register: one.object, at: where }, one.key))
      const made = known.of({ in: inside, register, at })
      if (made !== undefined) open.push(...known.addedTo(made))
    }
  }
  return false
}

/** What a value is made of. */
function behind(one: Instruction): readonly number[] {
  switch (one.op) {
    case 'read':
    case 'assign':
    case 'each':
      return [one.from]
    case 'combine':
      return one.from
    case 'member':
      return [one.object]
    case 'make':
      return [...one.entries.map(({ value }) => value), ...one.all]
    case 'call':
      return [one.receiver, ...one.arguments.map(({ value }) => value)]
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
