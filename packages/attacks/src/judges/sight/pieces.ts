/** Letters one by one, or in such small groups, are a way of writing; longer ones are words of their own. */
const GROUP_UNITS_MAX = 3
/** Between longer groups nothing but a stroke or a space: quotation marks, commas and lines tell pieces apart. */
const JOINED = /^[ \t_.·\-‐-―]{1,2}$/
/** Places that are looked at: whoever names the pieces again and again has not joined them. */
const PLACES_MAX = 5

/**
 * Where a word stands in the letters of a text, its letters apart. Pieces that somebody quotes one after the other, `"bako", "lidu"`,
 * are no word.
 * @param plain  of `plainLetters`
 * @param letters  its letters and figures alone, each read as one of `plain`
 * @returns the place in `letters`, or -1
 */
export function placeApart(plain: string, letters: string, word: string): number {
  let at = letters.indexOf(word)
  for (let count = 0; at >= 0 && count < PLACES_MAX; count += 1) {
    if (isOneWord(plain, at, word.length)) return at
    at = letters.indexOf(word, at + 1)
  }
  return -1
}

/** @param from  in letters and figures alone */
function isOneWord(plain: string, from: number, length: number): boolean {
  let seen = 0
  let group = 0
  let longest = 0
  let gap = ''
  const gaps: string[] = []
  for (const one of plain) {
    if (!/[\p{L}\p{N}]/u.test(one)) {
      if (seen > from) gap += one
      continue
    }
    seen += one.length
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
  // Attacks hand over two pieces; whoever cuts a word into more has put it together before.
  const isOfTwo = gaps.length === 1
  return longest <= GROUP_UNITS_MAX || !isOfTwo || JOINED.test(gaps[0]!)
}
