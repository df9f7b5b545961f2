import { type Block, type Cell, type FunctionIr, type Instruction, NONE, type Register } from '../ir.ts'
import { mayCheck } from '../guards/checks.ts'
import { cellKey } from './atoms.ts'
import { type CellUse, type SharedCell, sharedCells } from './cells.ts'
import { liveSlots } from './live.ts'
import { forEachUse, usedBy, nextOf } from './uses.ts'

/** Static facts about a function before its analysis. */
export interface Plan {
  /** By register: its slot in the block state; -1 for registers of a single block. */
  readonly slots: Int32Array
  /** By cell: its slot in the block state. */
  readonly cells: ReadonlyMap<string, { readonly slot: number; readonly cell: Cell }>
  /** Cells that other functions write or change. */
  readonly sharedCells: readonly SharedCell[]
  /** Slot of the caught exception of a handler. */
  readonly caught: number
  /** Slot of the control labels, where a rule uses them. */
  readonly control: number
  readonly slotCount: number
  /** By block: the number of its first instruction in the function. */
  readonly firstSite: Int32Array
  /** By instruction number: its index among the calls; -1 for others. */
  readonly callAt: Int32Array
  readonly calls: readonly Extract<Instruction, { op: 'call' }>[]
  /** By block: its position in the visit order; -1 for an unreachable block. */
  readonly order: Int32Array
  /** By position in that order. */
  readonly blockAt: readonly number[]
  /** By block: the slots that are read from there on, as bits. */
  readonly live: readonly Uint32Array[]
  /** Variables that inner functions capture, by the register of their value. */
  readonly captured: ReadonlyMap<Register, readonly Cell[]>
  /** Whether callers may use it as a check of its parameters. */
  readonly mayCheck: boolean
  /** By block: whether it may run again. */
  readonly isLooped: Uint8Array
}

/**
 * @param uses usage of the cells by all functions of the file
 * @param keepsAll whether all slots may be read anywhere
 * @param takesAll whether all variables may be read at the end of the function
 */
export function planOf(fn: FunctionIr, uses: ReadonlyMap<string, CellUse>, keepsAll: boolean, takesAll = false): Plan {
  const slots = new Int32Array(fn.registers).fill(-1)
  let slotCount = 0
  const take = (register: Register): void => {
    if (register !== NONE && slots[register] === -1) {
      slots[register] = slotCount
      slotCount += 1
    }
  }
  for (const register of [...fn.parameters.map((parameter) => parameter.register), fn.receiver]) take(register)
  const firstSite = new Int32Array(fn.blocks.length)
  const calls: Extract<Instruction, { op: 'call' }>[] = []
  const callAt: number[] = []
  const named: Cell[] = []
  const definedIn = new Int32Array(fn.registers).fill(-1)
  const captured = capturedIn(fn)
  const use = (register: Register, block: number): void => {
    if (register !== NONE && definedIn[register] !== block) take(register)
  }
  const takeCaptured = capturedTaker(captured.keys(), slots, use)
  for (const [index, block] of fn.blocks.entries()) {
    firstSite[index] = callAt.length
    let makes = false
    for (const instruction of block.instructions) {
      callAt.push(instruction.op === 'call' ? calls.push(instruction) - 1 : -1)
      if (instruction.op === 'load' || instruction.op === 'save') named.push(instruction.cell)
      forEachUse(instruction, (register) => use(register, index))
      // Fewer registers have been written before the first function of a block than before any other.
      if (instruction.op === 'function' && !makes) takeCaptured(index)
      makes ||= instruction.op === 'function'
      if (takesAll && instruction.op === 'assign') take(instruction.to)
      if ('to' in instruction) definedIn[instruction.to] = index
    }
    use(usedBy(block.ending), index)
  }
  const registersUntil = slotCount
  const cells = cellsFrom(named, slotCount)
  slotCount += cells.size
  const { order, blockAt } = orderOf(fn.blocks)
  return {
    slots,
    cells,
    sharedCells: sharedCells(cells.values(), uses, fn.id),
    caught: slotCount,
    control: slotCount + 1,
    slotCount: slotCount + 2,
    firstSite,
    callAt: Int32Array.from(callAt),
    calls,
    order,
    blockAt,
    live: liveSlots(fn, slots, slotCount + 2, keepsAll || takesAll ? 0 : registersUntil, blockAt, {
      atFunctions: [...captured.keys()],
      atEnds: mayCheck(fn) ? fn.parameters.map(({ register }) => register) : [],
    }),
    captured,
    mayCheck: mayCheck(fn),
    isLooped: loopsOf(fn.blocks, order, blockAt),
  }
}

/** @returns a function that reads the captured registers without a slot, for a block that creates a function */
function capturedTaker(
  captured: Iterable<Register>,
  slots: Int32Array,
  use: (register: Register, block: number) => void,
): (block: number) => void {
  let open = [...captured]
  return (block) => {
    for (const register of open) use(register, block)
    open = open.filter((register) => slots[register] === -1)
  }
}

function cellsFrom(named: readonly Cell[], firstSlot: number): Map<string, { slot: number; cell: Cell }> {
  const cells = new Map<string, { slot: number; cell: Cell }>()
  for (const cell of named) {
    const key = cellKey(cell)
    if (!cells.has(key)) cells.set(key, { slot: firstSlot + cells.size, cell })
  }
  return cells
}

function capturedIn(fn: FunctionIr): Plan['captured'] {
  const found = new Map<string, { register: Register; cell: Cell }>()
  for (const { instructions } of fn.blocks) {
    for (const instruction of instructions)
      if (instruction.op === 'save' && instruction.cell.owner === fn.id)
        found.set(cellKey(instruction.cell), { register: instruction.from, cell: instruction.cell })
  }
  const byRegister = Map.groupBy(found.values(), ({ register }) => register)
  return new Map([...byRegister].map(([register, some]) => [register, some.map(({ cell }) => cell)]))
}

/** Returns blocks in topological order, except for loops. */
function orderOf(blocks: readonly Block[]): { order: Int32Array; blockAt: number[] } {
  const order = new Int32Array(blocks.length).fill(-1)
  const seen = new Uint8Array(blocks.length)
  const done: number[] = []
  const open: { block: number; next: readonly number[]; at: number }[] = []
  const enter = (block: number): void => {
    seen[block] = 1
    open.push({ block, next: nextOf(blocks[block]!).toReversed(), at: 0 })
  }
  if (blocks.length > 0) enter(0)
  while (open.length > 0) {
    const last = open.at(-1)!
    const to = last.next[last.at]
    last.at += 1
    if (to === undefined) {
      done.push(last.block)
      open.pop()
    } else if (seen[to] === 0) enter(to)
  }
  const blockAt = done.toReversed()
  for (const [place, block] of blockAt.entries()) order[block] = place
  return { order, blockAt }
}

/** Returns the blocks between the two ends of a back edge. This is a superset of the loop: slower, but sound. */
function loopsOf(blocks: readonly Block[], order: Int32Array, blockAt: readonly number[]): Uint8Array {
  const isLooped = new Uint8Array(blocks.length)
  let until = -1
  const ends = new Int32Array(blockAt.length).fill(-1)
  for (const block of blockAt) {
    for (const to of nextOf(blocks[block]!)) {
      if (order[to]! <= order[block]!) ends[order[to]!] = Math.max(ends[order[to]!]!, order[block]!)
    }
  }
  for (const [place, block] of blockAt.entries()) {
    until = Math.max(until, ends[place]!)
    if (place <= until) isLooped[block] = 1
  }
  return isLooped
}
