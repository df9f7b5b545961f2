import { describe, expect, test } from 'vitest'
import { languageOf } from '../../src/languages/all.ts'
import { compilePattern } from '../../src/match/compile.ts'
import { findPattern } from '../../src/match/find.ts'
import { Matcher } from '../../src/match/matcher.ts'
import { DEFAULT_OPTIONS, Source } from '../../src/match/source.ts'
import { loadRules } from '../../src/rules/load.ts'
import { FileText } from '../../src/scan/file-text.ts'
import { cellsOf } from '../../src/taint/flow/cells.ts'
import { FileRun, FUNCTION_STEPS_MAX } from '../../src/taint/flow/file-run.ts'
import { LIVE_WORDS_MAX } from '../../src/taint/flow/live.ts'
import { planOf } from '../../src/taint/flow/plan.ts'
import { runFunction } from '../../src/taint/flow/run.ts'
import { prepareTaint } from '../../src/taint/index.ts'
import type { Block, FileIr, FunctionIr } from '../../src/taint/ir.ts'
import { lower } from '../../src/taint/lower/lower.ts'
import { marksOf } from '../../src/taint/marking/marks-of.ts'
import { indexBy } from '../../src/taint/named.ts'
import { loadGrammar } from '../../src/tree/grammar.ts'

async function sourceOf(path: string, code: string): Promise<Source> {
  return (await (await FileText.of(path, code))!.parsed())!.source
}

/** The same list, with a count of its elements that are looked at. */
function watched<One>(list: readonly One[], seen: () => void): readonly One[] {
  return new Proxy(list, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) seen()
      return Reflect.get(target, key, receiver) as unknown
    },
  })
}

interface Ran {
  /** Classes and methods that were looked at. */
  readonly looks: number
  /** Maximum number of steps of a function. */
  readonly steps: number
}

/** Runs all functions of a file without rules. */
async function ran(path: string, code: string): Promise<Ran> {
  const source = await sourceOf(path, code)
  const plain = lower(source)
  let looks = 0
  const seen = (): void => void (looks += 1)
  const classes = plain.classes.map((item) => ({ ...item, methods: watched(item.methods, seen) }))
  const file: FileIr = { ...plain, classes: watched(classes, seen) }
  const run = new FileRun(file, marksOf(source, [], new Set()).marks, source.tree, 0)
  let steps = 0
  for (const fn of file.functions) steps = Math.max(steps, runFunction(run, fn).steps)
  return { looks, steps }
}

function repeated(count: number, part: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => part(at)).join('')
}

describe('work per class, method, closure and member is bounded', () => {
  test.each([
    [
      'a.js',
      (count: number) => repeated(count, (at) => `class C${at} extends C${at + 1} { m(a) { return f${at}(a) } }\n`),
    ],
    [
      'A.java',
      (count: number) => repeated(count, (at) => `class C${at} { int m(int a) { return X${at}.valueOf(a); } }\n`),
    ],
    [
      'b.js',
      (count: number) => `class C {\n${repeated(count, (at) => `m${at}(a) { return this.m${at + 1}(a) }\n`)}}\n`,
    ],
    [
      'B.java',
      (count: number) => `class C {\n${repeated(count, (at) => `int m${at}(int a) { return m${at + 1}(a); }\n`)}}\n`,
    ],
  ])('classes and methods that are looked at in %s grow with their number', async (path, code) => {
    const [some, twice] = [await ran(path, code(150)), await ran(path, code(300))]
    expect(some.looks).toBeGreaterThan(0)
    expect(twice.looks).toBeLessThan(3 * some.looks)
  })

  test('a call skips variables that closures only read', async () => {
    const code = `function f(q) {\n${repeated(200, (at) => `let x${at} = q; g(() => x${at})\n`)}}\n`
    const file = lower(await sourceOf('a.js', code))
    const uses = cellsOf(file)
    const { cells, sharedCells } = planOf(
      file.functions.find(({ name }) => name === 'f')!,
      uses,
      false,
    )
    expect(cells.size).toBe(200)
    expect(sharedCells).toEqual([])
  })

  test('variables that closures write are counted for each call', async () => {
    const code = (count: number): string =>
      repeated(count, (at) => `let x${at} = q(); g(() => { x${at} = x${(at + 1) % count} })\n`)
    const [some, more] = [await ran('a.js', code(100)), await ran('a.js', code(800))]
    expect(more.steps).toBeGreaterThan(8 * some.steps)
    expect(more.steps).toBeLessThanOrEqual(1.1 * FUNCTION_STEPS_MAX)
  })

  test('members that a write copies are counted', async () => {
    const code = (count: number): string => `const o = {};\n${repeated(count, (at) => `o.m${at} = q.m${at};\n`)}`
    const [some, more] = [await ran('a.js', code(100)), await ran('a.js', code(800))]
    expect(more.steps).toBeGreaterThan(8 * some.steps)
  })

  test('registers read by blocks share one list above a limit', () => {
    const count = Math.ceil(Math.sqrt(LIVE_WORDS_MAX * 32)) + 100
    const blocks = Array.from({ length: count }, (_, at): Block => ({
      instructions: [{ op: 'constant', to: at, value: at, node: 0 }],
      ending: at + 1 < count ? { type: 'jump', to: at + 1 } : { type: 'return', value: 0, node: 0 },
    }))
    // Each block reads a register of the previous block, so every register is live across blocks.
    const reading = blocks.map((block, at): Block => ({
      ...block,
      instructions: [...block.instructions, { op: 'read', to: count, from: Math.max(0, at - 1), node: 0 }],
    }))
    const fn: FunctionIr = {
      id: 0,
      name: '',
      node: 0,
      kind: 'module',
      owner: -1,
      outer: -1,
      parameters: [],
      receiver: -1,
      registers: count + 1,
      blocks: reading,
    }
    const { live } = planOf(fn, new Map(), false)
    expect(live).toHaveLength(count)
    expect(new Set(live).size).toBe(1)
  })
})

