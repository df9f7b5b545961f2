import { type Block, type Ending, type Instruction, NONE, type Register } from '../ir.ts'

/** All registers that an instruction reads. */
export function forEachUse(one: Instruction, use: (register: Register) => void): void {
  switch (one.op) {
    case 'read':
    case 'assign':
    case 'each':
    case 'save':
      use(one.from)
      break
    case 'combine':
      one.from.forEach(use)
      break
    case 'member':
      use(one.object)
      if (one.index !== undefined) use(one.index)
      break
    case 'store':
      use(one.object)
      use(one.from)
      if (one.index !== undefined) use(one.index)
      break
    case 'clear':
      use(one.object)
      break
    case 'make':
      for (const entry of one.entries) use(entry.value)
      one.all.forEach(use)
      break
    case 'call':
      use(one.callee)
      use(one.receiver)
      for (const argument of one.arguments) use(argument.value)
      break
    case 'constant':
    case 'function':
    case 'class':
    case 'import':
    case 'load':
    case 'global':
    case 'caught':
    default:
      break
  }
}

/** The register that an ending reads. */
export function usedBy(ending: Ending): Register {
  if (ending.type === 'branch') return ending.condition
  return ending.type === 'return' || ending.type === 'throw' ? ending.value : NONE
}

export function nextOf(block: Block): readonly number[] {
  const { ending, handler } = block
  const next: number[] = []
  if (ending.type === 'jump') next.push(ending.to)
  else if (ending.type === 'branch') next.push(ending.yes, ending.no)
  else if (ending.type === 'choose') next.push(...ending.to)
  if (handler !== undefined) next.push(handler)
  return next
}
