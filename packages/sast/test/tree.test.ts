import { describe, expect, test } from 'vitest'
import { LANGUAGES, languageOf } from '../src/languages/all.ts'
import { type CompactTree, ERROR, EXTRA, textOf } from '../src/tree/compact-tree.ts'
import { loadGrammar } from '../src/tree/grammar.ts'
import { parseText, type Parsed } from '../src/tree/parse.ts'

async function parse(path: string, text: string): Promise<Parsed> {
  const language = languageOf(path)!
  return parseText(text, await loadGrammar(language.grammar), new Set(language.comments))!
}

function shape(tree: CompactTree, node = 0): string {
  const name = `${(tree.flags[node]! & EXTRA) === 0 ? '' : '#'}${tree.kinds.name(tree.kind[node]!)}`
  const inner: string[] = []
  for (let child = node + 1; child < tree.next[node]!; child = tree.next[child]!) inner.push(shape(tree, child))
  return inner.length === 0 ? name : `${name}(${inner.join(' ')})`
}

describe('a compact tree', () => {
  test('contains nodes in pre-order, with tokens and comments', async () => {
    const { tree, unread } = await parse('a.js', 'f(a) // é\n')
    expect(shape(tree)).toBe(
      'program(expression_statement(call_expression(identifier arguments(( identifier ))) #comment))',
    )
    expect(unread).toEqual([])
  })

  test('counts in UTF-16 units and stores parents, ends and fields', async () => {
    const { tree } = await parse('a.py', "x = '😀'; y = 1\n")
    const words = Array.from({ length: tree.count }, (_, node) => textOf(tree, node))
    expect(words).toContain("'😀'")
    for (let node = 1; node < tree.count; node += 1) {
      const parent = tree.parent[node]!
      expect(parent).toBeLessThan(node)
      expect(tree.next[parent]!).toBeGreaterThanOrEqual(tree.next[node]!)
      expect(tree.start[parent]!).toBeLessThanOrEqual(tree.start[node]!)
    }
    expect(tree.field.some((item) => item !== 0)).toBe(true)
  })

  test('is parsed around an unreadable region, and the region is reported', async () => {
    const { tree, unread } = await parse(
      'A.java',
      'class A {\n void f() { g(1); }\n ]] ?? [[\n void h() { g(2); }\n}\n',
    )
    expect(unread[0]).toEqual({ fromLine: 3, toLine: 3 })
    const calls = Array.from({ length: tree.count }, (_, node) => node).filter(
      (node) => tree.kinds.name(tree.kind[node]!) === 'method_invocation',
    )
    expect(calls.map((node) => textOf(tree, node))).toEqual(['g(1)', 'g(2)'])
    expect(tree.flags.some((flag) => (flag & ERROR) !== 0)).toBe(true)
  })

  test('nests as deep as the text does', async () => {
    const { tree } = await parse('a.js', `${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    expect(tree.count).toBeGreaterThan(10_000)
  })
})

test.each(LANGUAGES)('$name names kinds that its grammar has', async (language) => {
  const { kinds } = await loadGrammar(language.grammar)
  // A word after a quote is a token.
  const has = (name: string) => kinds.id(name, true) !== -1 || kinds.id(name.replace(/^'/, ''), false) !== -1
  const { comments, identifiers, strings, literals, blocks, functions, calls, members, binary, assignments } = language
  const named = [
    ...comments,
    ...identifiers,
    ...strings.kinds,
    ...strings.content,
    ...literals,
    ...blocks,
    ...functions,
  ]
  const rows = [...calls, ...members, ...binary, ...assignments].map(({ kind }) => kind)
  // Additions of TypeScript to JavaScript, and its other kinds, are in one row with the JavaScript kinds.
  const shared = new Set(['type_identifier', 'public_field_definition', 'field_definition'])
  expect([...named, ...rows].filter((name) => !has(name) && !shared.has(name))).toEqual([])
})
