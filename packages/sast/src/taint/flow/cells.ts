import type { Cell, FileIr, FunctionIr, Instruction, Register } from '../ir.ts'
import { cellKey } from './atoms.ts'
import { forEachUse } from './uses.ts'

/** Usage of a variable that several functions of a file share. */
export interface CellUse {
  readonly savedIn: ReadonlySet<number>
  /** Functions that may change its content without assigning another value. */
  readonly changedIn: ReadonlySet<number>
  /** Its constant value, where it is assigned exactly once with a constant. */
  readonly fixed: Fixed | undefined
}

export type Fixed = Extract<Instruction, { op: 'constant' | 'function' | 'class' | 'import' }>

/** A variable that other functions assign or mutate. */
export interface SharedCell {
  readonly slot: number
  readonly cell: Cell
  readonly isSaved: boolean
  readonly isChanged: boolean
}

/** Returns variables that a call may assign or change, since it may run other functions. @param named variables that a function names */
export function sharedCells(
  named: Iterable<{ readonly slot: number; readonly cell: Cell }>,
  uses: ReadonlyMap<string, CellUse>,
  own: number,
): readonly SharedCell[] {
  const shared: SharedCell[] = []
  for (const { slot, cell } of named) {
    const use = uses.get(cellKey(cell))
    if (use === undefined) continue
    const [isSaved, isChanged] = [hasOther(use.savedIn, own), hasOther(use.changedIn, own)]
    if (isSaved || isChanged) shared.push({ slot, cell, isSaved, isChanged })
  }
  return shared
}

/** Whether a set contains a function other than `own`. */
export function hasOther(functions: ReadonlySet<number>, own: number): boolean {
  return functions.size > 1 || (functions.size === 1 && !functions.has(own))
}

interface Gathered {
  readonly savedIn: Set<number>
  readonly changedIn: Set<number>
  saves: number
  fixed: Fixed | undefined
}

/** Returns the usage of a file's shared variables, independent of order. */
export function cellsOf(file: FileIr): ReadonlyMap<string, CellUse> {
  const cells = new Map<string, Gathered>()
  for (const fn of file.functions) gather(fn, cells)
  return cells
}

function gather(fn: FunctionIr, cells: Map<string, Gathered>): void {
  const at = (key: string): Gathered => {
    let cell = cells.get(key)
    if (cell === undefined) {
      cell = { savedIn: new Set(), changedIn: new Set(), saves: 0, fixed: undefined }
      cells.set(key, cell)
    }
    return cell
  }
  const writers = new Map<Register, Instruction | undefined>()
  /** Source cells of each register's value. */
  const from = new Map<Register, string>()
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      if ('to' in instruction) writers.set(instruction.to, writers.has(instruction.to) ? undefined : instruction)
      if (instruction.op === 'load') from.set(instruction.to, cellKey(instruction.cell))
      else if (from.size > 0) follow(instruction, from, (key) => at(key).changedIn.add(fn.id))
    }
  }
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      if (instruction.op !== 'save') continue
      const cell = at(cellKey(instruction.cell))
      cell.savedIn.add(fn.id)
      cell.saves += 1
      cell.fixed = cell.saves === 1 ? fixedBy(instruction.from, writers) : undefined
    }
  }
}

/** Whether an instruction may change a value from a cell, or pass it to code that may change it. */
function follow(instruction: Instruction, from: Map<Register, string>, change: (key: string) => void): void {
  const goesOn =
    instruction.op === 'read' || instruction.op === 'assign' || instruction.op === 'each' || instruction.op === 'member'
  if (goesOn || (instruction.op === 'combine' && instruction.kind === 'either')) {
    forEachUse(instruction, (register) => {
      const key = from.get(register)
      if (key !== undefined && !(instruction.op === 'member' && register === instruction.index))
        from.set(instruction.to, key)
    })
  } else if (
    instruction.op === 'store' ||
    instruction.op === 'make' ||
    instruction.op === 'save' ||
    instruction.op === 'clear'
  ) {
    forEachUse(instruction, (register) => {
      const key = from.get(register)
      if (key !== undefined) change(key)
    })
  } else if (instruction.op === 'call') {
    for (const register of [instruction.receiver, ...instruction.arguments.map((argument) => argument.value)]) {
      const key = from.get(register)
      if (key !== undefined) change(key)
    }
  }
}

function fixedBy(register: Register, writers: ReadonlyMap<Register, Instruction | undefined>): Fixed | undefined {
  let item = writers.get(register)
  for (let steps = 0; steps < 4 && (item?.op === 'assign' || item?.op === 'read'); steps += 1)
    item = writers.get(item.from)
  return item?.op === 'constant' || item?.op === 'function' || item?.op === 'class' || item?.op === 'import'
    ? item
    : undefined
}

/** Whether a module may be a file of the tree: scripts import external modules by a bare name. */
export function mayBeOwn(language: string, module: string): boolean {
  return !['javascript', 'typescript', 'tsx'].includes(language) || /^[.@~#/]|^src\//.test(module)
}
