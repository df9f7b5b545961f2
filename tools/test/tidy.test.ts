import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { show } from '../lib/problem.ts'
import { checkTidy, lowerPhraseExceptions } from '../tidy/check.ts'
import { applyExceptions } from '../tidy/exceptions.ts'
import { tree } from './tree.ts'

function problemsOf(files: Readonly<Record<string, string>>): string[] {
  return checkTidy(tree(files)).problems.map(show)
}

const INDEX = 'packages/kernel/src/index.ts'

test('a tidy tree has no problem', () => {
  expect(problemsOf({ [INDEX]: 'export const one = 1\n', 'README.md': '# One\n\n[two](#one)\n' })).toEqual([])
})

test('a tree without files has not passed', () => {
  expect(problemsOf({})).toEqual([expect.stringContaining('nothing was checked')])
})

describe('lengths', () => {
  const lines = (count: number): string => `${'// A line.\n'.repeat(count - 1)}export const one = 1\n`
  const body = (count: number): string => `export function long() {\n${'  // A line.\n'.repeat(count - 2)}}\n`

  test.each([
    ['a file of 300 lines passes', { [INDEX]: lines(300) }, []],
    ['a file of 301 lines does not', { [INDEX]: lines(301) }, ['301 lines; at most 300']],
    ['a function of 60 lines passes', { [INDEX]: body(60) }, []],
    ['a function of 61 lines does not', { [INDEX]: body(61) }, ['long has 61 lines; at most 60']],
    ['a describe of 61 lines passes: it is a list', { 'packages/kernel/test/a.test.ts': body(61) }, []],
    [
      'what is generated may be long',
      { [INDEX]: `export * from './a.gen.ts'\n`, 'packages/kernel/src/a.gen.ts': lines(400) },
      [],
    ],
  ])('%s', (_title, files, messages) => {
    expect(problemsOf(files)).toEqual(messages.map((message) => expect.stringContaining(message) as unknown))
  })

  const found = [{ path: 'a.ts', key: 'a.ts', size: 400, message: '400 lines' }]
  test.each([
    ['an exception of that size passes', { 'a.ts': 400 }, []],
    ['a file that grew beyond its exception does not', { 'a.ts': 399 }, ['400 lines']],
    ['a file that shrank lowers its exception', { 'a.ts': 401 }, ['has shrunk to 400: lower the exception']],
    ['an exception that nothing needs goes', { 'a.ts': 400, 'b.ts': 310 }, ['"b.ts" needs no exception any more']],
  ])('%s', (_title, exceptions, messages) => {
    const problems = applyExceptions(found, exceptions).map(show)
    expect(problems).toEqual(messages.map((message) => expect.stringContaining(message) as unknown))
  })
})

