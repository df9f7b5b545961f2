import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { compileAffected } from '../../src/osv/evaluate.ts'
import { OsvRecord } from '../../src/osv/record.ts'

describe('A hostile record', () => {
  test('with many versions and many ranges is compiled in a moment', () => {
    const events = Array.from({ length: 10_000 }, (_, at) => [
      { introduced: `${at}.1.0` },
      { fixed: `${at}.2.0` },
    ]).flat()
    const versions = Array.from({ length: 50_000 }, (_, at) => `${at % 10_000}.${at % 5}.1`)
    const record = OsvRecord.parse({
      id: 'X-1',
      affected: [{ package: { ecosystem: 'npm', name: 'a' }, ranges: [{ type: 'SEMVER', events }], versions }],
    })
    const effort_ms = startEffort()
    const [affected] = record.affected.map(compileAffected)
    expect(effort_ms()).toBeLessThan(15_000)
    expect(affected?.intervals).toHaveLength(10_000)
    expect(affected?.versions).toHaveLength(8_000)
  })

  test.each([
    [{}],
    [{ id: '' }],
    [{ id: 'X-1', affected: [{ package: { ecosystem: 'npm', name: '' } }] }],
    [{ id: 'X-1', affected: 'all' }],
    [{ id: 'X-1', aliases: Array.from({ length: 5_000 }, String) }],
    [{ id: 'X-1', details: 'x'.repeat(1_000_001) }],
  ])('is refused: %#', (value) => {
    expect(OsvRecord.safeParse(value).success).toBe(false)
  })

  test('loses fields with excessive nesting', () => {
    const deep = `{"id":"X-1","database_specific":{"severity":${'['.repeat(5_000)}${']'.repeat(5_000)},"more":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`
    expect(OsvRecord.parse(JSON.parse(deep)).database_specific).toEqual({})
  })

  test('with null lists or unknown fields is read', () => {
    const record = OsvRecord.parse({
      id: 'X-1',
      aliases: null,
      severity: null,
      affected: [{ ranges: null, package: null }],
      newest: { field: 1 },
    })
    expect([record.aliases, record.severity, record.affected[0]?.ranges]).toEqual([[], [], []])
  })
})
