/** Literal characters without escaping. */
export const LETTER = /[\w-]/

/** Ranges of only letters or digits. */
const PLAIN_RANGE = /^(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d)$/

/** Returns the characters of a class besides letters; undefined where they are unknown. */
export function signsIn(inside: string): string | undefined {
  let signs = ''
  let last = ''
  for (let at = 0; at < inside.length; at += 1) {
    const posix = /^\[:(?:alpha|digit|alnum|lower|upper|xdigit|word):\]/.exec(inside.slice(at, at + 12))?.[0]
    let sign = inside[at]!
    if (posix !== undefined) {
      at += posix.length - 1
      last = ''
      continue
    }
    // Nested classes and intersections are not supported.
    if (sign === '[' || inside.startsWith('&&', at)) return undefined
    if (sign === '-' && last !== '' && at < inside.length - 1) {
      at += 1
      let end = inside[at]!
      if (end === '\\') {
        at += 1
        end = inside[at] ?? ''
        if (/[A-Za-z0-9]/.test(end)) return undefined
      }
      if (!PLAIN_RANGE.test(`${last}-${end}`)) signs += signsBetween(last, end)
      last = ''
      continue
    }
    if (sign === '\\') {
      at += 1
      sign = inside[at] ?? ''
      if (sign === 'd' || sign === 'w' || sign === 's') {
        if (sign === 's') signs += ' \n'
        last = ''
        continue
      }
      if (sign === '' || /[A-Za-z0-9]/.test(sign)) return undefined
    }
    last = sign
    if (!LETTER.test(sign)) signs += sign
  }
  return signs
}

/** Own limit: expanded characters of a range; those beyond are no more dangerous. */
const RANGE_MAX = 256

function signsBetween(first: string, last: string): string {
  const from = first.charCodeAt(0)
  const until = Math.min(last.charCodeAt(0), from + RANGE_MAX)
  let signs = ''
  for (let code = from; code <= until; code += 1) {
    const sign = String.fromCharCode(code)
    if (!LETTER.test(sign)) signs += sign
  }
  return signs
}

/** Returns the end of a character class; -1 where it is unclosed. */
export function classEnd(text: string, start: number): number {
  let at = start + 1
  if (text[at] === '^') at += 1
  if (text[at] === ']') return -1
  for (; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text.startsWith('[:', at)) {
      const end = text.indexOf(':]', at)
      if (end === -1) return -1
      at = end + 1
    } else if (text[at] === ']') return at
  }
  return -1
}
