/** Own limit: a random text of 16 characters has more entropy, a word of any language less. */
const ENTROPY_BITS_MIN = 3.2
const ENTROPY_CHARS_MIN = 12

/** Own limit: a regex is parsed, never run; longer ones are not written by hand. */
const REGEX_CHARS_MAX = 2_000

/** Returns the verdict of an analyzer on a text. */
export function analyse(analyzer: 'entropy' | 'redos', text: string): boolean {
  return analyzer === 'entropy' ? isRandom(text) : mayExplode(text)
}

function isRandom(text: string): boolean {
  if (text.length < ENTROPY_CHARS_MIN || /\s/.test(text)) return false
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits >= ENTROPY_BITS_MIN
}

/** Whether a repeated group contains an unbounded repetition: `(a+)+`, `(a*b?)*`. */
function mayExplode(regex: string): boolean {
  if (regex.length > REGEX_CHARS_MAX) return false
  const open: boolean[] = []
  let isInClass = false
  for (let at = 0; at < regex.length; at += 1) {
    const char = regex[at]!
    if (char === '\\') at += 1
    else if (isInClass) isInClass = char !== ']'
    else if (char === '[') isInClass = true
    else if (char === '(') open.push(false)
    else if (char === ')') {
      const repeats = open.pop() === true
      const isRepeated = /^(?:[*+]|\{\d{1,9},\})/.test(regex.slice(at + 1))
      if (repeats && isRepeated) return true
      if ((repeats || isRepeated) && open.length > 0) open[open.length - 1] = true
    } else if (/^(?:[*+]|\{\d{1,9},\})/.test(regex.slice(at, at + 14)) && open.length > 0) open[open.length - 1] = true
  }
  return false
}
