import { type Block, type Instruction, NONE } from '../ir.ts'
import type { FunctionBuilder } from './function-builder.ts'
import type { Variable } from './scopes.ts'

/**
 * Makes variables visible between inner functions and the declaring function. After a whole file is read, its captured variables are
 * known, and only their writes are followed by a `save`.
 */
export function withCells(blocks: Block[], f: FunctionBuilder, register: () => number): Block[] {
  let captured: Map<number, Variable> | undefined
  for (const variable of f.variables) {
    if (!variable.isCaptured) continue
    captured ??= new Map()
    captured.set(variable.register, variable)
  }
  if (captured === undefined) return blocks
  const values = new Set(f.parameters.map((parameter) => parameter.register))
  if (f.receiver !== NONE) values.add(f.receiver)
  return blocks.map((block, index) => {
    const written: Instruction[] = []
    if (index === 0) {
      for (const [at, { cellName }] of captured) {
        if (values.has(at))
          written.push({ op: 'save', cell: { owner: f.id, name: cellName }, from: at, node: f.shape.node })
      }
    }
    for (const instruction of block.instructions) rewrite(instruction, captured, f.id, register, written)
    return { ...block, instructions: written }
  })
}

function rewrite(
  instruction: Instruction,
  captured: ReadonlyMap<number, Variable>,
  owner: number,
  register: () => number,
  written: Instruction[],
): void {
  if (instruction.op === 'read') {
    const variable = captured.get(instruction.from)
    if (variable?.isWrittenInside === true) {
      const loaded = register()
      const from = register()
      const { node } = instruction
      written.push({ op: 'load', to: loaded, cell: { owner, name: variable.cellName }, node })
      written.push({ op: 'combine', kind: 'either', to: from, from: [instruction.from, loaded], node })
      written.push({ ...instruction, from })
      return
    }
  }
  written.push(instruction)
  if (instruction.op !== 'assign') return
  const variable = captured.get(instruction.to)
  if (variable === undefined) return
  written.push({ op: 'save', cell: { owner, name: variable.cellName }, from: instruction.to, node: instruction.node })
}
