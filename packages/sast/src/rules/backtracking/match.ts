import { Failure } from '@gatehouse/kernel'
import type { Edge, Node } from './syntax.ts'

/** Own limit: a hand-written regex takes some steps per character. Steps are counted so that results do not depend on the machine. */
const STEPS_MAX = 5_000_000
/** Own limit: a depth that is safe for the stack of a thread. */
const DEPTH_MAX = 2_000
/** Maximum distance of the start of a lookbehind. */
const BEHIND_CHARS_MAX = 256

type Slots = readonly (readonly [number, number] | undefined)[]
type Next = (at: number, slots: Slots) => boolean

/** Matches one regex in one text by backtracking, with a limit on steps. */
export class BacktrackingMatch {
  readonly #text: string
  #steps = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  /**
   * Returns the match at an offset.
   * @throws {Failure} `limit_reached` for too many steps
   */
  at(root: Node, start: number): { readonly end: number; readonly slots: Slots } | undefined {
    let found: { readonly end: number; readonly slots: Slots } | undefined
    this.#run(root, start, [], (end, slots) => {
      found = { end, slots }
      return true
    })
    return found
  }

  #run(node: Node, at: number, slots: Slots, next: Next): boolean {
    this.#steps += 1
    if (this.#steps > STEPS_MAX)
      throw new Failure('limit_reached', `Matching a regular expression exceeded ${STEPS_MAX} steps.`)
    switch (node.type) {
      case 'char':
        return at < this.#text.length && node.test(this.#text[at]!) && next(at + 1, slots)
      case 'all':
        return this.#sequence(node.parts, 0, at, slots, next)
      case 'any':
        return node.parts.some((part) => this.#run(part, at, slots, next))
      case 'group':
        return this.#run(node.inner, at, slots, (end, inner) => next(end, withSlot(inner, node.index, [at, end])))
      case 'repeat':
        return this.#repeat(node, at, slots, next)
      case 'look':
        return this.#look(node, at, slots, next)
      case 'atomic': {
        const inner = this.#first(node.inner, at, slots)
        return inner !== undefined && next(inner.end, inner.slots)
      }
      case 'back': {
        const slot = slots[node.index]
        if (slot === undefined) return false
        const wanted = this.#text.slice(slot[0], slot[1])
        const found = this.#text.slice(at, at + wanted.length)
        const isSame = node.ignoreCase ? found.toLowerCase() === wanted.toLowerCase() : found === wanted
        return isSame && next(at + wanted.length, slots)
      }
      case 'edge':
      default:
        return this.#isEdge(node.edge, at) && next(at, slots)
    }
  }

  #sequence(parts: readonly Node[], index: number, at: number, slots: Slots, next: Next): boolean {
    const part = parts[index]
    if (part === undefined) return next(at, slots)
    return this.#run(part, at, slots, (end, inner) => this.#sequence(parts, index + 1, end, inner, next))
  }

  #repeat(node: Extract<Node, { type: 'repeat' }>, at: number, slots: Slots, next: Next): boolean {
    const { inner, min, max, kind } = node
    if (kind === 'possessive') {
      const all = this.#first({ ...node, kind: 'greedy' }, at, slots)
      return all !== undefined && next(all.end, all.slots)
    }
    if (inner.type === 'char') return this.#chars(inner.test, node, at, slots, next)
    return this.#turn(inner, min, max, kind === 'lazy', 0, at, slots, next)
  }

  /** Of single characters the run is found first, so that it costs no stack. */
  #chars(
    test: (char: string) => boolean,
    { min, max, kind }: Extract<Node, { type: 'repeat' }>,
    at: number,
    slots: Slots,
    next: Next,
  ): boolean {
    let most = 0
    while (most < max && at + most < this.#text.length && test(this.#text[at + most]!)) most += 1
    this.#steps += most
    for (let step = 0; step <= most - min; step += 1) {
      this.#steps += 1
      if (next(at + (kind === 'lazy' ? min + step : most - step), slots)) return true
    }
    return false
  }

  #turn(
    inner: Node,
    min: number,
    max: number,
    isLazy: boolean,
    turn: number,
    at: number,
    slots: Slots,
    next: Next,
  ): boolean {
    const more = (): boolean => {
      if (turn >= max) return false
      this.#depth += 1
      if (this.#depth > DEPTH_MAX) throw new Failure('limit_reached', 'A regular expression repeats a group too often.')
      const isMatched = this.#run(inner, at, slots, (end, found) =>
        // An empty iteration could repeat forever.
        end === at && turn >= min ? false : this.#turn(inner, min, max, isLazy, turn + 1, end, found, next),
      )
      this.#depth -= 1
      return isMatched
    }
    if (turn < min) return more()
    return isLazy ? next(at, slots) || more() : more() || next(at, slots)
  }

  #look({ inner, isBehind, isNot }: Extract<Node, { type: 'look' }>, at: number, slots: Slots, next: Next): boolean {
    const found = isBehind ? this.#behind(inner, at, slots) : this.#first(inner, at, slots)
    if (isNot) return found === undefined && next(at, slots)
    return found !== undefined && next(at, found.slots)
  }

  #behind(inner: Node, at: number, slots: Slots): { readonly slots: Slots } | undefined {
    for (let start = at; start >= Math.max(0, at - BEHIND_CHARS_MAX); start -= 1) {
      let found: { readonly slots: Slots } | undefined
      this.#run(inner, start, slots, (end, after) => {
        if (end !== at) return false
        found = { slots: after }
        return true
      })
      if (found !== undefined) return found
    }
    return undefined
  }

  #first(node: Node, at: number, slots: Slots): { readonly end: number; readonly slots: Slots } | undefined {
    let found: { readonly end: number; readonly slots: Slots } | undefined
    this.#run(node, at, slots, (end, after) => {
      found = { end, slots: after }
      return true
    })
    return found
  }

  #isEdge(edge: Edge, at: number): boolean {
    const [before, after] = [this.#text[at - 1], this.#text[at]]
    if (edge === 'text-start') return at === 0
    if (edge === 'text-end') return after === undefined || (after === '\n' && at === this.#text.length - 1)
    if (edge === 'line-start') return before === undefined || before === '\n'
    if (edge === 'line-end') return after === undefined || after === '\n'
    return (isWord(before) !== isWord(after)) === (edge === 'word')
  }
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /\w/.test(char)
}

function withSlot(slots: Slots, index: number, slot: readonly [number, number]): Slots {
  const more = [...slots]
  more[index] = slot
  return more
}
