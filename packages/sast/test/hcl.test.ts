import * as fc from 'fast-check'
import { startEffort } from '@gatehouse/testkit'
import { describe, expect, test } from 'vitest'
import { type HclNode } from '../src/tree/hcl/node.ts'
import { parseHcl, parseHclExpression, parseHclTemplate } from '../src/tree/hcl/parse.ts'
import { loadGrammar } from '../src/tree/grammar.ts'
import { parseText } from '../src/tree/parse.ts'

function shape(node: HclNode): string {
  const inner = node.children.filter(({ kind }) => kind !== 'punctuation').map(shape)
  return inner.length === 0 ? node.kind : `${node.kind}(${inner.join(' ')})`
}

function all(node: HclNode): readonly HclNode[] {
  return [node, ...node.children.flatMap(all)]
}

describe('expressions', () => {
  test.each([
    ['a.b[0].c', 'get_attr(index(get_attr(identifier identifier) number) identifier)'],
    ['a.0.b', 'get_attr(index(identifier number) identifier)'],
    ['a[*].b', 'get_attr(splat(identifier operator) identifier)'],
    ['a.*.b', 'get_attr(splat(identifier operator) identifier)'],
    ['1 + 2 * 3', 'binary(number operator binary(number operator number))'],
    ['a || b && !c', 'binary(identifier operator binary(identifier operator unary(operator identifier)))'],
    [
      'a ? b : c ? d : e',
      'conditional(identifier operator identifier conditional(identifier operator identifier identifier))',
    ],
    ['f(a, b...)', 'call(identifier arguments(identifier identifier operator))'],
    ['provider::x::f(1)', 'call(identifier arguments(number))'],
    ['[for a, b in c : d if e]', 'for_tuple(identifier identifier identifier identifier identifier)'],
    ['{ for a in b : a => c... }', 'for_object(identifier identifier identifier identifier operator)'],
    [
      '{ a = 1, "b" : 2\n (c) = 3 }',
      'object(object_elem(identifier number) object_elem(identifier number) object_elem(parenthesized(identifier) number))',
    ],
    ['{ "a b" = 1 }', 'object(object_elem(string(string_content) number))'],
    ['"a${b}c$${d}"', 'string(string_content interpolation(identifier) string_content)'],
    [
      '"%{ if a }b%{ else }c%{ endif }"',
      'string(directive(identifier identifier) string_content directive(identifier) string_content directive(identifier))',
    ],
    ['"${"${a}"}"', 'string(interpolation(string(interpolation(identifier))))'],
    ['<<-EOT\n  a ${b}\n  EOT', 'heredoc(string_content interpolation(identifier) string_content)'],
    ['a-b', 'identifier'],
    ['-1.5e3', 'unary(operator number)'],
    ['null', 'null'],
  ])('%j', (text, wanted) => {
    expect(shape(parseHclExpression(text)!)).toBe(wanted)
  })

  test.each(['A'.repeat(200_000), 'a-b', 'EOT'])('a heredoc ends at its word, however long', (word) => {
    const text = `<<${word}\n${word}x\n \t${word}`
    expect(shape(parseHclExpression(`${text} \r`)!)).toBe('heredoc(string_content)')
  })

  test.each(['', 'a b', '[1', '"a', '<<EOT\na', '{a}', 'f(', 'a ?', '1 +', 'a.', '${a}'])('%j is invalid', (text) => {
    expect(parseHclExpression(text)).toBeUndefined()
  })
})

