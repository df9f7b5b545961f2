import { describe, expect, test } from 'vitest'
import { languageOf } from '../src/languages/all.ts'
import { candidates, type Needed } from '../src/match/candidates.ts'
import { compilePattern } from '../src/match/compile.ts'
import { nodesOfKey } from '../src/match/nodes-of-key.ts'
import { DEFAULT_OPTIONS, type MatchOptions, type Source } from '../src/match/source.ts'
import { parseFile } from '../src/search/search-file.ts'
import { loadGrammar } from '../src/tree/grammar.ts'

const CODE = `
import { send as post } from 'mail'
const target = 'list'
open(target, 1)
post(target, 2)
close((other), 'the' + ' end')
other /* again */
`

/** Returns the code of the candidate nodes of a pattern. */
async function asked(text: string, options: Partial<MatchOptions> = {}, hints: Needed['hints'] = []) {
  const language = languageOf('a.js')!
  const pattern = compilePattern(text, language, await loadGrammar(language.grammar))
  const source = await sourceOf()
  const needed = { words: pattern.words, hints }
  return codeOf(candidates(pattern.statements[0]!, needed, source, { ...DEFAULT_OPTIONS, ...options }), source)
}

describe('candidate nodes of a pattern', () => {
  test('contain its words', async () => {
    expect(await asked('open(...)')).toContain('open(target, 1)')
    expect(await asked('open(...)')).not.toContain("close((other), 'the' + ' end')")
  })

  test('contain the import aliases', async () => {
    expect(await asked('mail.send(...)')).toContain('post(target, 2)')
  })

  test('contain one of the words required by a condition', async () => {
    const calls = await asked('$F($X, ...)', {}, [['close', 'nothing']])
    expect(calls).toContain("close((other), 'the' + ' end')")
    expect(calls).not.toContain('open(target, 1)')
  })

  test('are all nodes of their kinds when a name may refer to code in another file', async () => {
    expect(await asked('open(...)', { symbols: true })).toContain("close((other), 'the' + ' end')")
  })

  test('include names and concatenations for a string pattern, unless names are literal', async () => {
    expect(await asked('"list"')).toContain('target')
    expect(await asked('"list"')).toContain("'the' + ' end'")
    expect(await asked('"list"', { constants: false })).not.toContain('target')
  })
})

describe('required words of a pattern', () => {
  test.each([
    ['the last name of a path', 'a.b.code(...)', ['code']],
    ['a member that is called as what it is of', 'run.run($X)', ['run']],
    ['a word that nothing else says', 'if (typeof $X === "string") { ... }', ['typeof']],
    ['no word of a function that may be an arrow', 'function ($X) { ... }', []],
  ])('is %s', async (_what, text, words) => {
    const language = languageOf('a.js')!
    expect(compilePattern(text, language, await loadGrammar(language.grammar)).words).toEqual(words)
  })

  test.each([
    ['one that is written', 'list', true],
    ['one that is put together', 'the end', true],
    ['one of its pieces', 'the', true],
    ['one that stands nowhere', 'nothing', false],
    ['one that is a name', 'other', false],
  ])('may be a text: %s', async (_which, text, isThere) => {
    expect((await sourceOf()).texts.has(text)).toBe(isThere)
  })
})

describe('nodes matched by a keyword', () => {
  test.each([
    ['other', ['other', '(other)', 'other /* again */']],
    ['target', ['target']],
    ['open target 1', ['open(target, 1)']],
    ['nothing', []],
  ])('are found by its first word: %s', async (key, codes) => {
    const source = await sourceOf()
    const found = nodesOfKey(key, source)!
    const all = Array.from({ length: source.tree.count }, (_, node) => node).filter(
      (node) => source.keyOf(node) === key,
    )
    expect(found).toEqual(all)
    for (const code of codeOf(found, source)) expect(codes).toContain(code)
  })

  test('are not looked for by a text in quotes', async () => {
    expect(nodesOfKey('"list', await sourceOf())).toBeUndefined()
  })
})

async function sourceOf(): Promise<Source> {
  return (await parseFile(CODE, languageOf('a.js')!))!.source
}

function codeOf(nodes: Iterable<number>, { tree }: Source): readonly string[] {
  return [...nodes].map((node) => tree.text.slice(tree.start[node], tree.end[node]))
}
