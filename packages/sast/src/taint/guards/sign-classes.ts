/** Signs that stand for themselves where nothing is before them. */
export const LETTER = /[\w-]/

/** Ranges that hold letters or digits alone. */
const PLAIN_RANGE = /^(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d)$/

/** What a class of signs holds besides letters; undefined where that is not known. */
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
    // Classes in classes, and what they have in common.
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

/** Ours: signs of a range that are written out; what is beyond them does harm where any of these does. */
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

/** Where a class of signs ends; -1 where it does not. */
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
