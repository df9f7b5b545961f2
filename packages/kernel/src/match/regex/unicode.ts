import { type CharSet, union } from './char-set.ts'

const cache = new Map<string, CharSet>()

/**
 * Returns the code points of a Unicode property (`L`, `Lu`, `Greek`, `Script=Greek`, `Alphabetic`) from the runtime's Unicode data;
 * undefined for an unknown property. The number of properties limits the cache.
 */
export function propertySet(name: string): CharSet | undefined {
  if (!/^\w{1,64}(?:=\w{1,64})?$/.test(name)) return undefined
  const charSet = cache.get(name)
  if (charSet !== undefined) return charSet
  const test = propertyTest(name) ?? propertyTest(`Script=${name}`)
  if (test === undefined) return undefined
  const set = extract(test)
  cache.set(name, set)
  return set
}

function propertyTest(name: string): RegExp | undefined {
  try {
    return new RegExp(`\\p{${name}}+`, 'gu')
  } catch {
    return undefined
  }
}

/** Tests the property for every code point and collects its ranges. */
function extract(run: RegExp): CharSet {
  const ranges: number[] = []
  collect(run, 0, 0xd7ff, ranges)
  // All lone surrogates have the same properties.
  run.lastIndex = 0
  if (run.test('\ud800')) ranges.push(0xd800, 0xdfff)
  collect(run, 0xe000, 0xffff, ranges)
  for (let plane = 1; plane <= 16; plane++) {
    const first = plane * 0x10000
    if (plane < 4 || plane === 14) collect(run, first, first + 0xffff, ranges)
    else sample(run, first, ranges)
  }
  return union([ranges, []])
}

/** All characters of an unassigned or private plane are equal except for the last two. */
function sample(run: RegExp, first: number, ranges: number[]): void {
  for (const [low, high] of [
    [first, first + 0xfffd],
    [first + 0xfffe, first + 0xffff],
  ] as const) {
    run.lastIndex = 0
    if (run.test(String.fromCodePoint(low))) ranges.push(low, high)
  }
}

function collect(run: RegExp, first: number, last: number, ranges: number[]): void {
  const size = first < 0x10000 ? 1 : 2
  const units = new Uint16Array((last - first + 1) * size)
  for (let codePoint = first, at = 0; codePoint <= last; codePoint++) {
    if (size === 1) units[at++] = codePoint
    else {
      units[at++] = 0xd7c0 + (codePoint >> 10)
      units[at++] = 0xdc00 + (codePoint & 0x3ff)
    }
  }
  const text = new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units)
  run.lastIndex = 0
  for (let hit = run.exec(text); hit !== null; hit = run.exec(text)) {
    ranges.push(first + hit.index / size, first + run.lastIndex / size - 1)
  }
}
