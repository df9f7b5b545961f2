import { describe, expect, test } from 'vitest'
import { OsvRecord } from '../../src/osv/record.ts'
import { CVSS_VECTOR_UNITS_MAX, rateCvss, rateRecord } from '../../src/osv/severity.ts'

describe('The base score', () => {
  // By the formulas and examples of FIRST: the guide of version 2, the specification of 3.1, the specification of 4.0.
  test.each([
    ['AV:N/AC:L/Au:N/C:N/I:N/A:C', 7.8, 'HIGH'],
    ['AV:N/AC:L/Au:N/C:C/I:C/A:C', 10, 'HIGH'],
    ['(AV:L/AC:H/Au:N/C:C/I:C/A:C)', 6.2, 'MEDIUM'],
    ['AV:N/AC:L/Au:N/C:N/I:N/A:N', 0, 'INFO'],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8, 'CRITICAL'],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1, 'MEDIUM'],
    ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4, 'MEDIUM'],
    ['CVSS:3.0/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1, 'LOW'],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H/E:P/RL:O', 10, 'CRITICAL'],
    ['CVSS:3.1/AV:L/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0, 'INFO'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H', 10, 'CRITICAL'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 9.3, 'CRITICAL'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N', 8.7, 'HIGH'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N', 6.9, 'MEDIUM'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:L/UI:P/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N', 5.1, 'MEDIUM'],
    ['CVSS:4.0/AV:P/AC:H/AT:P/PR:H/UI:A/VC:L/VI:L/VA:L/SC:N/SI:N/SA:N/E:U', 1, 'LOW'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N', 0, 'INFO'],
  ] as const)('of %s is %d', (vector, score, severity) => {
    expect(rateCvss(vector)).toMatchObject({ score, severity })
  })

  test.each([
    'CVSS:3.1/AV:N',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:Q',
    'CVSS:3.1/AV:N/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:9.0/AV:N/AC:L',
    'CVSS:3.1/AV:constructor/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    '7.5',
    '',
    `CVSS:3.1/${'AV:N/'.repeat(CVSS_VECTOR_UNITS_MAX)}`,
  ])('is undefined for %#', (vector) => {
    expect(rateCvss(vector)).toBeUndefined()
  })

  test('rises with each worsened metric', () => {
    const order = {
      AV: 'PLAN',
      AC: 'HL',
      AT: 'PN',
      PR: 'HLN',
      UI: 'APN',
      VC: 'NLH',
      VI: 'NLH',
      VA: 'NLH',
      SC: 'NLH',
      SI: 'NLH',
      SA: 'NLH',
    }
    const middle = { AV: 'L', AC: 'L', AT: 'N', PR: 'L', UI: 'P', VC: 'L', VI: 'L', VA: 'L', SC: 'L', SI: 'L', SA: 'L' }
    for (const [metric, values] of Object.entries(order)) {
      const scores = Array.from(values, (value) => rateCvss(write({ ...middle, [metric]: value }))?.score ?? -1)
      expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    }
  })
})

describe('A record is rated', () => {
  const V3 = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }
  const V4 = { type: 'CVSS_V4', score: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N' }

  test.each([
    ['by the newest version of CVSS', { severity: [V3, V4] }, 'MEDIUM'],
    ['by vectors before words', { severity: [V3], database_specific: { severity: 'LOW' } }, 'CRITICAL'],
    ['by the word of its database', { database_specific: { severity: 'MODERATE' } }, 'MEDIUM'],
    [
      'by a word when the vector is broken',
      { severity: [{ type: 'CVSS_V3', score: '9.8' }], database_specific: { severity: 'HIGH' } },
      'HIGH',
    ],
    ['as an attack', { id: 'MAL-2024-1', severity: [V4] }, 'CRITICAL'],
    ['by nothing', { database_specific: { severity: 'constructor' } }, undefined],
  ] as const)('%s', (_title, value, severity) => {
    expect(rateRecord(OsvRecord.parse({ id: 'X-1', ...value }))?.severity).toBe(severity)
  })

  test('by the severity of the affected package', () => {
    const record = OsvRecord.parse({
      id: 'RUSTSEC-1',
      severity: [V3],
      affected: [{ package: { ecosystem: 'crates.io', name: 'a' }, severity: [V4] }],
    })
    expect(rateRecord(record, record.affected[0])?.cvss?.score).toBe(6.9)
    const notice = OsvRecord.parse({
      id: 'RUSTSEC-2',
      affected: [{ database_specific: { informational: 'unmaintained' } }],
    })
    expect(rateRecord(notice, notice.affected[0])?.severity).toBe('INFO')
  })
})

function write(metrics: Readonly<Record<string, string>>): string {
  return `CVSS:4.0/${Object.entries(metrics)
    .map(([metric, value]) => `${metric}:${value}`)
    .join('/')}`
}
