import type { CharSet } from './char-set.ts'
import {
  CHAR,
  CHECK,
  CLEAR,
  ENTER,
  JUMP,
  LINE_END_PLACE,
  LINE_START,
  MATCH,
  NO_WORD_EDGE,
  PLACE,
  SAVE,
  SPLIT,
  TEXT_END,
  TEXT_START,
  WORD_EDGE,
} from './opcodes.ts'
import { groupsInside, type Node, nullable, type Assertion, type Syntax } from './syntax.ts'

const PLACES: Readonly<Record<Assertion, number>> = {
  text_start: TEXT_START,
  text_end: TEXT_END,
  line_start: LINE_START,
  line_end: LINE_END_PLACE,
  word_edge: WORD_EDGE,
  no_word_edge: NO_WORD_EDGE,
}

type Repeat = Extract<Node, { kind: 'repeat' }>

/** Collects instructions; each `emit` continues at the next one unless `out` is set. */
export class Emitter {
  readonly op: number[] = []
  readonly out: number[] = []
  readonly arg: number[] = []
  readonly arg2: number[] = []
  readonly sets: CharSet[] = []
  loops = 0
  /** Current and maximum number of enclosing loops with possibly empty iterations. */
  depth = 0
  deepest = 0
  usesContext = false
  readonly #setNumbers = new Map<string, number>()

  emit(op: number, arg = 0, arg2 = 0): number {
    this.op.push(op)
    this.arg.push(arg)
    this.arg2.push(arg2)
    return this.out.push(this.op.length) - 1
  }

  setNumber(set: CharSet): number {
    const key = set.join()
    const known = this.#setNumbers.get(key)
    if (known !== undefined) return known
    this.#setNumbers.set(key, this.sets.length)
    return this.sets.push(set) - 1
  }

  get here(): number {
    return this.op.length
  }
}

/** Returns an upper bound of the instructions of a node; at least 1, so that nested empty repetitions add up too. */
export function instructionsOf(node: Node): number {
  switch (node.kind) {
    case 'empty':
    case 'set':
    case 'place':
      return 1
    case 'concat':
      return node.parts.reduce((sum, part) => sum + instructionsOf(part), 0)
    case 'either':
      return node.options.reduce((sum, option) => sum + instructionsOf(option) + 2, 0)
    case 'group':
      return instructionsOf(node.body) + 2
    case 'repeat':
      break
  }
  const clear = groupsInside(node.body) === undefined ? 0 : 1
  const round = instructionsOf(node.body) + clear
  const optionalRound = round + 1 + (nullable(node.body) ? 2 : 0)
  // A loop costs one optional iteration and a jump.
  return node.min * round + (node.max === Infinity ? optionalRound + 1 : (node.max - node.min) * optionalRound) + 1
}

/** @returns the pattern's first instruction */
export function emitPattern(to: Emitter, { root }: Syntax, index: number): number {
  const start = to.here
  emitNode(to, root)
  to.emit(MATCH, index)
  return start
}

function emitNode(to: Emitter, node: Node): void {
  switch (node.kind) {
    case 'empty':
      return
    case 'set':
      to.emit(CHAR, to.setNumber(node.set))
      return
    case 'place':
      if (node.place !== 'text_start' && node.place !== 'text_end') to.usesContext = true
      to.emit(PLACE, PLACES[node.place])
      return
    case 'concat':
      for (const part of node.parts) emitNode(to, part)
      return
    case 'group':
      to.emit(SAVE, 2 * (node.index - 1))
      emitNode(to, node.body)
      to.emit(SAVE, 2 * (node.index - 1) + 1)
      return
    case 'either':
      emitEither(to, node.options)
      return
    case 'repeat':
      emitRepeat(to, node)
  }
}

function emitEither(to: Emitter, options: readonly Node[]): void {
  const jumps: number[] = []
  for (const [i, option] of options.entries()) {
    if (i === options.length - 1) emitNode(to, option)
    else {
      const split = to.emit(SPLIT)
      emitNode(to, option)
      jumps.push(to.emit(JUMP))
      to.arg[split] = to.here
    }
  }
  for (const jump of jumps) to.out[jump] = to.here
}

function emitRepeat(to: Emitter, node: Repeat): void {
  const loops = node.max === Infinity
  // A body that always consumes can loop back from its last mandatory iteration. A possibly empty one needs a separate loop.
  const back = loops && node.min > 0 && !nullable(node.body)
  let last = to.here
  for (let round = 0; round < node.min; round++) {
    last = to.here
    emitIteration(to, node)
  }
  if (back) {
    const split = to.emit(SPLIT)
    aim(to, split, node.greedy, last, to.here)
  } else if (loops) {
    const split = to.emit(SPLIT)
    emitOptionalIteration(to, node)
    to.out[to.emit(JUMP)] = split
    aim(to, split, node.greedy, split + 1, to.here)
  } else {
    const splits: number[] = []
    for (let round = node.min; round < node.max; round++) {
      splits.push(to.emit(SPLIT))
      emitOptionalIteration(to, node)
    }
    for (const split of splits) aim(to, split, node.greedy, split + 1, to.here)
  }
}

function aim(to: Emitter, split: number, greedy: boolean, second: number, leave: number): void {
  to.out[split] = greedy ? second : leave
  to.arg[split] = greedy ? leave : second
}

/** Emits an iteration beyond the minimum. As in ECMAScript, an empty iteration does not count. */
function emitOptionalIteration(to: Emitter, node: Repeat): void {
  if (!nullable(node.body)) {
    emitIteration(to, node)
    return
  }
  const loop = to.loops++
  to.emit(ENTER, loop)
  to.deepest = Math.max(to.deepest, ++to.depth)
  emitIteration(to, node)
  to.depth--
  to.emit(CHECK, loop)
}

/** As in ECMAScript, each iteration resets the captures of its inner groups. */
function emitIteration(to: Emitter, node: Repeat): void {
  const groups = groupsInside(node.body)
  if (groups !== undefined) to.emit(CLEAR, 2 * (groups[0] - 1), 2 * groups[1])
  emitNode(to, node.body)
}
