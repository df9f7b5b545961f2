/** Maximum size of letter groups that count as a spelling; longer groups are words of their own. */
const GROUP_UNITS_MAX = 3
/** Between longer groups only a dash or a space: quotation marks, commas and lines separate pieces. */
const JOINED = /^[ \t_.·\-‐-―]{1,2}$/
/** Maximum number of examined occurrences: repeated mentions of the pieces do not join them. */
const PLACES_MAX = 5

/**
 * Returns the position of a word in the letters of a text, ignoring separators. Pieces that are quoted one after the other, `"bako",
 * "lidu"`, do not form a word.
 * @param plain of `plainLetters`
 * @param letters the letters and digits of `plain` only, each converted individually
 * @returns the position in `letters`, or -1
 */
export function findSpaced(plain: string, letters: string, word: string): number {
  let at = letters.indexOf(word)
  for (let count = 0; at >= 0 && count < PLACES_MAX; count += 1) {
    if (isSingleWord(plain, at, word.length)) return at
    at = letters.indexOf(word, at + 1)
  }
  return -1
}

/** @param from  in letters and figures alone */
function isSingleWord(plain: string, from: number, length: number): boolean {
  let seen = 0
  let group = 0
  let longest = 0
  let gap = ''
  const gaps: string[] = []
  for (const item of plain) {
    if (!/[\p{L}\p{N}]/u.test(item)) {
      if (seen > from) gap += item
      continue
    }
    seen += item.length
    if (seen <= from) continue
    if (gap !== '') {
      gaps.push(gap)
      group = 0
    }
    gap = ''
    group += 1
    longest = Math.max(longest, group)
    if (seen >= from + length) break
  }
  // Attacks provide two pieces; a word in more pieces was joined before.
  const isOfTwo = gaps.length === 1
  return longest <= GROUP_UNITS_MAX || !isOfTwo || JOINED.test(gaps[0]!)
}
