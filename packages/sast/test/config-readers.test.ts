import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { CompactTree } from '../src/tree/compact-tree.ts'
import { loadGrammar } from '../src/tree/grammar.ts'
import { parseText, type Parsed } from '../src/tree/parse.ts'

const NONE: ReadonlySet<string> = new Set()

/** Pieces of texts that are difficult for parsers. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  yaml: [
    'a: ',
    '- ',
    '\n',
    '  ',
    '{',
    '}',
    '[',
    ']',
    ',',
    '&a ',
    '*a',
    '<<: ',
    '!Ref ',
    '|\n',
    '>-\n',
    '"',
    "'",
    '#',
    '---\n',
    'x',
    '? ',
  ],
  json: ['{', '}', '[', ']', '"a"', ':', ',', '1', 'true', '//', '/*', '*/', '\n', '"', '\\', '-'],
  dockerfile: [
    'FROM ',
    'RUN ',
    'ENV ',
    'COPY ',
    'HEALTHCHECK CMD ',
    'ONBUILD ',
    '--a=b ',
    '["a"',
    ']',
    ',',
    '\\\n',
    '\n',
    '<<EOF',
    'EOF\n',
    '"',
    "'",
    '$(',
    ')',
    '&& ',
    '; ',
    '> ',
    'a:b@c',
    '# x\n',
    '`',
    '=',
  ],
}

const textOf = (language: string): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES[language]!), fc.string({ maxLength: 3 })), { maxLength: 40 })
    .map((all) => all.join(''))

async function read(language: string, text: string): Promise<Parsed | undefined> {
  return parseText(text, await loadGrammar(language), NONE)
}

/** Checks the invariants of a tree for any text. */
function check({ count, start, end, next, parent, text }: CompactTree): void {
  expect(next[0]).toBe(count)
  for (let node = 0; node < count; node += 1) {
    expect(next[node]).toBeGreaterThan(node)
    expect(start[node]).toBeLessThanOrEqual(end[node]!)
    expect(end[node]).toBeLessThanOrEqual(text.length)
    if (node === 0) continue
    expect(parent[node]).toBeLessThan(node)
    expect(next[node]).toBeLessThanOrEqual(next[parent[node]!]!)
  }
}

describe.each(Object.keys(PIECES))('the reader of %s', (language) => {
  test('returns a valid tree for any text', async () => {
    expect.hasAssertions()
    await fc.assert(
      fc.asyncProperty(textOf(language), async (text) => {
        const parsed = await read(language, text)
        if (parsed !== undefined) check(parsed.tree)
      }),
      { numRuns: 500 },
    )
  })
})

const VALUE = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, 7, 'a', 'a: b', '- x', '', '"', "it's", '$X'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c-d', 'e.f'), tie('value'), { maxKeys: 3 }),
  ),
})).value

/** Returns a tree as nested lists of kinds, for comparison of notations. */
function shape({ kinds, kind, next, count }: CompactTree): readonly string[] {
  const names: string[] = []
  for (let node = 0; node < count; node += 1) names.push(`${kinds.name(kind[node]!)} ${next[node]! - node}`)
  return names
}

test('equivalent YAML and JSON have the same tree', async () => {
  await fc.assert(
    fc.asyncProperty(VALUE, async (value) => {
      const json = await read('json', JSON.stringify(value))
      const yaml = await read('yaml', stringify(value))
      expect(json?.unread).toEqual([])
      expect(yaml?.unread).toEqual([])
      expect(shape(yaml!.tree)).toEqual(shape(json!.tree))
      expect(parse(stringify(value))).toEqual(value)
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['yaml', '['.repeat(5_000)],
  ['yaml', 'a: '.concat('{b: '.repeat(2_000))],
  ['json', '['.repeat(100_000)],
])('a text of %s that is nested without end is read to no end', async (language, text) => {
  expect(await read(language, text)).toBeUndefined()
})

/** Returns the instructions of a Dockerfile: keyword and leaves, each as `kind text`. */
async function instructions(text: string): Promise<readonly string[]> {
  const { tree } = (await read('dockerfile', text))!
  const { kinds, kind, next, start, end } = tree
  const found: string[] = []
  for (let at = 1; at < tree.count; at = next[at]!) {
    const leaves: string[] = []
    for (let inner = at + 1; inner < next[at]!; inner += 1) {
      if (next[inner] !== inner + 1) continue
      leaves.push(`${kinds.name(kind[inner]!)} ${text.slice(start[inner], end[inner])}`)
    }
    found.push([kinds.name(kind[at]!), ...leaves].join(' | '))
  }
  return found
}

describe('a Dockerfile as Docker reads it', () => {
  test.each([
    ['a variable in a tag', 'FROM node:14-${VARIANT} AS a', ['from | name node | name 14-${VARIANT} | alias a']],
    [
      'a variable as tag',
      'FROM ${REGISTRY:-a.io:5000}/b:${TAG:-1}',
      ['from | name ${REGISTRY:-a.io:5000}/b | name ${TAG:-1}'],
    ],
    ['a port without a tag', 'FROM a.io:5000/b', ['from | name a.io:5000/b']],
    ['a colon within a variable', 'FROM ${IMAGE:-b}', ['from | name ${IMAGE:-b}']],
    [
      'the legacy syntax of LABEL',
      'LABEL maintainer Ada L <a@b.c>',
      ['label | key maintainer | content Ada L <a@b.c>'],
    ],
    ['several names of ARG', 'ARG A B=1', ['arg | key A | key B | content 1']],
    ['a list that is not JSON', 'CMD ["a", "b]', ['cmd | content ["a", | content "b]']],
    [
      'an escaped escape character at a line end',
      'WORKDIR C:\\\\\nUSER a',
      ['workdir | content C:\\\\', 'user | name a'],
    ],
    ['an escape character at the end', 'ENV A=1 \\\n', ['env | key A | content 1']],
    [
      'a here string',
      'RUN read a <<<EOF\nUSER a',
      ['run | content read | content a | redirect <<<EOF', 'user | name a'],
    ],
    [
      'a heredoc operator in a string',
      'RUN echo "a <<EOF"\nUSER a',
      ['run | content echo | content a <<EOF', 'user | name a'],
    ],
    ['a shift', 'RUN echo $((1<<N))\nUSER a', ['run | content echo | content $((1<<N))', 'user | name a']],
    [
      'an indented word in a heredoc',
      'COPY <<EOF /a\n EOF\nEOF\nUSER a',
      ['copy | content <<EOF | content /a', 'user | name a'],
    ],
    ['a heredoc without indentation', 'RUN <<-"EOF"\n\tmake\n\tEOF\nUSER a', ['run | content make', 'user | name a']],
    [
      'a heredoc before a pipe',
      'RUN cat <<EOF|sh\nmake\nEOF\nUSER a',
      ['run | content cat | redirect <<EOF | content sh', 'user | name a'],
    ],
  ] as const)('reads %s', async (_name, text, expected) => {
    expect(await instructions(text)).toEqual(expected)
  })
})
