import { ALL, ELLIPSIS, META, type Written } from '../match/pattern-text.ts'

/** A whole value or key that is a metavariable, with the adjacent text on its line. */
const METAVARIABLE = /(^|[\s[{,])((?:["'])?)\$(\.\.\.)?([A-Z_][A-Z0-9_]*)\2(?=\s*$|\s*[:,\]}]|\s+#)/gm

/** An ellipsis that is a whole value or key. */
const DOTS = /(^|[\s[{,])\.\.\.(?=\s*$|\s*[:,\]}]|\s+#)/gm

/** Converts a pattern to YAML: dots alone on a line become a key, or a value where nothing else is beside them. */
export function writeYaml(pattern: string): Written {
  const lines = pattern.replace(/\t/g, '  ').split('\n')
  const written = lines.map((line, at) => (line.trim() === '...' ? dotsLine(lines, at) : line))
  const text = written
    .join('\n')
    .replace(DOTS, (_all, before: string) => before + ELLIPSIS)
    .replace(METAVARIABLE, (_all, before: string, quote: string, isAll: string | undefined, name: string) => {
      const word = (isAll === undefined ? META : ALL) + name
      return before + quote + word + quote
    })
  return { text, start: 0, end: text.length }
}

function dotsLine(lines: readonly string[], at: number): string {
  const indent = indentOf(lines[at]!)
  const blanks = ' '.repeat(indent)
  const extra = neighbour(lines, at, -1, indent) ?? neighbour(lines, at, 1, indent)
  if (extra === undefined) return `${blanks}${ELLIPSIS}`
  return extra.trimStart().startsWith('- ') ? `${blanks}- ${ELLIPSIS}` : `${blanks}${ELLIPSIS}:`
}

/** Returns the next non-blank line of the same depth within the enclosing block. */
function neighbour(lines: readonly string[], at: number, step: 1 | -1, indent: number): string | undefined {
  for (let other = at + step; lines[other] !== undefined; other += step) {
    const line = lines[other]!
    if (line.trim() === '' || line.trim() === '...') continue
    // The content of `- a: 1` is indented two columns deeper.
    if (indentOf(line) === indent) return line
    if (/^\s*(?:- +)+\S/.test(line) && line.search(/[^\s-]/) === indent) return line.slice(indent)
    if (indentOf(line) < indent) return undefined
  }
  return undefined
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
