import { FOLDED } from './letters.ts'
import { lexicalBits } from './lexicon.ts'
import type { Tokens } from './tokens.ts'

/** Number of features of each token. */
export const FEATURES_PER_TOKEN = 40

/** Placeholder for the tokens before the first and after the last. */
const NONE = 0x5bd1

/** Writes feature numbers; each includes its template. */
class Writer {
  #template = 1
  #at = 0
  #into: Int32Array = new Int32Array(0)
  #shift = 0

  start(into: Int32Array, offset: number, bits: number): void {
    this.#template = 1
    this.#into = into
    this.#at = offset
    this.#shift = 32 - bits
  }

  put(first: number, second: number): void {
    let mixed = Math.imul(first ^ Math.imul(this.#template++, 0x9e37_79b1), 0x85eb_ca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 15) ^ second, 0xc2b2_ae35)
    this.#into[this.#at++] = (mixed ^ (mixed >>> 13)) >>> this.#shift
  }
}

/** A property of the tokens from two before to two after. */
type Five = readonly [before2: number, before1: number, own: number, after1: number, after2: number]

const writer = new Writer()

/** The feature numbers of a token, `FEATURES_PER_TOKEN` from `offset` on, each below 2 to the power of `bits`. */
export function describe(
  units: Uint16Array,
  tokens: Tokens,
  casing: (hash: number) => number,
  token: number,
  bits: number,
  into: Int32Array,
  offset: number,
): void {
  const around = (of: (near: number) => number): Five => [
    of(token - 2),
    of(token - 1),
    of(token),
    of(token + 1),
    of(token + 2),
  ]
  const words = around((near) => hashAt(tokens, near))
  const shapes = around((near) => shapeAt(tokens, near))
  const lists = around((near) => lexAt(tokens, casing, near))
  writer.start(into, offset, bits)
  addWordFeatures(words)
  addLetterFeatures(units, tokens, token, shapes[2])
  addShapeFeatures(shapes)
  addListFeatures(lists)
  addPairFeatures(words, shapes, lists)
}

function addWordFeatures([w2, w1, w0, n1, n2]: Five): void {
  writer.put(0, 0)
  writer.put(w0, 0)
  writer.put(w1, 0)
  writer.put(n1, 0)
  writer.put(w2, 0)
  writer.put(n2, 0)
  writer.put(w1, w0)
  writer.put(w0, n1)
  writer.put(w2, w1)
  writer.put(n1, n2)
  writer.put(w1, n1)
}

function addLetterFeatures(units: Uint16Array, tokens: Tokens, token: number, shape: number): void {
  for (const letters of [3, 2, 4]) writer.put(suffix(units, tokens, token, letters), shape)
  writer.put(prefix(units, tokens, token), shape)
}

function addShapeFeatures([s2, s1, s0, r1, r2]: Five): void {
  writer.put(s0, s1)
  writer.put(s0, r1)
  writer.put((s1 << 8) | s0, r1)
  writer.put((((s2 << 4) | s1) << 8) | ((s0 << 4) | r1), r2)
}

function addListFeatures([, l1, l0, m1]: Five): void {
  writer.put(l0, 0)
  writer.put(l1, 0)
  writer.put(m1, 0)
  writer.put(l1, l0)
  writer.put(l0, m1)
  writer.put((l1 << 14) ^ l0, m1)
}

function addPairFeatures([w2, w1, , n1, n2]: Five, [s2, s1, s0, , r2]: Five, [l2, l1, l0, m1, m2]: Five): void {
  writer.put(l0, s0)
  writer.put(w1, l0)
  writer.put(n1, l0)
  writer.put(w1, s0)
  writer.put(n1, s0)
  writer.put(w2 ^ Math.imul(w1, 31), s0)
  writer.put(n2 ^ Math.imul(n1, 31), s0)
  writer.put(w2 ^ Math.imul(w1, 31), l0)
  writer.put(l2, l0)
  writer.put(l0, m2)
  writer.put(s2, s0)
  writer.put(r2, s0)
  writer.put(w1 ^ Math.imul(n1, 31), s0)
  writer.put(l1 ^ (m1 << 14), s0)
  writer.put((s1 << 4) | s0, l0)
}

function hashAt(tokens: Tokens, token: number): number {
  return token < 0 || token >= tokens.count ? NONE : (tokens.hashes[token] as number)
}

function shapeAt(tokens: Tokens, token: number): number {
  return token < 0 || token >= tokens.count ? 14 : (tokens.shapes[token] as number)
}

/** Returns the lexicon entries and the usual casing of a word. */
function lexAt(tokens: Tokens, casing: (hash: number) => number, token: number): number {
  if (token < 0 || token >= tokens.count) return 0
  if ((tokens.shapes[token] as number) > 4) return 1 << 20
  const hash = tokens.hashes[token] as number
  return (lexicalBits(hash) << 2) | casing(hash)
}

function suffix(units: Uint16Array, tokens: Tokens, token: number, letters: number): number {
  const end = tokens.ends[token] as number
  const from = Math.max(tokens.starts[token] as number, end - letters)
  let packed = letters
  for (let at = from; at < end; at++) packed = Math.imul(packed, 0x0100_0193) ^ (FOLDED[units[at] as number] as number)
  return packed
}

function prefix(units: Uint16Array, tokens: Tokens, token: number): number {
  const start = tokens.starts[token] as number
  const to = Math.min(tokens.ends[token] as number, start + 3)
  let packed = 7
  for (let at = start; at < to; at++) packed = Math.imul(packed, 0x0100_0193) ^ (FOLDED[units[at] as number] as number)
  return packed
}
