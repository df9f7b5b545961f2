import { type Block, type Ending, type Instruction, NONE, type Register } from '../ir.ts'

/** All registers that an instruction reads. */
export function forEachUse(instruction: Instruction, use: (register: Register) => void): void {
  switch (instruction.op) {
    case 'read':
    case 'assign':
    case 'each':
    case 'save':
      use(instruction.from)
      break
    case 'combine':
      instruction.from.forEach(use)
      break
    case 'member':
      use(instruction.object)
      if (instruction.index !== undefined) use(instruction.index)
      break
    case 'store':
      use(instruction.object)
      use(instruction.from)
      if (instruction.index !== undefined) use(instruction.index)
      break
    case 'clear':
      use(instruction.object)
      break
    case 'make':
      for (const entry of instruction.entries) use(entry.value)
      instruction.all.forEach(use)
      break
    case 'call':
      use(instruction.callee)
      use(instruction.receiver)
      for (const argument of instruction.arguments) use(argument.value)
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
