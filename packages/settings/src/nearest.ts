/** Longer names are truncated, because the cost is the product of the lengths. */
const NAME_CHARS_MAX = 64
/** Maximum edit distance of a typing error. */
const SLIPS_MAX = 2

/** Returns the most likely intended candidate: at most two letters missing, added, changed or swapped. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let fewest = SLIPS_MAX + 1
  for (const candidate of candidates) {
    const slips = slipsBetween(name.toLowerCase(), candidate.toLowerCase())
    // Two edits could turn any short word into any other.
    if (slips < fewest && slips * 3 <= candidate.length) {
      best = candidate
      fewest = slips
    }
  }
  return best
}

/** Returns the optimal string alignment distance: Levenshtein's distance with swaps of neighbors as one step. */
function slipsBetween(a: string, b: string): number {
  const left = a.slice(0, NAME_CHARS_MAX)
  const right = b.slice(0, NAME_CHARS_MAX)
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1]
      let least = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        least = Math.min(least, beforeLast[column - 2]! + 1)
      }
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[right.length]!
}
