import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scoreCases } from '../src/scoring/score.ts'
import { readTruth, type TruthCase } from '../src/scoring/truth.ts'

describe('a list of cases', () => {
  test('is read with names of columns in any order, and without', () => {
    const wanted = [{ name: 'a/Case1', category: 'sqli', isWeak: true, cwe: 89 }]
    expect(readTruth('# test name, category, real vulnerability, cwe, version: 1\na/Case1,sqli,true,89\n')).toEqual(
      wanted,
    )
    expect(readTruth('cwe,weak,file,category\nCWE-89,yes,./a/Case1/,sqli')).toEqual(wanted)
    expect(readTruth('a/Case1,sqli,TRUE,89')).toEqual(wanted)
    expect(readTruth('\uFEFFname,category,real,cwe\n"a/Case1","sqli",1,89')).toEqual(wanted)
  })

  test.each([
    ['', 'The label file is empty.'],
    ['a,x,perhaps,1', 'Row 1 of the label file contains neither true nor false for "a".'],
    ['a,x,true,none', 'Row 1 of the label file contains no CWE for "a".'],
    ['name,category,weak,cwe\na,x,no,1\na,x,no,1', 'Row 3 of the label file contains "a" a second time.'],
    [',x,true,1', 'Row 1 of the label file names no file.'],
    ['"a,x,true,1', /^The label file is not valid CSV: /],
  ])('reports the error in %j', (text, message) => {
    expect(() => readTruth(text)).toThrow(message)
  })
})

describe('a score', () => {
  const cases: readonly TruthCase[] = [
    { name: 'sql/one', category: 'sqli', isWeak: true, cwe: 89 },
    { name: 'sql/two.py', category: 'sqli', isWeak: false, cwe: 89 },
    { name: 'Exec1', category: 'cmdi', isWeak: true, cwe: 78 },
    { name: 'Exec2', category: 'cmdi', isWeak: false, cwe: 78 },
    { name: 'Gone', category: 'cmdi', isWeak: false, cwe: 78 },
  ]
  const files = ['sql/one/app.py', 'sql/one/db.py', 'sql/two.py', 'src/Exec1.java', 'src/Exec2.java', 'src/Util.java']

  test('counts a case once, by folder, path or name, and by related weaknesses', () => {
    const reported = [
      { filePath: 'sql/one/db.py', cweId: 'CWE-89' },
      { filePath: 'sql/one/app.py', cweId: 'CWE-89' },
      { filePath: 'sql/two.py', cweId: 'CWE-79' },
      { filePath: 'src/Exec1.java', cweId: 'CWE-77' },
      { filePath: 'src/Exec2.java', cweId: 'CWE-88' },
      { filePath: 'src/Util.java', cweId: 'CWE-78' },
      { filePath: 'src/Exec2.java' },
    ]
    const scored = scoreCases(cases, reported, files)
    expect(
      scored.byCwe.map(({ cwe, recall, falseAlarms }) => [
        cwe,
        recall.hits,
        recall.of,
        falseAlarms.hits,
        falseAlarms.of,
      ]),
    ).toEqual([
      [78, 1, 1, 1, 1],
      [89, 1, 1, 0, 1],
    ])
    expect(scored.meanYouden).toBe(0.5)
    expect(scored.all.precision).toMatchObject({ hits: 2, of: 3 })
    expect(scored.wrong.map(({ name }) => name)).toEqual(['Exec2'])
    expect(scored.absent.map(({ name }) => name)).toEqual(['Gone'])
    expect(scored.beside).toBe(2)
  })

  test('has intervals around its values, narrower with more cases', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(60), fc.nat(60), (of, hitsSeed, wrongSeed) => {
        const [hits, wrong] = [hitsSeed % (of + 1), wrongSeed % (of + 1)]
        const scoreTimes = (times: number) => {
          const many = Array.from({ length: of * times * 2 }, (_, at) => ({
            name: `c${at}`,
            category: '',
            isWeak: at % 2 === 0,
            cwe: 1,
          }))
          const reported = many.filter(({ isWeak }, at) => Math.floor(at / 2) % of < (isWeak ? hits : wrong))
          return scoreCases(
            many,
            reported.map(({ name }) => ({ filePath: `${name}.js`, cweId: 'CWE-1' })),
            many.map(({ name }) => `${name}.js`),
          ).all.youden
        }
        const [item, ten] = [scoreTimes(1), scoreTimes(10)]
        expect(item.value).toBeCloseTo((hits - wrong) / of)
        expect(item.low).toBeLessThanOrEqual(item.value + 1e-12)
        expect(item.high).toBeGreaterThanOrEqual(item.value - 1e-12)
        expect(ten.high - ten.low).toBeLessThan(item.high - item.low)
      }),
      { numRuns: 60 },
    )
  })
})
