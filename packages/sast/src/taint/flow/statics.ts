import type { Cell, FileIr } from '../ir.ts'
import { ANY_KEY } from './atoms.ts'
import type { FunctionRun } from './function-run.ts'
import { NOTHING, single, union, type Value } from './values.ts'

/** Returns the names of assigned members in a file: other class members are not looked up. */
export function assignedMembers(file: FileIr): ReadonlySet<string> {
  const values = new Set<string>()
  for (const { blocks } of file.functions) {
    for (const { instructions } of blocks) {
      for (const instruction of instructions)
        if (instruction.op === 'store' && instruction.key !== undefined) values.add(instruction.key)
    }
  }
  return values
}

/** Reads a static member of a class: like a variable of the file, all its functions share it. */
export function readStatic(run: FunctionRun, object: Value, key: number): Value {
  let all: Value = NOTHING
  for (const cell of cellsOf(run, object, key)) all = union(all, single(run.cellAtom(cell)))
  return all
}

/** Writes a static member of a class. */
export function writeStatic(run: FunctionRun, object: Value, key: number, value: Value): void {
  for (const cell of cellsOf(run, object, key)) run.give(value, run.flows.port({ type: 'cell', cell }), 0, true)
}

function cellsOf(run: FunctionRun, { atoms: values }: Value, key: number): readonly Cell[] {
  const { atoms, file } = run
  if (key === ANY_KEY || values.length === 0 || !file.givenMembers.has(atoms.keyText(key))) return []
  const cells: Cell[] = []
  for (const atom of values) {
    const origin = atoms.isData(atom) ? undefined : atoms.originOf(atom)
    if (origin?.type !== 'class' || atoms.pathOf(atom).length > 0) continue
    cells.push({ owner: 0, name: `(class ${origin.id}).${atoms.keyText(key)}` })
  }
  return cells
}
