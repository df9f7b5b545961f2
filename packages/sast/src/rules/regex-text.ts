/** Own limit: the same as for both engines. */
const CHARS_MAX = 4_096

/** The names of the groups of a regex by their numbers; number 0 is the whole, and a group without a name has none. */
export function groupNames(source: string): readonly (string | undefined)[] {
  const names: (string | undefined)[] = [undefined]
  walk(source, (at) => {
    if (source[at] !== '(') return
    const named = /^\((?!\*)(?:(?!\?)|\?P?<(?![=!])(\w{1,64})>|\?'(\w{1,64})')/.exec(source.slice(at, at + 80))
    if (named !== null) names.push(named[1] ?? named[2])
  })
  return names
}

/**
 * Removes syntax without an effect from a regex: `\Q…\E`, comments, and the whitespace of `(?x)`. Text after a flag that is enabled later
 * than at the start stays unchanged, and is rejected there.
 */
export function plainRegex(given: string): string {
  if (given.length > CHARS_MAX) return given
  const quoted = given.replace(/\\Q([\s\S]*?)(?:\\E|$)/g, (_all, text: string) =>
    text.replace(/[\\^$.*+?()[\]{}|#\s]/g, String.raw`\$&`),
  )
  const commented = quoted.includes('(?#') ? withoutRemarks(quoted) : quoted
  const extended = /^(?:\(\?[imsx]*\))*\(\?([ims]*)x([imsx]*)(?=\)|:)/.exec(commented)
  if (extended === null) return commented
  const before = extended[0].slice(0, extended[0].lastIndexOf('('))
  const flags = `${extended[1]}${extended[2]}`.replaceAll('x', '')
  const rest = commented.slice(extended[0].length)
  if (rest.startsWith(':')) return `${before}(?${flags}${withoutSpaces(rest)}`
  return `${before}${flags === '' ? '' : `(?${flags})`}${withoutSpaces(rest.slice(1))}`
}

/** Calls `visit` for each position of a regex that is neither escaped nor within a class. */
function walk(source: string, visit: (at: number) => number | undefined | void): void {
  let isInClass = false
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]!
    if (char === '\\') at += 1
    else if (isInClass) {
      if (char === '[' && source[at + 1] === ':') at = Math.max(at, source.indexOf(':]', at + 2) + 1)
      else isInClass = char !== ']'
    } else if (char === '[') {
      isInClass = true
      // A leading bracket is a literal character of the class.
      if (source[at + 1] === '^') at += 1
      if (source[at + 1] === ']') at += 1
    } else at = visit(at) ?? at
  }
}

function withoutRemarks(source: string): string {
  return without(source, (at) => {
    if (!source.startsWith('(?#', at)) return at
    const end = source.indexOf(')', at)
    return end === -1 ? source.length : end + 1
  })
}

function withoutSpaces(source: string): string {
  return without(source, (at) => {
    if (/\s/.test(source[at]!)) return at + 1
    if (source[at] !== '#') return at
    const end = source.indexOf('\n', at)
    return end === -1 ? source.length : end + 1
  })
}

/** Removes parts of a regex. @param endOf returns the end of the part at an offset; the offset itself where no part starts */
function without(source: string, endOf: (at: number) => number): string {
  let kept = ''
  let from = 0
  walk(source, (at) => {
    const end = endOf(at)
    if (end === at) return undefined
    kept += source.slice(from, at)
    from = end
    return end - 1
  })
  return kept + source.slice(from)
}
