import { BUILD_GATE_DEFAULT, FINDING_SEVERITIES, FINDING_STATUSES } from '@gatehouse/contracts/scans'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ALL_ANALYSED,
  blindnessIn,
  coverageOf,
  decideGate,
  type GateFinding,
  NO_SUPPRESSIONS,
} from '../../src/gate/index.ts'

const finding = (more: Partial<GateFinding> = {}): GateFinding => ({
  fingerprint: 'f',
  severity: 'LOW',
  status: 'OPEN',
  isNew: false,
  ...more,
})
const decide = (findings: readonly GateFinding[], gate = {}, more = {}) =>
  decideGate({
    gate: { ...BUILD_GATE_DEFAULT, ...gate },
    findings,
    scanStatus: 'COMPLETED',
    gaps: 0,
    blind: [],
    suppressions: NO_SUPPRESSIONS,
    unanalysed: ALL_ANALYSED,
    ...more,
  })

test('a build with an unavailable check never passes, and the reason names the check', () => {
  const sentence = '5 packages were listed and none was looked up.'
  const gaps = [
    { scanner: 'SCA', reason: 'no_advisories', detail: sentence },
    { scanner: 'MALICIOUS_PKG', reason: 'no_advisories', detail: sentence },
    {
      scanner: 'SAST_PATTERN',
      reason: 'not_covered',
      detail: 'A flow through three files was not followed.',
    },
  ] as const
  expect(blindnessIn(gaps)).toEqual([sentence])
  const decided = decide([], {}, coverageOf(gaps))
  expect(decided).toMatchObject({ gateResult: 'FAILED', gateReasons: [sentence, '1 input was not scanned in full.'] })
  expect(decide([], {}, { gaps: 1 }).gateResult).toBe('PASSED')
})

test('a scanner that did not run is not unscanned input', () => {
  const optional = { reason: 'not_run', detail: 'The scanner did not run.', isOptional: true } as const
  const gaps = [
    { ...optional, scanner: 'CONTAINER' },
    { ...optional, scanner: 'ZERO_DAY' },
    { scanner: 'SAST_PATTERN', reason: 'too_large', detail: 'It is too large.' },
  ] as const
  expect(coverageOf(gaps)).toEqual({ gaps: 1, notRun: ['CONTAINER', 'ZERO_DAY'], blind: [] })
  expect(decide([], {}, coverageOf(gaps))).toMatchObject({
    gateResult: 'PASSED',
    gateReasons: [
      '1 input was not scanned in full.',
      '2 scanners did not run: CONTAINER, ZERO_DAY. This version does not include them.',
    ],
  })
  expect(decide([], {}, coverageOf(gaps.slice(1, 2))).gateReasons).toEqual([
    '1 scanner did not run: ZERO_DAY. This version does not include it.',
  ])
})

describe('the default gate of a project', () => {
  test.each([
    ['nothing found', [], 'PASSED'],
    ['one critical finding', [finding({ severity: 'CRITICAL' })], 'FAILED'],
    ['five high ones', Array.from({ length: 5 }, () => finding({ severity: 'HIGH' })), 'PASSED'],
    ['six high ones', Array.from({ length: 6 }, () => finding({ severity: 'HIGH' })), 'FAILED'],
    ['twenty medium ones', Array.from({ length: 20 }, () => finding({ severity: 'MEDIUM' })), 'PASSED'],
    ['twenty-one medium ones', Array.from({ length: 21 }, () => finding({ severity: 'MEDIUM' })), 'FAILED'],
    ['a thousand low ones', Array.from({ length: 1_000 }, () => finding()), 'PASSED'],
    ['one low one that is new', [finding({ isNew: true })], 'FAILED'],
    ['new information', [finding({ severity: 'INFO', isNew: true })], 'PASSED'],
    ['a critical one whose risk is accepted', [finding({ severity: 'CRITICAL', status: 'ACCEPTED_RISK' })], 'PASSED'],
    ['a critical one that is false', [finding({ severity: 'CRITICAL', status: 'FALSE_POSITIVE' })], 'PASSED'],
    ['a critical one that is resolved', [finding({ severity: 'CRITICAL', status: 'RESOLVED' })], 'PASSED'],
    ['a critical one in progress', [finding({ severity: 'CRITICAL', status: 'IN_PROGRESS' })], 'FAILED'],
  ] as const)('%s', (_title, findings, result) => {
    expect(decide(findings).gateResult).toBe(result)
  })
})

test('a failed scan never passes, regardless of its findings', () => {
  const gate = { maxCritical: -1, maxHigh: -1, maxMedium: -1, failOnNew: false }
  expect(decide([], gate, { scanStatus: 'FAILED' })).toMatchObject({
    gateResult: 'FAILED',
    gateReasons: ['The scan failed; its findings are incomplete.'],
  })
})

test('every violated rule has a reason, and unscanned input is reported next to a pass', () => {
  const findings = [finding({ severity: 'CRITICAL', isNew: true, fingerprint: 'b' }), finding({ severity: 'CRITICAL' })]
  expect(decide(findings).gateReasons).toEqual([
    '2 CRITICAL findings; the limit is 0.',
    '1 new finding since the compared scan; the gate allows none.',
  ])
  expect(decide([], {}, { gaps: 2 })).toMatchObject({
    gateResult: 'PASSED',
    gateReasons: ['2 inputs were not scanned in full.'],
  })
})

test('a stricter gate never passes a scan that a looser gate fails', () => {
  const findings = fc.array(
    fc.record({
      fingerprint: fc.string(),
      severity: fc.constantFrom(...FINDING_SEVERITIES),
      status: fc.constantFrom(...FINDING_STATUSES),
      isNew: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(findings, fc.nat(5), fc.nat(5), (drawn, tight, more) => {
      const strict = decide(drawn, { maxHigh: tight, maxMedium: tight, failOnNew: true })
      const loose = decide(drawn, { maxHigh: tight + more, maxMedium: -1, failOnNew: false })
      expect(strict.gateResult === 'FAILED' || loose.gateResult === 'PASSED').toBe(true)
    }),
  )
})
