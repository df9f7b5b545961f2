import { describe, expect, test } from 'vitest'
import { languagesNamed } from '../src/languages/all.ts'
import { loadRules } from '../src/rules/load.ts'
import { keyOfFormula } from '../src/search/formula-key.ts'
import { prepareRules } from '../src/search/prepared.ts'
import { type ParsedFile, parseFile, searchFile } from '../src/search/search-file.ts'
import { marksOf } from '../src/taint/marking/marks-of.ts'
import { prepareTaint } from '../src/taint/rules/prepare.ts'
import { wordsOf } from '../src/match/words.ts'

const TEXT = `
const limit = 10
function first(input, other) {
  run(input, 5)
  run(other, 50)
  if (!known.includes(input)) return
  return run(input, limit)
}
run("a" + first(read(), 3))
`

const HEAD = (id: string): string => `
  - id: ${id}
    languages: [javascript]
    severity: LOW
    message: $A is run.
`

/** Similar formulas that differ in one part or one option. */
const RULES = `rules:
${HEAD('more-than-nine')}    patterns:
      - pattern-either: [{ pattern: 'run($A, $N)' }, { pattern: 'other($A, $N)' }]
      - metavariable-comparison: { metavariable: $N, comparison: $N > 9 }
${HEAD('more-than-forty')}    patterns:
      - pattern-either: [{ pattern: 'run($A, $N)' }, { pattern: 'other($A, $N)' }]
      - metavariable-comparison: { metavariable: $N, comparison: $N > 40 }
${HEAD('by-value')}    pattern-either: [{ pattern: 'run($A, 10)' }, { pattern: 'run(other, ...)' }]
${HEAD('as-written')}    options: { constant_propagation: false }
    pattern-either: [{ pattern: 'run($A, 10)' }, { pattern: 'run(other, ...)' }]
${HEAD('of-an-input')}    patterns:
      - pattern-either: [{ pattern: 'run($A, $N)' }, { pattern: 'other($A, $N)' }]
      - metavariable-regex: { metavariable: $A, regex: inp }
${HEAD('of-another')}    patterns:
      - pattern-either: [{ pattern: 'run($A, $N)' }, { pattern: 'other($A, $N)' }]
      - metavariable-regex: { metavariable: $A, regex: oth }
${HEAD('focused')}    patterns:
      - pattern-either: [{ pattern: 'run($A, $N)' }, { pattern: 'other($A, $N)' }]
      - metavariable-regex: { metavariable: $A, regex: oth }
      - focus-metavariable: $A
${HEAD('in-what-is-bound')}    patterns:
      - pattern: 'run($A, ...)'
      - metavariable-pattern:
          metavariable: $A
          patterns: [{ pattern-either: [{ pattern: input }, { pattern: 'first(...)' }] }]
${HEAD('anywhere')}    patterns: [{ pattern-either: [{ pattern: input }, { pattern: 'first(...)' }] }]
`

const TAINT = ['one', 'two', 'three']
  .map(
    (id, at) => `${HEAD(id)}    mode: taint
    pattern-sources: [{ patterns: [{ pattern: read() }] }, { pattern-either: [{ pattern: input }, { pattern: other }] }]
    pattern-sinks: [{ patterns: [{ pattern: 'run($A, ...)' }, { focus-metavariable: ${at === 1 ? '$A' : '[$A]'} }] }]
    pattern-sanitizers: [{ patterns: [{ pattern: 'first($A, ...)' }${at === 2 ? '' : ', { pattern-not: first(1) }'}] }]
`,
  )
  .join('')

const [JAVASCRIPT] = languagesNamed('javascript')

async function parsed(): Promise<ParsedFile> {
  return (await parseFile(TEXT, JAVASCRIPT!))!
}

describe('formulas shared by rules are searched once', () => {
  test('and each rule finds the same as alone', async () => {
    const { rules, skipped } = loadRules([{ path: 'rules.yaml', text: RULES }])
    expect(skipped).toEqual([])
    const prepared = (await prepareRules(rules)).byLanguage.get('javascript')!
    const report = async (some: typeof prepared): Promise<readonly string[]> => {
      const { hits, spent } = await searchFile(TEXT, JAVASCRIPT, some)
      expect(spent).toEqual([])
      return hits.map(({ rule, start, end }) => `${rule.id} ${start} ${TEXT.slice(start, end)}`).toSorted()
    }
    const alone = await Promise.all(prepared.map((item) => report([item])))
    for (const found of alone) expect(found).not.toEqual([])
    const places = new Map(
      prepared.map(({ rule }, at) => [rule.id, alone[at]!.map((item) => item.slice(rule.id.length)).join('\n')]),
    )
    // With a key that omits the difference, one of these would return the result of the other.
    expect(places.get('more-than-nine')).not.toBe(places.get('more-than-forty'))
    expect(places.get('by-value')).not.toBe(places.get('as-written'))
    expect(places.get('of-an-input')).not.toBe(places.get('of-another'))
    expect(places.get('of-another')).not.toBe(places.get('focused'))
    expect(places.get('in-what-is-bound')).not.toBe(places.get('anywhere'))
    expect(await report(prepared)).toEqual(alone.flat().toSorted())
    expect(await report(prepared.toReversed())).toEqual(alone.flat().toSorted())
  })

  test('and marks the same for the flow of data', async () => {
    const { taint, skipped } = loadRules([{ path: 'rules.yaml', text: `rules:\n${TAINT}` }])
    expect(skipped).toEqual([])
    const { rules } = await prepareTaint(taint, JAVASCRIPT!)
    const report = async (some: typeof rules): Promise<readonly string[]> => {
      const { source } = await parsed()
      const { marks } = marksOf(source, some, wordsOf(TEXT))
      const of = (kind: 'sources' | 'sinks'): readonly string[] =>
        marks[kind].map(({ rule, place, snippet }) => `${marks.rules[rule]} ${kind} ${place.line} ${snippet}`)
      return [...of('sources'), ...of('sinks')].toSorted()
    }
    const alone = await Promise.all(rules.map((rule) => report([rule])))
    expect(alone.map((found) => found.length > 3)).toEqual([true, true, true])
    expect(await report(rules)).toEqual(alone.flat().toSorted())
  })

  test('equal formulas share a key, and different formulas have different keys', () => {
    const { rules } = loadRules([{ path: 'rules.yaml', text: RULES }])
    const second = loadRules([{ path: 'rules.yaml', text: RULES }]).rules
    const keys = new Map(rules.map(({ id, formula }) => [id, keyOfFormula(formula)]))
    const keysAgain = new Map(second.map(({ id, formula }) => [id, keyOfFormula(formula)]))
    for (const id of ['of-an-input', 'of-another', 'focused', 'in-what-is-bound', 'anywhere']) {
      expect(keysAgain.get(id)).toBe(keys.get(id))
    }
    // A comparison is equal only to itself.
    expect(keys.get('more-than-nine')).not.toBe(keys.get('more-than-forty'))
    expect(keys.get('of-an-input')).not.toBe(keys.get('of-another'))
    expect(keys.get('of-another')).not.toBe(keys.get('focused'))
  })
})
