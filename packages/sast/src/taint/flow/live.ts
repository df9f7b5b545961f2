import type { Block, FunctionIr, Register } from '../ir.ts'
import { forEachUse, nextOf, usedBy } from './uses.ts'

/** Additional register reads: at the creation of inner functions, and at the end of the function. */
interface LiveRoots {
  readonly atFunctions: readonly Register[]
  readonly atEnds: readonly Register[]
}

/** Own limit: bit set words for all blocks of one function. A function with more keeps every slot: its blocks share one list. */
export const LIVE_WORDS_MAX = 4_000_000

/** Returns by block, as bits, the slots that are read later before they are written. Dead slots are dropped. */
export function liveSlots(
  fn: FunctionIr,
  slots: Int32Array,
  count: number,
  alwaysFrom: number,
  blockAt: readonly number[],
  liveRoots: LiveRoots,
): readonly Uint32Array[] {
  const words = (count + 31) >> 5
  if (words * fn.blocks.length > LIVE_WORDS_MAX) {
    const all = new Uint32Array(words).fill(0xffff_ffff)
    return fn.blocks.map(() => all)
  }
  const reads: Uint32Array[] = []
  const writes: Uint32Array[] = []
  const live: Uint32Array[] = []
  for (const block of fn.blocks) {
    const { read, written } = usesOf(block, slots, words, liveRoots)
    for (let slot = alwaysFrom; slot < count; slot += 1) add(read, slot)
    reads.push(read)
    writes.push(written)
    live.push(read.slice())
  }
  for (let isChanged = true; isChanged;) {
    isChanged = false
    for (let place = blockAt.length - 1; place >= 0; place -= 1) {
      const block = blockAt[place]!
      const { handler } = fn.blocks[block]!
      const own = live[block]!
      for (const to of nextOf(fn.blocks[block]!)) {
        // Any instruction of a block may throw, so a write in it does not make the old value dead for the handler.
        const written = to === handler ? undefined : writes[block]!
        if (mergeLive(own, live[to]!, written)) isChanged = true
      }
    }
  }
  return live
}

export function isLive(live: Uint32Array, slot: number): boolean {
  return (live[slot >> 5]! & (1 << (slot & 31))) !== 0
}

function add(bits: Uint32Array, slot: number): void {
  bits[slot >> 5]! |= 1 << (slot & 31)
}

function usesOf(
  block: Block,
  slots: Int32Array,
  words: number,
  { atFunctions, atEnds }: LiveRoots,
): { read: Uint32Array; written: Uint32Array } {
  const read = new Uint32Array(words)
  const written = new Uint32Array(words)
  const use = (register: Register): void => {
    const slot = register < 0 ? -1 : slots[register]!
    if (slot !== -1 && !isLive(written, slot)) add(read, slot)
  }
  let makes = false
  for (const instruction of block.instructions) {
    forEachUse(instruction, use)
    // Fewer slots have been written before the first function of a block than before any other.
    if (instruction.op === 'function' && !makes) atFunctions.forEach(use)
    makes ||= instruction.op === 'function'
    const slot = 'to' in instruction && instruction.to >= 0 ? slots[instruction.to]! : -1
    if (slot !== -1) add(written, slot)
  }
  use(usedBy(block.ending))
  if (block.ending.type === 'return' || block.ending.type === 'end') atEnds.forEach(use)
  return { read, written }
}

function mergeLive(own: Uint32Array, next: Uint32Array, written: Uint32Array | undefined): boolean {
  let isChanged = false
  for (let word = 0; word < own.length; word += 1) {
    const more = (written === undefined ? next[word]! : next[word]! & ~written[word]!) | own[word]!
    if (more >>> 0 === own[word]) continue
    own[word] = more
    isChanged = true
  }
  return isChanged
}
