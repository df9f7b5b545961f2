import { letterOf } from '../language.ts'

/** Evidence of one pair of letters. */
export type Evidence = (first: number, second: number) => number

/**
 * Returns the part of the text with positive evidence, from its first convincing stretch to its last, widened to whole words; undefined
 * where no stretch is convincing.
 * @param drift minimum evidence of each pair beyond chance
 * @param enough minimum sum of a convincing stretch
 */
export function convincingStretch(
  text: string,
  evidence: Evidence,
  drift: number,
  enough: number,
): readonly [number, number] | undefined {
  let sum = 0
  let start = 0
  let peak = 0
  let from = -1
  let to = -1
  let before = 0
  for (let i = 0; i <= text.length; i++) {
    const letter = i < text.length ? letterOf(text.charCodeAt(i)) : 0
    if (letter !== 0 || before !== 0) sum += evidence(before, letter) - drift
    before = letter
    if (sum <= 0) {
      sum = 0
      peak = 0
      start = i
    }
    if (sum > peak) {
      peak = sum
      if (peak >= enough) {
        if (from < 0) from = start
        to = i
      }
    }
  }
  return from < 0 ? undefined : widened(text, from, to)
}

/** Returns the mean cost of a letter pair in this part of the text. */
export function meanCost(text: string, start: number, end: number, cost: Evidence): number {
  let sum = 0
  let pairs = 0
  let before = 0
  for (let i = start; i < end; i++) {
    const letter = letterOf(text.charCodeAt(i))
    if (letter !== 0 || before !== 0) {
      sum += cost(before, letter)
      pairs++
    }
    before = letter
  }
  return pairs === 0 ? Number.POSITIVE_INFINITY : sum / pairs
}

function widened(text: string, from: number, to: number): readonly [number, number] {
  let start = from
  let end = to
  while (start > 0 && letterOf(text.charCodeAt(start - 1)) !== 0) start--
  while (end < text.length && letterOf(text.charCodeAt(end)) !== 0) end++
  return [start, end]
}
