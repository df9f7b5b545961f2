import { FINDING_SEVERITIES, FINDING_STATUSES } from '@gatehouse/contracts/scans'
import { serviceGateRecord } from '@gatehouse/testkit/gate-record'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { reasonsOf } from '../src/pages/appsec/parts/gate-rules.ts'

const limit = fc.integer({ min: -1, max: 4 })
const gate = fc.record({
  maxCritical: limit,
  maxHigh: limit,
  maxMedium: limit,
  maxLow: limit,
  failOnNew: fc.boolean(),
  allowSuppressions: fc.boolean(),
  failOnUnanalysed: fc.boolean(),
  productionOnly: fc.constant(false),
})
const finding = fc.record({
  fingerprint: fc.uuid(),
  ruleId: fc.constant('r'),
  title: fc.constant('t'),
  filePath: fc.constant('p'),
  severity: fc.constantFrom(...FINDING_SEVERITIES),
  status: fc.constantFrom(...FINDING_STATUSES),
  isNew: fc.boolean(),
})

// The page may not import the engine: its preview must equal the service's decision.
test('the gate preview of the editor equals the decision of the service for any findings', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(
      gate,
      gate,
      fc.array(finding, { maxLength: 12 }),
      fc.constantFrom('COMPLETED' as const, 'FAILED' as const),
      fc.constantFrom<string[]>([], ['Nothing was looked up.']),
      (gateThen, gateNow, findings, scanStatus, blind) => {
        const recordUnder = (under: typeof gateNow) => serviceGateRecord({ gate: under, findings, scanStatus, blind })
        // The editor reads the record of the gate that there was then, and asks about another.
        const reasons = reasonsOf(gateNow, recordUnder(gateThen))
        const { gateResult, gateReasons } = recordUnder(gateNow)
        expect(reasons.length === 0 ? 'PASSED' : 'FAILED').toBe(gateResult)
        // One reason for each violated rule; the service also adds a note about the gap.
        expect(reasons.length).toBe(gateReasons.length - 1)
        seen.add(gateResult)
      },
    ),
    { numRuns: 500 },
  )
  expect(seen).toEqual(new Set(['PASSED', 'FAILED']))
})
