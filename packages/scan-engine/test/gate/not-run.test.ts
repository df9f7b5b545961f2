import { SCAN_TYPES, SCANNER_NAMES, type ScannerName, type ScanType } from '@gatehouse/contracts/scans'
import { describe, expect, test } from 'vitest'
import { blindnessIn, notRunGaps, type RequestedBySettings } from '../../src/gate/index.ts'
import { SCANNERS_OF } from '../../src/index.ts'

const NOTHING: RequestedBySettings = { dastTargetUrl: null, enableLlmSast: false, enableLlmSecrets: false }
const ALL: RequestedBySettings = {
  dastTargetUrl: 'https://shop.example.org',
  enableLlmSast: true,
  enableLlmSecrets: true,
}
const MODEL: ReadonlySet<ScannerName> = new Set<ScannerName>(['SAST_LLM', 'SECRETS_LLM'])

/** Whether the scanner must be reported, and whether the gate fails on it. */
function expectedOf(scanner: ScannerName, type: ScanType, hasRequest: boolean): 'none' | 'reported' | 'fails' {
  if (scanner === 'DAST' && type === 'FULL') return hasRequest ? 'fails' : 'none'
  if (!SCANNERS_OF[type].includes(scanner)) return 'none'
  if (MODEL.has(scanner)) return hasRequest ? 'fails' : 'none'
  return type === 'FULL' ? 'reported' : 'fails'
}

describe.each(SCAN_TYPES)('in a scan of type %s', (type) => {
  describe.each([
    ['without a request', NOTHING],
    ['requested by settings', ALL],
  ] as const)('%s', (_title, settings) => {
    test.each(SCANNER_NAMES)('%s that does not run is reported', (scanner) => {
      const others = new Set(SCANNER_NAMES.filter((name) => name !== scanner))
      const gaps = notRunGaps(type, others, settings)
      const expected = expectedOf(scanner, type, settings === ALL)
      const outcome = gaps.length === 0 ? 'none' : blindnessIn(gaps).length > 0 ? 'fails' : 'reported'
      expect(outcome).toBe(expected)
      expect(gaps.map((gap) => [gap.scanner, gap.reason])).toEqual(expected === 'none' ? [] : [[scanner, 'not_run']])
    })

    test('scanners that run have no gap', () => {
      expect(notRunGaps(type, new Set(SCANNER_NAMES), settings)).toEqual([])
    })
  })
})

test('a FULL scan reports CONTAINER and ZERO_DAY and does not fail on them', () => {
  const present = SCANNER_NAMES.filter((name) => name !== 'CONTAINER' && name !== 'ZERO_DAY')
  const gaps = notRunGaps('FULL', new Set(present), NOTHING)
  expect(gaps.map(({ scanner }) => scanner)).toEqual(['CONTAINER', 'ZERO_DAY'])
  expect(blindnessIn(gaps)).toEqual([])
})