describe('files', () => {
  test('contain blocks with labels and comments of all three kinds', () => {
    const root = parseHcl('# a\nresource "t" n { // b\n  x = 1 /* c */\n}\n')
    expect(shape(root)).toBe(
      'config_file(comment block(identifier string(string_content) identifier body(comment attribute(identifier number) comment)))',
    )
  })

  test('are parsed around invalid parts', () => {
    const root = parseHcl('a {\n  b = = 1\n  c = 2\n  d = [1,, {\n  }]\n  e = 3\n}\n}\nf = 4\n')
    const names = all(root).filter(({ kind }) => kind === 'attribute')
    expect(names).toHaveLength(3)
    expect(all(root).filter(({ kind }) => kind === 'ERROR')).toHaveLength(3)
  })

  test('report unparsed lines', async () => {
    const parsed = parseText('a = 1\nb = = 2\nc = {\n', await loadGrammar('hcl'), new Set())
    expect(parsed?.unread).toEqual([
      { fromLine: 2, toLine: 2 },
      { fromLine: 3, toLine: 3 },
    ])
  })

  test.each([
    'a = <<E\n'.repeat(100_000),
    `${'a = [<<E\n]\n'.repeat(50_000)}E\n`,
    'a = "${[\n'.repeat(50_000),
    `${'a {\n'.repeat(100_000)}= =`,
    'a = f(\n'.repeat(100_000),
  ])('are read in a time that grows with them, %#', (text) => {
    const smallEffort_ms = startEffort()
    parseHcl(text.slice(0, 50_000))
    const small = smallEffort_ms()
    const effort_ms = startEffort()
    parseHcl(text)
    // Sixteen times the text: a quadratic parser would take 256 times as long.
    expect(effort_ms()).toBeLessThan(64 * small + 6_000)
  })

  test('terminate at the nesting limit', () => {
    expect(all(parseHcl(`a = ${'['.repeat(5_000)}`)).some(({ kind }) => kind === 'ERROR')).toBe(true)
    expect(all(parseHcl(`a = ${'b.'.repeat(5_000)}c`)).some(({ kind }) => kind === 'ERROR')).toBe(true)
    expect(all(parseHcl(`a = 1${'+1'.repeat(500)}\n`)).some(({ kind }) => kind === 'ERROR')).toBe(false)
  })
})

const PIECES = [
  'a',
  ' ',
  '\n',
  '=',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '"',
  '${',
  '%{',
  '~',
  '#',
  '//',
  '/*',
  '*/',
  '<<E\n',
  'E',
  '.',
  ',',
  ':',
  '?',
  '1',
  'for',
  'in',
  'if',
  '=>',
  '...',
  '\\',
  '-',
  '!',
  '&&',
  'é',
  '😀',
]

const anyText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ maxLength: 80, unit: 'binary' }),
)

/** Returns the nodes that are not within their parent, or not after the node before them. */
function outOfOrder(text: string): readonly HclNode[] {
  const root = parseHcl(text)
  const isWhole = root.start === 0 && root.end === text.length
  const wrong = all(root).flatMap((parent) =>
    parent.children.filter(({ start, end }, at) => {
      const from = parent.children[at - 1]?.end ?? parent.start
      return start < from || end > parent.end || end < start
    }),
  )
  return isWhole ? wrong : [root, ...wrong]
}

describe('any text', () => {
  test('is parsed to its end, with nested nodes in order', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(outOfOrder(text)).toEqual([])
        parseHclTemplate(text)
      }),
      { numRuns: 2_000, examples: [['a/**/{"'], ['a "x" /* why */ "y" /* why */ {\n  b = 1\n}']] },
    )
  })

  test('returns a tree of exactly the parsed nodes', async () => {
    const grammar = await loadGrammar('hcl')
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseText(text, grammar, new Set())!
        const { tree } = parsed
        expect(tree.next[0]).toBe(tree.count)
        for (let node = 1; node < tree.count; node += 1) {
          expect(tree.parent[node]!).toBeLessThan(node)
          expect(tree.next[tree.parent[node]!]!).toBeGreaterThanOrEqual(tree.next[node]!)
        }
        const wrong = all(parseHcl(text)).filter(({ kind }) => kind === 'ERROR' || kind === 'missing')
        expect(parsed.unread).toHaveLength(wrong.length)
      }),
      { numRuns: 500 },
    )
  })
})
