import { describe, expect, test } from 'vitest'
import { cardOf, gradeOf } from '../../src/projects/standing.ts'

const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }

describe('the card of a project', () => {
  test.each([
    ['nothing above LOW is an A', { ...none, low: 500, info: 9 }, 'A'],
    ['a MEDIUM makes it a B', { ...none, medium: 1 }, 'B'],
    ['a HIGH makes it a C', { ...none, high: 1, medium: 90 }, 'C'],
    ['as many HIGH as the default gate takes are still a C', { ...none, high: 5 }, 'C'],
    ['one more is a D', { ...none, high: 6 }, 'D'],
    ['so are 20', { ...none, high: 20 }, 'D'],
    ['more HIGH weigh as much as a CRITICAL', { ...none, high: 21 }, 'F'],
    ['a CRITICAL makes it an F', { ...none, critical: 1 }, 'F'],
  ] as const)('%s', (_title, counts, grade) => {
    expect(gradeOf(counts)).toBe(grade)
  })

  test('has no top grade without analysed source code', () => {
    const standing = { counts: none, lastScanAt: new Date(0), isAnalysed: false }
    expect(cardOf(standing).grade).toBe(null)
    expect(cardOf({ ...standing, counts: { ...none, high: 1 } }).grade).toBe('C')
    expect(cardOf({ ...standing, isAnalysed: true }).grade).toBe('A')
  })

  test('reports that a project was never scanned', () => {
    expect(cardOf(undefined)).toEqual({ grade: null, counts: none, lastScanAt: null })
  })
})
