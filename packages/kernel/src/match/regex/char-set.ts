import { foldCodePoint } from '../fold.ts'

/** Code points as sorted, disjoint, inclusive ranges: `[low, high, low, high, …]`. */
export type CharSet = readonly number[]

export const CODE_POINT_MAX = 0x10ffff

export const DIGIT: CharSet = [0x30, 0x39]
export const WORD: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]
/** ECMAScript's `\s`: white space and line terminators. */
export const SPACE: CharSet = [
  0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f,
  0x3000, 0x3000, 0xfeff, 0xfeff,
]
export const LINE_TERMINATOR: CharSet = [0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029]
export const ANY: CharSet = [0, CODE_POINT_MAX]

export function union(sets: readonly CharSet[]): CharSet {
  if (sets.length === 1) return sets[0] as CharSet
  const ranges: [number, number][] = []
  for (const set of sets) {
    for (let i = 0; i < set.length; i += 2) ranges.push([set[i] as number, set[i + 1] as number])
  }
  ranges.sort((a, b) => a[0] - b[0])
  const merged: number[] = []
  for (const [low, high] of ranges) {
    const last = merged.length - 1
    if (last > 0 && low <= (merged[last] as number) + 1) merged[last] = Math.max(merged[last] as number, high)
    else merged.push(low, high)
  }
  return merged
}

export function complement(set: CharSet): CharSet {
  const gaps: number[] = []
  let from = 0
  for (let i = 0; i < set.length; i += 2) {
    const low = set[i] as number
    if (low > from) gaps.push(from, low - 1)
    from = (set[i + 1] as number) + 1
  }
  if (from <= CODE_POINT_MAX) gaps.push(from, CODE_POINT_MAX)
  return gaps
}

export function contains(set: CharSet, codePoint: number): boolean {
  let low = 0
  let high = set.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if (codePoint > (set[2 * middle + 1] as number)) low = middle + 1
    else high = middle
  }
  return 2 * low < set.length && codePoint >= (set[2 * low] as number)
}

/** Returns the set with all case variants of its members. */
export function closeOverCase(set: CharSet): CharSet {
  const { families, members } = cases()
  const added: number[] = []
  if (set.length === 2 && set[0] === set[1]) {
    for (const member of families.get(foldCodePoint(set[0] as number)) ?? []) added.push(member, member)
  } else {
    for (const codePoint of members) {
      if (!contains(set, codePoint)) continue
      for (const member of families.get(foldCodePoint(codePoint)) ?? []) added.push(member, member)
    }
  }
  return added.length === 0 ? set : union([set, added])
}

/** Returns the folded form of a set whose members differ only in case; undefined for other sets. */
export function soleLetter(set: CharSet): number | undefined {
  // The largest set of case variants has four members.
  if (set.length === 0 || set.length > 8) return undefined
  const folded = foldCodePoint(set[0] as number)
  for (let i = 0; i < set.length; i += 2) {
    const low = set[i] as number
    const high = set[i + 1] as number
    if (high - low > 3) return undefined
    for (let codePoint = low; codePoint <= high; codePoint++) {
      if (foldCodePoint(codePoint) !== folded) return undefined
    }
  }
  return folded
}

interface Cases {
  /** All letters that fold to the key, including the key. */
  readonly families: ReadonlyMap<number, readonly number[]>
  readonly members: readonly number[]
}

let known: Cases | undefined

function cases(): Cases {
  known ??= findCases()
  return known
}

function findCases(): Cases {
  const families = new Map<number, number[]>()
  // Planes 0 and 1 contain all letters with case.
  for (let codePoint = 0; codePoint < 0x20000; codePoint++) {
    const folded = foldCodePoint(codePoint)
    if (folded === codePoint) continue
    const family = families.get(folded)
    if (family === undefined) families.set(folded, [folded, codePoint])
    else family.push(codePoint)
  }
  return { families, members: [...families.values()].flat() }
}