describe('phrases', () => {
  const ODD = ['no', 'body'].join('')
  const exceptions = (counts: Readonly<Record<string, number>>) => ({
    'tools/phrase-exceptions.json': JSON.stringify(counts),
  })
  const TEST = 'packages/kernel/test/a.test.ts'

  test.each<[string, Record<string, string>, number]>([
    ['a comment is checked', { [INDEX]: `// For ${ODD}.\nexport const one = 1\n` }, 1],
    ['a string is checked', { [INDEX]: `export const one = 'For ${ODD}.'\n` }, 1],
    ['a template is checked', { [INDEX]: `export const one = \`For ${ODD}.\`\n` }, 1],
    ['a name in code is not', { [INDEX]: `export const ${ODD} = 1\n` }, 0],
    [
      'a sample text in a test is not',
      { [INDEX]: 'export const one = 1\n', [TEST]: `export const two = '${ODD}'\n` },
      0,
    ],
    [
      'a comment in a test is',
      { [INDEX]: 'export const one = 1\n', [TEST]: `// For ${ODD}.\nexport const two = 2\n` },
      1,
    ],
    [
      'Markdown is checked',
      { [INDEX]: 'export const one = 1\n', 'README.md': `# One\n\nFor ${ODD.toUpperCase()}.\n` },
      1,
    ],
    [
      'code in Markdown is not',
      { [INDEX]: 'export const one = 1\n', 'README.md': `\`${ODD}\`\n\n\`\`\`text\n${ODD}\n\`\`\`\n` },
      0,
    ],
    [
      'a file may keep its accepted number',
      { [INDEX]: `// ${ODD} ${ODD}\nexport const one = 1\n`, ...exceptions({ [INDEX]: 2 }) },
      0,
    ],
    [
      'a file may not add one',
      { [INDEX]: `// ${ODD} ${ODD}\nexport const one = 1\n`, ...exceptions({ [INDEX]: 1 }) },
      2,
    ],
  ])('%s', (_title, files, count) => {
    const problems = problemsOf(files)
    expect(problems).toHaveLength(count)
    for (const problem of problems) expect(problem).toContain('is not allowed: name the person')
  })

  test('the number of remaining phrases is a note', () => {
    const root = tree({ [INDEX]: `// ${ODD}\nexport const one = 1\n`, ...exceptions({ [INDEX]: 3 }) })
    expect(checkTidy(root).notes).toEqual([
      '1 banned phrases remain in 1 files (3 allowed); npm run fix lowers the exceptions',
    ])
  })

  test('lowering follows moved text and never raises the sum', () => {
    const other = 'packages/kernel/src/other.ts'
    const text = (count: number): string => `// ${`${ODD} `.repeat(count)}\nexport const one = 1\n`
    const lower = (files: Readonly<Record<string, string>>): unknown => {
      const root = tree(files)
      lowerPhraseExceptions(root)
      return JSON.parse(readFileSync(`${root}/tools/phrase-exceptions.json`, 'utf8'))
    }
    expect(lower({ [INDEX]: text(1), ...exceptions({ [INDEX]: 3 }) })).toEqual({ [INDEX]: 1 })
    expect(lower({ [INDEX]: text(4), ...exceptions({ [INDEX]: 3 }) })).toEqual({ [INDEX]: 3 })
    expect(lower({ [other]: text(3), ...exceptions({ [INDEX]: 3 }) })).toEqual({ [other]: 3 })
    expect(lower({ [other]: text(4), ...exceptions({ [INDEX]: 3 }) })).toEqual({})
    expect(lower({ [INDEX]: text(1), [other]: text(2), ...exceptions({ [INDEX]: 3 }) })).toEqual({
      [INDEX]: 1,
      [other]: 2,
    })
    expect(lower({ [INDEX]: text(2), [other]: text(2), ...exceptions({ [INDEX]: 3 }) })).toEqual({ [INDEX]: 2 })
  })
})

// Concatenated, so that the rule does not match the citations of this file.
const SPEC = 'spec'

describe('citations of the specification', () => {
  const spec = '# Guard\n\n## 4. Endpoints\n\n### Rule 7\n\n### Agents: approvals\n'
  test.each([
    [`/** docs/${SPEC}/guard.md §4 rule 7. */`, []],
    [`/** docs/${SPEC}/guard.md §4, "Agents: approvals". */`, []],
    [`/** docs/${SPEC}/guard.md "Agents": a grant lasts 900 s. */`, []],
    [`/** docs/${SPEC}/guard.md: a write takes effect within 1 s. */`, []],
    [`/** docs/${SPEC}/guard.md §5. */`, ['no heading "5."']],
    [`/** docs/${SPEC}/guard.md §4 rules 7 and 8. */`, ['no heading "Rule 8"']],
    [`/** docs/${SPEC}/guard.md "Approvals". */`, ['no heading "Approvals"']],
    [`/** docs/${SPEC}/guards.md §4. */`, [`there is no docs/${SPEC}/guards.md`]],
  ])('%s', (comment, messages) => {
    const found = problemsOf({ [INDEX]: `${comment}\nexport const one = 1\n`, [`docs/${SPEC}/guard.md`]: spec })
    expect(found).toEqual(messages.map((message) => expect.stringContaining(message) as unknown))
  })
})

