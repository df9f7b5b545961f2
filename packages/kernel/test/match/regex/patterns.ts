import * as fc from 'fast-check'

/** Letters of the texts: with and without case, word and non-word, of one and two code units, and line terminators. */
export const LETTERS = [
  'a',
  'b',
  'A',
  'B',
  'c',
  'é',
  'É',
  ' ',
  '-',
  '\n',
  '1',
  '😀',
  '\u{10400}',
  '\u{10428}',
  '\ud83d',
  '\ude00',
] as const

/** Short, because the reference is a backtracking engine and the patterns are hard on it. */
export const texts = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 16 })

const atoms = fc.constantFrom(
  'a',
  'b',
  'A',
  'c',
  'é',
  '😀',
  '\\u{10400}',
  '.',
  '[ab]',
  '[^a]',
  '[a-c]',
  '[^\\n]',
  '[😀é]',
  '\\w',
  '\\W',
  '\\s',
  '\\S',
  '\\d',
  '\\D',
  '\\p{L}',
  '\\P{Lu}',
  '\\p{Lu}',
  '[^\\p{L}-]',
  '\\n',
  '[\\d-]',
  '',
)
const places = fc.constantFrom('^', '$', '\\b', '\\B')
const counts = fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,3}?', '{2,}', '{0}')

/** Random patterns in the syntax that this engine shares with ECMAScript under the flag `u`. */
export const patterns: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'pattern' },
    { weight: 4, arbitrary: atoms },
    { weight: 1, arbitrary: places },
    { weight: 3, arbitrary: fc.tuple(tie('node'), tie('node')).map(([a, b]) => a + b) },
    { weight: 2, arbitrary: fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(?:${a}|${b})`) },
    { weight: 2, arbitrary: fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}|${b})`) },
    { weight: 2, arbitrary: fc.tuple(tie('node'), counts).map(([a, count]) => `(?:${a})${count}`) },
    { weight: 2, arbitrary: fc.tuple(tie('node'), counts).map(([a, count]) => `(${a})${count}`) },
    { weight: 1, arbitrary: tie('node').map((a) => `(${a})`) },
  ),
})).node

export const options = fc.record({ ignoreCase: fc.boolean(), multiLine: fc.boolean(), dotAll: fc.boolean() })

export type Options = typeof options extends fc.Arbitrary<infer T> ? T : never

/**
 * Returns all matches as ECMAScript defines them, by the runtime's engine called position by position: by itself it also reports empty
 * matches inside a surrogate pair, against the standard.
 */
export function reference(pattern: string, flags: Options, text: string, from = 0): RegExpExecArray[] {
  const { ignoreCase, multiLine, dotAll } = flags
  const regex = new RegExp(pattern, `uy${ignoreCase ? 'i' : ''}${multiLine ? 'm' : ''}${dotAll ? 's' : ''}`)
  const found: RegExpExecArray[] = []
  for (let at = from; at <= text.length;) {
    regex.lastIndex = at
    const hit = regex.exec(text)
    if (hit !== null) found.push(hit)
    at = hit !== null && hit[0] !== '' ? regex.lastIndex : at + String.fromCodePoint(text.codePointAt(at) ?? 0).length
  }
  return found
}