describe('nodes that rules mark are bounded', () => {
  const RULE = `rules:
  - id: nested
    languages: [ruby]
    severity: ERROR
    message: nested
    mode: taint
    pattern-sources: [{pattern: 'params[...]'}]
    pattern-sinks: [{pattern: 'system(...)'}]
    pattern-sanitizers: [{pattern: '[...]'}]
`
  const nested = (depth: number): string => `system(${'['.repeat(depth)}params[:a]${']'.repeat(depth)})\n`

  /** Returns the number of node ends that marking reads. */
  async function marking(
    code: string,
    rule: string,
  ): Promise<{ looks: number; marked: number; spent: readonly string[] }> {
    const { tree, vocabulary } = await sourceOf('a.rb', code)
    let looks = 0
    const end = new Proxy(tree.end, {
      get(target, key) {
        if (typeof key === 'string') looks += 1
        return Reflect.get(target, key) as unknown
      },
    })
    const pack = await prepareTaint(loadRules([{ path: 'r.yaml', text: rule }]).taint, languageOf('a.rb')!)
    const words = new Set(code.match(/\w+/g))
    const { marks, spent } = marksOf(new Source({ ...tree, end }, vocabulary), pack.rules, words)
    return { looks, marked: marks.byNode.size, spent: spent.map(({ reason }) => reason) }
  }

  test('nested sanitized ranges are marked once', async () => {
    const [some, twice] = [await marking(nested(200), RULE), await marking(nested(400), RULE)]
    expect(some.spent).toEqual([])
    expect(some.marked).toBeGreaterThan(200)
    expect(twice.looks).toBeLessThan(3 * some.looks)
  })

  test('a rule with nested sources ends before it marks anything', async () => {
    const sources = RULE.replace("'params[...]'", "'[...]'").replace("pattern-sanitizers: [{pattern: '[...]'}]", '')
    const found = await marking(nested(1_000), sources)
    expect(found.spent).toEqual(['Its sources and sinks mark more than 500000 nodes.'])
    expect(found.marked).toBe(0)
  })
})

describe('patterns with an ellipsis read long lists once', () => {
  /** Elements of a list of `count` numbers that a pattern reads. */
  async function reads(pattern: string, count: number): Promise<number> {
    const { tree, vocabulary } = await sourceOf('a.js', `x = [${repeated(count, (at) => `${at},`)}]\n`)
    const language = languageOf('a.js')!
    const [array] = compilePattern(`[${pattern}]`, language, await loadGrammar(language.grammar)).statements
    if (array?.type !== 'node') throw new Error('the pattern is no array')
    const source = new Source(tree, vocabulary)
    const list = [...tree.kind.keys()].find((node) => tree.kinds.name(tree.kind[node]!) === 'array')!
    let looks = 0
    const code = watched(source.speaking(list), () => (looks += 1))
    new Matcher(source, DEFAULT_OPTIONS).sequences.list(array.children, code, undefined)
    return looks
  }

  test.each(['..., y, ...', '..., $X, ...', '$...A, y', '..., 7, ...', '$...A, $X, ...'])('[%s]', async (pattern) => {
    const [some, twice] = [await reads(pattern, 200), await reads(pattern, 400)]
    expect(some).toBeGreaterThan(200)
    expect(twice).toBeLessThan(3 * some)
  })
})

test('a declaration with many declarators is read once', async () => {
  /** Returns the number of node ends that an assignment pattern reads. */
  async function reads(count: number): Promise<number> {
    const { tree, vocabulary } = await sourceOf('a.js', `var ${repeated(count, (at) => `a${at} = ${at},`)} z = f()\n`)
    const language = languageOf('a.js')!
    const pattern = compilePattern('$X = f(...)', language, await loadGrammar(language.grammar))
    let looks = 0
    const next = new Proxy(tree.next, {
      get(target, key) {
        if (typeof key === 'string') looks += 1
        return Reflect.get(target, key) as unknown
      },
    })
    expect(findPattern(pattern, new Source({ ...tree, next }, vocabulary), DEFAULT_OPTIONS)).not.toEqual([])
    return looks
  }
  const [some, twice] = [await reads(200), await reads(400)]
  expect(twice).toBeLessThan(3 * some)
})

test('long chains of elsif in Ruby end at the limit of nesting', async () => {
  const code = `def f(x)\nif x == 1\ny = 1\n${repeated(10_000, (at) => `elsif x == ${at}\ny = ${at}\n`)}end\nend\n`
  const { unknown } = lower(await sourceOf('a.rb', code))
  expect(unknown).toEqual(['code nested deeper than 400 levels'])
})

test('an index visits each element once and includes later additions', () => {
  let looks = 0
  const named = indexBy<{ readonly name: string }>(({ name }) => {
    looks += 1
    return name
  })
  const list = Array.from({ length: 1_000 }, (_, at) => ({ name: `n${at % 500}` }))
  for (let at = 0; at < 500; at += 1) expect(named(list, `n${at}`)).toEqual([list[at], list[at + 500]])
  expect(looks).toBeLessThanOrEqual(2 * list.length)
  list.push({ name: 'late' })
  expect(named(list, 'late')).toEqual([{ name: 'late' }])
  expect(named(list, 'never')).toEqual([])
})
