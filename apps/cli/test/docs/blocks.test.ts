import { describe, expect, test } from 'vitest'
import { CHECKS } from './checks.ts'
import { heldElsewhere, UNCHECKED } from './exceptions.ts'
import { blocksOf, nameOf, readBlocks } from './pages.ts'
import { problemsOfCurl } from './curl.ts'
import { problemsOfGatehouse } from './command-line.ts'
import { readScript } from './shell.ts'

const blocks = readBlocks()

describe('the code on pages', () => {
  test('declares a checked language or a reason for its exemption', () => {
    const open = blocks.filter((block) => heldElsewhere(block) === undefined && !(nameOf(block) in UNCHECKED))
    const unknown = open.filter(({ language }) => !(language in CHECKS))
    expect(unknown.map(({ path, line, language }) => `${path}:${line} ${language || 'has no language'}`)).toEqual([])
    expect(open.length).toBeGreaterThan(200)
  })

  test('is valid: commands, options, endpoints, bodies, policies, rules, settings, scripts', async () => {
    const problems: string[] = []
    const pages = new Map(blocks.map(({ path }) => [path, { functions: new Set<string>(), writes: new Set<string>() }]))
    for (const block of blocks) {
      if (heldElsewhere(block) !== undefined || nameOf(block) in UNCHECKED) continue
      const found = (await CHECKS[block.language]?.(block, pages.get(block.path)!)) ?? []
      problems.push(...found.map((item) => `${block.path}:${block.line} ${item}`))
    }
    expect(problems).toEqual([])
  })

  test('is exempt only if the block still exists', () => {
    const names = new Set(blocks.map(nameOf))
    expect(Object.keys(UNCHECKED).filter((name) => !names.has(name))).toEqual([])
  })
})

describe('block checks', () => {
  test('reads blocks with the marks above them', () => {
    const page = '# A\n\n<!-- from: a.ts -->\n\n```ts\nlet a\n```\n\nText\n\n```\nb\n```\n'
    expect(blocksOf('a.md', page)).toMatchObject([
      { line: 5, language: 'ts', text: 'let a', marks: ['from: a.ts'] },
      { line: 11, language: '', text: 'b', marks: [] },
    ])
  })

  test('reads scripts as a shell does', () => {
    const script = `A=1 one "two $(three 'x') four" \\\n  five # six\ncat > file <<'EOF'\nseven 'eight\nEOF\nnine || ten > out; until eleven | grep -q "a b"; do sleep 1; done`
    const { commands, writes } = readScript(script)
    expect(commands.map(({ words }) => words)).toEqual([
      ['three', 'x'],
      ['one', 'two $SUBSTITUTED four', 'five'],
      ['cat'],
      ['nine'],
      ['ten'],
      ['eleven'],
      ['grep', '-q', 'a b'],
      ['sleep', '1'],
    ])
    expect(commands.map(({ sets }) => sets).flat()).toEqual(['A=1'])
    expect(writes).toEqual(['file', 'out'])
  })

  test.each([
    ['curl -s localhost:4000/guardrails/inputs -d {}', 'there is no endpoint POST /guardrails/inputs'],
    ['curl -s -X PUT localhost:4000/guardrails/input -d {}', 'there is no endpoint PUT'],
    [`curl -s localhost:4000/guardrails/input -d '{"massage": "x"}'`, 'the body has no field massage'],
    [`curl -s localhost:4000/guardrails/input -d '{"message": 1}'`, 'message'],
    ['curl -s localhost:4000/guardrails/input -d {', 'the body is no JSON'],
    ['curl -s https://other.example/', 'is no address that pages use'],
    ['curl --unknown localhost:4000/v1/tenant/me', 'curl has no option --unknown'],
  ])('report the problem in %s', (script, problem) => {
    const [command] = readScript(script).commands
    expect(problemsOfCurl(command?.words ?? []).join()).toContain(problem)
  })

  test.each([
    ['scan --tpye FULL', 'has no option --tpye'],
    ['scan --type NONE', 'Allowed choices'],
    ['scan a b', 'takes no argument b'],
    ['policy push', 'needs 1 arguments'],
    ['guard chekc', 'takes no argument chekc'],
  ])('report the problem in gatehouse %s', async (words, problem) => {
    expect((await problemsOfGatehouse(words.split(' '))).join()).toContain(problem)
  })

  test.each([
    ['yaml', 'a: [', 'Flow sequence'],
    ['yaml', 'input_guardrails: { keyword_blokclist: { action: block } }', 'keyword_blokclist'],
    ['yaml', 'input_guardrails: { length_limit: { action: block, settings: { max_chars: many } } }', 'expected number'],
    ['yaml', 'cases: [{ name: none }]', 'cases'],
    ['yaml', 'rules: [{ id: a, languages: [js], message: m, severity: ERROR, pattern-sometimes: f }]', 'does not run'],
    ['json', '{"a": 1,}', 'JSON'],
    ['json', '{"target": {"baseUrl": 7}}', 'baseUrl'],
    ['sh', 'npm run nothing', 'there is no script nothing'],
    ['sh', 'GATEHOUSE_HOTS=1 npm start', 'nothing reads the variable GATEHOUSE_HOTS'],
    ['sh', 'node examples/none.ts', 'there is no file examples/none.ts'],
    ['sh', 'unheard-of now', 'nothing here knows the program unheard-of'],
  ])('report the problem in %s: %s', async (language, text, problem) => {
    const block = { path: 'page.md', line: 1, language, text, marks: [] }
    const page = { functions: new Set<string>(), writes: new Set<string>() }
    expect((await CHECKS[language]!(block, page)).join()).toContain(problem)
  })
})
