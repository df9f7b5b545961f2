import { BUILD_GATE_DEFAULT, GateDecisionRecord } from '@gatehouse/contracts/scans'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ALL_ANALYSED,
  decideGate,
  type GateRecordInput,
  gateRecordOf,
  NO_SUPPRESSIONS,
  type RecordedFinding,
} from '../../src/gate/index.ts'

const input: GateRecordInput = {
  scanId: 's',
  projectId: 'p',
  branch: 'main',
  commitSha: null,
  decidedAt: new Date('2026-05-01T00:00:00Z'),
  gate: BUILD_GATE_DEFAULT,
  scanStatus: 'COMPLETED',
  baselineScanId: 'b',
  findings: [],
  gaps: 0,
  notRun: [],
  blind: [],
  suppressions: NO_SUPPRESSIONS,
  unanalysed: ALL_ANALYSED,
  advisories: null,
}
const finding = (change: Partial<RecordedFinding>): RecordedFinding => ({
  fingerprint: 'f',
  severity: 'HIGH',
  status: 'OPEN',
  isNew: false,
  ruleId: 'r',
  title: 't',
  filePath: 'p',
  ...change,
})

test('a record contains the counted findings, worst first, and reasons for the others', () => {
  const record = gateRecordOf({
    ...input,
    findings: [
      finding({ fingerprint: '1', severity: 'LOW' }),
      finding({ fingerprint: '2', severity: 'CRITICAL' }),
      finding({ fingerprint: '3', severity: 'LOW', isNew: true }),
      finding({ fingerprint: '4', severity: 'INFO' }),
      finding({ fingerprint: '5', severity: 'INFO', status: 'FALSE_POSITIVE' }),
      finding({ fingerprint: '6', status: 'ACCEPTED_RISK', isNew: true }),
    ],
  })
  expect(GateDecisionRecord.parse(record)).toEqual(record)
  expect(record).toMatchObject({
    counts: { CRITICAL: 1, HIGH: 0, MEDIUM: 0, LOW: 2 },
    newCounts: { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 1 },
    notCounted: { INFO: 1, FALSE_POSITIVE: 1, ACCEPTED_RISK: 1 },
    gateResult: 'FAILED',
  })
  expect(record.countedFingerprints.map(({ fingerprint }) => fingerprint)).toEqual(['2', '3', '1'])
})

test('a record is valid, bounded and consistent with the gate for any findings', () => {
  const findings = fc.array(
    fc.record({
      fingerprint: fc.string({ maxLength: 32 }),
      severity: fc.constantFrom('CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO' as const),
      status: fc.constantFrom('OPEN', 'IN_PROGRESS', 'RESOLVED', 'FALSE_POSITIVE', 'ACCEPTED_RISK' as const),
      isNew: fc.boolean(),
      ruleId: fc.string(),
      title: fc.string({ unit: 'grapheme', maxLength: 600 }),
      filePath: fc.string({ maxLength: 600 }),
    }),
  )
  fc.assert(
    fc.property(findings, (some) => {
      const record = gateRecordOf({ ...input, findings: some })
      expect(GateDecisionRecord.safeParse(record).success).toBe(true)
      const { gateResult, gateReasons } = decideGate({ ...input, findings: some })
      expect([record.gateResult, record.gateReasons]).toEqual([gateResult, gateReasons])
      const reported = Object.values(record.notCounted).reduce((sum, item) => sum + item, 0)
      expect(record.countedFingerprints.length + reported).toBe(some.length)
    }),
    { numRuns: 50 },
  )
})
