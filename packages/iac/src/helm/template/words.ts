import { TemplateProblem, type ActionToken } from './node.ts'

const BLANKS = /[ \t\r\n]*/y
const PATTERNS: readonly (readonly [ActionToken['type'], RegExp])[] = [
  ['text', /"(?:[^"\\\n]|\\.)*"|`[^`]*`/y],
  ['field', /\.[\p{L}_][\p{L}\p{N}_]*/uy],
  ['variable', /\$[\p{L}\p{N}_]*/uy],
  ['number', /[-+]?(?:0[xX][0-9a-fA-F_]+|0[bo][0-7_]+|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)|'(?:[^'\\]|\\.)'/y],
  ['name', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['mark', /:=|[().|,=]/y],
]

/** Own limit: an action is a few lines at most. */
const WORDS_MAX = 2_000

/** Splits an action into words. @throws {TemplateProblem} for an invalid word */
export function actionTokens(text: string, from: number, to: number): readonly ActionToken[] {
  const words: ActionToken[] = []
  let at = from
  for (;;) {
    BLANKS.lastIndex = at
    BLANKS.test(text)
    const isApart = BLANKS.lastIndex > at || at === from
    at = BLANKS.lastIndex
    if (at >= to) return words
    const found = tokenAt(text, at)
    if (found === undefined || at + found.text.length > to) throw new TemplateProblem('An action is invalid.', at)
    words.push({ ...found, isApart })
    if (words.length > WORDS_MAX) throw new TemplateProblem('An action is too long.', at)
    at += found.text.length
  }
}

function tokenAt(text: string, at: number): { readonly type: ActionToken['type']; readonly text: string } | undefined {
  for (const [type, pattern] of PATTERNS) {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) return { type, text: found }
  }
  return undefined
}

const ESCAPES: Readonly<Partial<Record<string, string>>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
}

/** Returns the value of a quoted string. */
export function unquoted(word: string): string {
  if (word.startsWith('`')) return word.slice(1, -1)
  return word
    .slice(1, -1)
    .replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))/g, (_all, hex?: string, code?: string, char?: string) => {
      if (char !== undefined) return ESCAPES[char] ?? char
      return String.fromCharCode(Number.parseInt(hex ?? code ?? '0', 16))
    })
}
