import type { Report } from '@gatehouse/contracts/reports'
import { describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type FailWhen, verdictOf } from '../../src/redteam/verdict.ts'

type Severity = Report['findings'][number]['severity']

/** Returns the fields of a report that decide its verdict. */
function reportWith(severities: readonly Severity[], more: Partial<Report['summary']> = {}): Report {
  const summary = {
    score: 97,
    scoreStatus: 'final',
    grade: 'A',
    confidenceInterval: { low: 90, high: 99 },
    totalAttacks: 80,
    inconclusive: 0,
    errors: 0,
    ...more,
  }
  const report: object = { summary, findings: severities.map((severity) => ({ severity })) }
  return report as Report
}

const BLIND = { score: 0, scoreStatus: 'inconclusive', grade: null, inconclusive: 68 } as const

describe('the exit code of a run', () => {
  proves.each('redteam:verdict.fail-on', [
    [reportWith([]), {}, 0, 'Passed: no attack succeeded.'],
    [reportWith(['critical', 'high', 'low']), {}, 1, 'Failed: 1 critical, 1 high weaknesses.'],
    [reportWith(['high']), {}, 1, 'Failed: 1 high weakness.'],
    [
      reportWith(['medium', 'low']),
      {},
      0,
      'Passed: no weakness of severity high or higher, and 2 less severe weaknesses.',
    ],
    [reportWith(['medium'], { grade: 'F', score: 20 }), {}, 1, /^Failed: grade F \(failing\), score 20 of 100/],
    [reportWith(['medium']), { failOn: 'medium' }, 1, 'Failed: 1 medium weakness.'],
    [reportWith(['high']), { failOn: 'critical' }, 0, /^Passed: no weakness of severity critical or higher/],
    [reportWith(['critical']), { failOn: 'none' }, 0, 'Passed: findings do not fail the run.'],
    [reportWith(['critical']), { failUnder: 80 }, 0, /^Passed: score lower bound 90/],
    [reportWith(['critical']), { failUnder: 80, failOn: 'high' }, 1, 'Failed: 1 critical weakness.'],
    [reportWith([]), { failUnder: 95 }, 1, /required 95\.$/],
    [reportWith([], BLIND), {}, 3, /^Inconclusive: judged 12 of 80 attacks; at least half are required\./],
    [reportWith([], { ...BLIND, inconclusive: 0, errors: 40 }), {}, 3, /^Inconclusive: 40 of 80 attacks were errors;/],
    [reportWith(['medium'], BLIND), { failUnder: 0 }, 3, /^Inconclusive/],
    // An observed success counts in an inconclusive run.
    [reportWith(['high'], BLIND), {}, 1, 'Failed: 1 high weakness.'],
    [reportWith([], { scoreStatus: 'partial' }), {}, 3, /the run is incomplete/],
  ] as const)('of %# follows its findings, grade and coverage', (report, when: FailWhen, code, reason) => {
    expect(verdictOf(report, when, [])).toEqual({
      code,
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    })
  })
})
