import { Failure } from '../failure.ts'
import { type Alphabet, spell } from './alphabet.ts'

/** The automaton's transitions and outputs as flat arrays. A state is the offset of its row in `next`. */
export interface Table {
  readonly next: Int32Array
  readonly width: number
  /** First state with output. These states are numbered last, so that one comparison is sufficient. */
  readonly firstOutput: number
  /** States below this number have no output and represent at most one read symbol. */
  readonly shallow: number
  /** Output node of each reporting state, by `(state - firstOutput) / width`. */
  readonly outputs: Int32Array
  /** First pattern of an output node. */
  readonly patternAt: Int32Array
  /** Output node of the next shorter pattern with the same end, or -1. */
  readonly shorter: Int32Array
  /** The next identical pattern, or -1. */
  readonly nextSame: Int32Array
  readonly bytes: number
}

interface Trie {
  readonly next: Int32Array
  readonly states: number
  /** Output node of the state itself, or -1. */
  readonly ownOutput: Int32Array
  readonly patternAt: Int32Array
  readonly nextSame: Int32Array
}

/** @throws {Failure} `invalid_request` if the table would exceed `bytesMax`; checked before allocation */
export function fillTable(patterns: readonly string[], alphabet: Alphabet, bytesMax: number): Table {
  const spelled = patterns.map((pattern) => spell(pattern, alphabet))
  const order = patterns
    .map((_, i) => i)
    .sort((a, b) => compare(spelled[a] as number[], spelled[b] as number[]) || a - b)
  const states = countStates(spelled, order)
  const bytes = states * alphabet.width * Int32Array.BYTES_PER_ELEMENT
  if (bytes > bytesMax) {
    throw new Failure(
      'invalid_request',
      `The ${patterns.length} patterns need ${bytes} bytes of tables; the limit is ${bytesMax}. Use fewer or shorter patterns.`,
    )
  }
  const trie = buildTrie(spelled, order, states, alphabet.width)
  const links = linkStates(trie, alphabet.width)
  return renumber(trie, links, alphabet.width)
}

function compare(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number)
  }
  return a.length - b.length
}

/** Sorted patterns add a state for each symbol beyond their common prefix with the previous pattern. */
function countStates(spelled: readonly number[][], order: readonly number[]): number {
  let states = 1
  let before: readonly number[] = []
  for (const pattern of order) {
    const symbols = spelled[pattern] as number[]
    let shared = 0
    while (shared < symbols.length && shared < before.length && symbols[shared] === before[shared]) shared++
    states += symbols.length - shared
    before = symbols
  }
  return states
}

function buildTrie(spelled: readonly number[][], order: readonly number[], states: number, width: number): Trie {
  const next = new Int32Array(states * width)
  const ownOutput = new Int32Array(states).fill(-1)
  const nextSame = new Int32Array(spelled.length).fill(-1)
  const patternAt: number[] = []
  let count = 1
  let before = -1
  let stateBefore = -1
  for (const pattern of order) {
    let state = 0
    for (const symbol of spelled[pattern] as number[]) {
      let to = next[state * width + symbol] as number
      if (to === 0) {
        to = count++
        next[state * width + symbol] = to
      }
      state = to
    }
    if (state === stateBefore) nextSame[before] = pattern
    else ownOutput[state] = patternAt.push(pattern) - 1
    before = pattern
    stateBefore = state
  }
  return { next, states, ownOutput, patternAt: Int32Array.from(patternAt), nextSame }
}

interface Links {
  /** States by depth. */
  readonly queue: Int32Array
  /** Output node of the longest pattern that ends in the state, or -1. */
  readonly output: Int32Array
  readonly shorter: Int32Array
}

/** Fills every missing transition with that of the longest proper suffix, breadth first. */
function linkStates(trie: Trie, width: number): Links {
  const { next, states, ownOutput } = trie
  const queue = new Int32Array(states)
  const suffix = new Int32Array(states)
  const output = new Int32Array(states).fill(-1)
  const shorter = new Int32Array(trie.patternAt.length).fill(-1)
  let tail = 1
  for (let head = 0; head < states; head++) {
    const state = queue[head] as number
    const back = suffix[state] as number
    const own = ownOutput[state] as number
    if (own === -1) output[state] = state === 0 ? -1 : (output[back] as number)
    else {
      output[state] = own
      shorter[own] = output[back] as number
    }
    for (let symbol = 1; symbol < width; symbol++) {
      const at = state * width + symbol
      const to = next[at] as number
      const otherwise = state === 0 ? 0 : (next[back * width + symbol] as number)
      if (to === 0) next[at] = otherwise
      else {
        suffix[to] = otherwise
        queue[tail++] = to
      }
    }
  }
  return { queue, output, shorter }
}

/** Numbers the states without output first, both kinds breadth first, so that the frequent states are close in memory. */
function renumber(trie: Trie, { queue, output, shorter }: Links, width: number): Table {
  const { states } = trie
  const offset = new Int32Array(states)
  let count = 0
  for (const state of queue) if (output[state] === -1) offset[state] = count++ * width
  const firstOutput = count * width
  let shallow = width
  for (let symbol = 1; symbol < width; symbol++) {
    const child = trie.next[symbol] as number
    if (child !== 0 && output[child] === -1) shallow += width
  }
  for (const state of queue) if (output[state] !== -1) offset[state] = count++ * width
  const next = new Int32Array(states * width)
  const outputs = new Int32Array(states - firstOutput / width)
  for (let state = 0; state < states; state++) {
    const row = offset[state] as number
    for (let symbol = 0; symbol < width; symbol++) {
      next[row + symbol] = offset[trie.next[state * width + symbol] as number] as number
    }
    if (row >= firstOutput) outputs[(row - firstOutput) / width] = output[state] as number
  }
  const { patternAt, nextSame } = trie
  const bytes = next.byteLength + outputs.byteLength + patternAt.byteLength + shorter.byteLength + nextSame.byteLength
  return { next, width, firstOutput, shallow, outputs, patternAt, shorter, nextSame, bytes }
}