// Concatenated, so that this file does not contain the words either.
const join = (...parts: readonly string[]): string => parts.join('')

describe('words', () => {
  test.each([
    [join('// TO', 'DO later'), 'finish it'],
    [join('// FIX', 'ME'), 'finish it'],
    ['export const a = 1 as unknown as string', 'double cast'],
    ['export function f(a: any) {}', 'write unknown'],
    ['export const a = 1 as any', 'write unknown'],
    [join('// @ts-', 'ignore\nexport const a = 1'), 'fix the type'],
    [join('// @ts-', 'expect-error\nexport const a = 1'), 'only a test may show'],
    ['console.log(1)', 'log through the logger'],
    ["await fetch('https://a.example')", 'egress policy'],
    ['process.env.A = "1"', 'pass it as an argument'],
    ['delete process.env.A', 'pass it as an argument'],
    [join('// Lorem', ' ipsum'), 'what a reader needs'],
    [join('// see /home', '/someone/x'), 'a path of one machine'],
    [join('// see /work', '/main/x'), 'a path of one machine'],
    [join('// from registry', '.npmjs.org'), 'names no registry'],
    [join('// Writ', 'ten with ChatGPT'), 'nobody’s business'],
    [join('// as GitHub Co', 'pilot says'), 'nobody’s business'],
    [join('// Co-authored', '-by: somebody'), 'no trailers'],
  ])('%s', (line, message) => {
    const found = problemsOf({ [INDEX]: `${line}\n` })
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]).toContain(message)
  })

  test.each([['test.only'], ['describe.only'], ['test.skip'], ['test.todo']])('%s in a test', (word) => {
    const found = problemsOf({ 'packages/kernel/test/a.test.ts': `${word}('', () => {})\n` })
    expect(found).toEqual([expect.stringContaining(`"${word}" is not allowed`)])
  })

  test.each([
    ['a word that only contains one', 'export const company = (x: anyone) => x'],
    ['code that is spoken of', '// console.log and as any are not allowed\nexport const a = "as unknown as"'],
    ['a sample that holds one', join('export const a = "grep TO', 'DO x"')],
    ['reading the environment', 'export const a = process.env.A === "1"'],
    ['a call through the policy', 'export const a = (egress: { readonly fetch: () => void }) => egress.fetch()'],
  ])('accepts %s', (_title, line) => {
    expect(problemsOf({ [INDEX]: `${line}\n` })).toEqual([])
  })

  test('skipIf has a condition, so it passes', () => {
    expect(problemsOf({ 'packages/kernel/test/a.test.ts': `test.skipIf(true)('', () => {})\n` })).toEqual([])
  })
})

describe('wall-clock time in a test', () => {
  const PATH = 'packages/kernel/test/a.test.ts'

  test.each([
    'expect(performance.now() - started).toBeLessThan(100)',
    'expect(Date.now() - started).toBeLessThan(100)',
    'expect(took_ms).toBeLessThan(patient_ms(100))',
  ])('%s is reported', (line) => {
    expect(problemsOf({ [PATH]: `${line}\n` })).toEqual([expect.stringContaining('1 assertion(s) on wall-clock time')])
  })

  test('is allowed as an exception that can only shrink', () => {
    const line = 'expect(performance.now() - started).toBeLessThan(100)\n'
    const accepted = (size: number) => ({
      [PATH]: line.repeat(2),
      'tools/tidy-exceptions.json': JSON.stringify({ [`${PATH}#wall-clock`]: size }),
    })
    expect(problemsOf(accepted(2))).toEqual([])
    expect(problemsOf(accepted(1))).toHaveLength(1)
    expect(problemsOf(accepted(3))).toEqual([expect.stringContaining('has shrunk to 2: lower the exception')])
  })

  test.each(['expect(effort_ms()).toBeLessThan(100)', 'await wait(patient_ms(10))'])('%s passes', (line) => {
    expect(problemsOf({ [PATH]: `${line}\n` })).toEqual([])
  })
})

