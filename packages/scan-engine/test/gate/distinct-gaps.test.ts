import { describe, expect, test } from 'vitest'
import { distinctGaps } from '../../src/gate/distinct-gaps.ts'
import type { CoverageGap } from '../../src/observation.ts'

const gap = (scanner: CoverageGap['scanner'], reason: CoverageGap['reason'], detail: string): CoverageGap => ({
  scanner,
  reason,
  detail,
})

describe('distinct gaps', () => {
  test('report missing advisories once, with the text of SCA, in any order of the scanners', () => {
    const sca = gap('SCA', 'no_advisories', '3 packages (npm) not looked up: …')
    const malicious = gap('MALICIOUS_PKG', 'no_advisories', '3 packages not compared: …')
    expect(distinctGaps([sca, malicious])).toEqual([sca])
    expect(distinctGaps([malicious, sca])).toEqual([sca])
  })

  test('keep the only report of missing advisories from any scanner', () => {
    const malicious = gap('MALICIOUS_PKG', 'no_advisories', '3 packages not compared: …')
    expect(distinctGaps([malicious])).toEqual([malicious])
  })

  test('keep unanswered services and the first of equal texts', () => {
    const first = gap('SCA', 'no_advisories', '2 packages were not looked up: status 500')
    const second = gap('SCA', 'no_advisories', '1 package was not looked up: timeout')
    const rule = gap('SAST_PATTERN', 'unparsed', 'The rule x cannot run.')
    expect(distinctGaps([first, rule, { ...rule, scanner: 'IAC' }, second])).toEqual([first, rule, second])
    expect(
      distinctGaps([
        { ...rule, filePath: 'a' },
        { ...rule, filePath: 'b' },
      ]),
    ).toHaveLength(2)
  })
})
