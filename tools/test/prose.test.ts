import { describe, expect, test } from 'vitest'
import { show } from '../lib/problem.ts'
import { checkProse } from '../prose/check.ts'
import { proseOf } from '../prose/markdown.ts'
import { remarksOn } from '../prose/rules.ts'
import { tree } from './tree.ts'

/** A sentence of `count` words. */
const words = (count: number): string =>
  `The ${Array.from({ length: count - 2 }, (_one, at) => (at % 2 === 0 ? 'old' : 'new')).join(' ')} word.`

describe('rules', () => {
  test.each<[string, string | undefined]>([
    [words(25), undefined],
    [words(26), 'a sentence has 26 words; at most 25'],
    [`${words(20)} ${words(20)}`, undefined],
    [`${words(20).slice(0, -1)}; ${words(20)}`, undefined],
    [`${words(20).slice(0, -5)} 16. ${words(20)}`, undefined],
    ['A text is is sent.', '`is`'],
    ['Send a answer.', '`an`'],
    ['The key is sent by the client.', '"sent by …" is passive: make the agent the subject'],
    ['The key is sent by default.', undefined],
    ['The key is found by comparing digests.', undefined],
    ['The key is stored for a year.', undefined],
    ['The scan is very fast.', '"very" adds nothing'],
    ['Run the scan in order to see it.', '"in order to" adds nothing'],
    ['Import the Github project.', '"Github" is spelled "GitHub"'],
    ['Send json over https.', '"json" is spelled "JSON"'],
    ['See api.osv.dev and fast-json-stringify.', undefined],
    ['See every licence.', '"licence" is spelled "license"'],
  ])('%s', (text, expected) => {
    const messages = remarksOn(text).map(({ message }) => message)
    expect(messages.length > 0).toBe(expected !== undefined)
    expect(messages[0] ?? '').toContain(expected ?? '')
  })
})

test('prose excludes front matter, headings, code, tables and comments, and keeps line numbers', () => {
  const markdown = [
    '---',
    'title: very',
    '---',
    '# A very odd heading',
    '',
    'See `very odd` code in [the guide](very-odd.md),',
    'and **here**: <https://very.example/a>.',
    '- first item',
    '  with a second line',
    '1. second item',
    '',
    '| very | odd |',
    '<!-- very odd -->',
    '```sh',
    'very odd',
    '```',
    'Last.',
  ].join('\n')
  expect(proseOf(markdown)).toEqual([
    { line: 6, text: 'See Code code in the guide,\nand here: URL.' },
    { line: 8, text: 'first item\n  with a second line' },
    { line: 10, text: 'second item' },
    { line: 17, text: 'Last.' },
  ])
})

test('problems name the line; pages outside the documentation are not checked', () => {
  const root = tree({
    'README.md': '# One\n\nA plain\nand very long day.\n',
    'docs/guide/a.md': 'The key is sent by the client.\n',
    'docs/benchmarks.md': 'A very long day.\n',
  })
  const { checked, problems } = checkProse(root)
  expect(checked).toBe('2 pages')
  expect(problems.map(show)).toEqual([
    'README.md:4  "very" adds nothing: delete it or state a figure',
    'docs/guide/a.md:1  "sent by …" is passive: make the agent the subject',
  ])
})

test('a tree without documentation has not passed', () => {
  expect(checkProse(tree({ 'a.txt': '' })).problems).toHaveLength(1)
})