describe('dead files', () => {
  const dead = 'packages/kernel/src/dead.ts'
  test.each([
    ['a module that nothing imports', {}, true],
    ['a module that only its test imports', { 'packages/kernel/test/a.test.ts': `import '../src/dead.ts'\n` }, true],
    ['a module that a module imports', { [INDEX]: `export * from './dead.ts'\n` }, false],
    [
      'a worker that is named by its URL',
      { [INDEX]: `export const w = new URL('./dead.ts', import.meta.url)\n` },
      false,
    ],
    [
      'a process that is started by its path',
      { [INDEX]: `export const w = new URL('dead.ts', import.meta.url)\n` },
      false,
    ],
    [
      'a module that a package offers under a name',
      { 'packages/kernel/package.json': '{ "exports": { "./dead": { "gatehouse": "./src/dead.ts" } } }\n' },
      false,
    ],
    [
      'a script that a page loads',
      { 'packages/kernel/index.html': '<script type="module" src="/src/dead.ts"></script>\n' },
      false,
    ],
    ['a type that is imported', { [INDEX]: `export type A = import('./dead.ts').A\n` }, false],
  ])('%s', (_title, files, reported) => {
    const found = problemsOf({ [dead]: 'export type A = 1\n', ...files })
    expect(found).toEqual(reported ? [`${dead}  nothing imports this module: use it or delete it`] : [])
  })
})

describe('links', () => {
  test.each([
    ['to a file that is there', '[a](other.md)', []],
    ['to a folder', '[a](docs/)', []],
    ['to a heading', '[a](other.md#the-second-one)', []],
    ['to somewhere else', '[a](https://example.com/x)', []],
    ['inside code', '`[a](gone.md)`\n\n```\n[a](gone.md)\n```', []],
    ['to a file that is not there', '[a](gone.md)', ['the link to "gone.md" leads nowhere']],
    ['by reference to a file that is not there', '[a]: gone.md', ['the link to "gone.md" leads nowhere']],
    ['to a heading that is not there', '[a](other.md#third)', ['no heading "#third" in other.md']],
    ['to a heading of its own that is not there', '[a](#nowhere)', ['no heading "#nowhere" in README.md']],
  ])('%s', (_title, text, messages) => {
    const files = { 'README.md': `${text}\n`, 'other.md': '# One\n\n## The *second* one!\n', 'docs/a.md': 'a\n' }
    expect(problemsOf(files)).toEqual(messages.map((message) => expect.stringContaining(message) as unknown))
  })
})

describe('snippets', () => {
  const source = 'export function one() {\n  // #region call\n  const a = 1\n  // #endregion\n  return a\n}\n'
  const readme = (mark: string, code: string): string => `# A\n\n<!-- from: ${mark} -->\n\`\`\`ts\n${code}\n\`\`\`\n`

  test.each([
    ['one that is as its source passes', readme(`${INDEX}#call`, 'const a = 1'), []],
    ['a whole file passes', readme(INDEX, source.trimEnd()), []],
    [
      'one that differs',
      readme(`${INDEX}#call`, 'const a = 2'),
      ['a snippet differs from its source: run "npm run gen"'],
    ],
    ['a region that is not there', readme(`${INDEX}#gone`, 'x'), ['has no "#region gone"']],
    ['a source that is not there', readme('gone.ts#a', 'x'), ['gone.ts cannot be read']],
    ['a mark without code', `<!-- from: ${INDEX} -->\n\nText.\n`, ['no code block follows']],
  ])('%s', (_title, text, messages) => {
    const found = problemsOf({ [INDEX]: source, 'README.md': text })
    expect(found).toEqual(messages.map((message) => expect.stringContaining(message) as unknown))
  })
})
