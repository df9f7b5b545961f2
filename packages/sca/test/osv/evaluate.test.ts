import { array, assert, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { affects, compileAffected, evaluatedVersion } from '../../src/osv/evaluate.ts'
import { type OsvEvent, OsvRecord } from '../../src/osv/record.ts'
import { fixedVersions, smallestSafeUpgrade } from '../../src/osv/upgrade.ts'
import { type Ecosystem, schemeOf } from '../../src/versions/ecosystems.ts'

describe('A version is affected', () => {
  test.each([
    [
      'from the first on until the fix',
      'npm',
      [{ introduced: '0' }, { fixed: '1.2.0' }],
      ['0.0.0-0', '1.1.9', '1.2.0-rc.1'],
      ['1.2.0', '2.0.0'],
    ],
    [
      'until the last affected, that included',
      'npm',
      [{ introduced: '1.0.0' }, { last_affected: '1.2.0' }],
      ['1.0.0', '1.2.0'],
      ['0.9.0', '1.2.1'],
    ],
    [
      'for ever where nothing fixes it',
      'Go',
      [{ introduced: '1.5.0' }],
      ['v1.5.0', 'v9.0.0+incompatible'],
      ['v1.4.9', 'v1.5.0-0.20200101000000-abcdefabcdef'],
    ],
    [
      'again and again',
      'PyPI',
      [{ introduced: '0' }, { fixed: '1.0' }, { introduced: '2.0' }, { fixed: '2.1' }],
      ['0.1', '2.0.post1'],
      ['1.0', '1.9', '2.1'],
    ],
    [
      'by events in any order',
      'PyPI',
      [{ fixed: '2.1' }, { introduced: '2.0' }, { fixed: '1.0' }, { introduced: '0' }],
      ['0.1', '2.0.1'],
      ['1.5', '2.1'],
    ],
    [
      'only until the first of several fixes',
      'PyPI',
      [{ introduced: '0' }, { fixed: '1.0' }, { fixed: '1.1' }],
      ['0.9'],
      ['1.0', '1.05', '1.1'],
    ],
    ['before the limit', 'npm', [{ introduced: '1.0.0' }, { limit: '2.0.0' }], ['1.9.9'], ['2.0.0', '3.0.0']],
    [
      'in one version alone',
      'npm',
      [{ introduced: '1.0.0' }, { last_affected: '1.0.0' }],
      ['1.0.0'],
      ['1.0.1', '0.9.9'],
    ],
    ['never in an empty range', 'npm', [{ introduced: '1.0.0' }, { fixed: '1.0.0' }], [], ['1.0.0', '2.0.0']],
    [
      'by the order of its ecosystem',
      'Debian:12',
      [{ introduced: '0' }, { fixed: '1:2.0-1' }],
      ['9.0-1', '1:2.0-1~deb12u1'],
      ['1:2.0-1'],
    ],
    [
      'whatever a version is spelt like',
      'Packagist',
      [{ introduced: '0' }, { fixed: '1.0.0' }],
      ['v0.9'],
      ['1.0', 'v1.0.0'],
    ],
  ] as const)('%s', (_title, ecosystem, events, yes, no) => {
    const affected = compiled(ecosystem, {
      ranges: [{ type: ecosystem === 'npm' || ecosystem === 'Go' ? 'SEMVER' : 'ECOSYSTEM', events }],
    })
    const isAffected = (version: string) => affects(affected, ecosystem, evaluatedVersion(ecosystem, version)).affected
    expect(yes.filter((version) => !isAffected(version))).toEqual([])
    expect(no.filter(isAffected)).toEqual([])
  })

  test('when it is listed, with or without a range', () => {
    const affected = compiled('PyPI', {
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0' }] }],
      versions: ['0.1', '0.2', '1.5'],
    })
    expect(affected.versions).toEqual(['1.5'])
    expect(affects(affected, 'PyPI', evaluatedVersion('PyPI', '1.5.0')).affected).toBe(true)
    expect(affects(affected, 'PyPI', evaluatedVersion('PyPI', '1.6')).affected).toBe(false)
  })

  test('in an ecosystem that we cannot order only when it is listed', () => {
    const affected = compiled('Android', {
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }],
      versions: ['13'],
    })
    expect(affects(affected, 'Android', evaluatedVersion('Android', '13')).affected).toBe(true)
    expect(affects(affected, 'Android', evaluatedVersion('Android', '14')).affected).toBe(false)
  })

  test('never by a range of commits', () => {
    const affected = compiled('PyPI', {
      ranges: [{ type: 'GIT', repo: 'https://example.com/r', events: [{ introduced: '0' }] }],
    })
    expect(affects(affected, 'PyPI', evaluatedVersion('PyPI', '1.0')).affected).toBe(false)
  })

  test('according to the OSV algorithm, in any order of events', () => {
    const numbered = integer({ min: 0, max: 8 }).map((number) => `${number}.0.0`)
    const pairs = array(
      record({ from: numbered, length: integer({ min: 1, max: 3 }), kind: constantFrom('fixed', 'last_affected') }),
      { minLength: 1, maxLength: 3 },
    )
    assert(
      property(pairs, numbered, (values, version) => {
        const events = disjoint(values)
        const forth = compiled('npm', { ranges: [{ type: 'SEMVER', events }] })
        const back = compiled('npm', { ranges: [{ type: 'SEMVER', events: events.toReversed() }] })
        const evaluated = evaluatedVersion('npm', version)
        const expected = naive(events, version)
        return (
          affects(forth, 'npm', evaluated).affected === expected &&
          affects(back, 'npm', evaluated).affected === expected
        )
      }),
    )
  })
})

describe('An upgrade', () => {
  const until = (...fixes: string[]) =>
    compiled('npm', {
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, ...fixes.map((fixed) => ({ fixed }))] }],
    })
  const range = (introduced: string, fixed: string) =>
    compiled('npm', { ranges: [{ type: 'SEMVER', events: [{ introduced }, { fixed }] }] })

  test.each([
    ['goes to the fix', '1.0.0', [until('1.2.0')], '1.2.0'],
    ['goes to where all are fixed', '1.0.0', [until('1.2.0'), until('1.4.0')], '1.4.0'],
    ['passes over a fix that another record means', '1.0.0', [until('1.2.0'), range('1.2.0', '1.3.0')], '1.3.0'],
    ['stays on the branch that is fixed', '1.5.0', [range('1.0.0', '1.6.0'), range('2.0.0', '2.2.0')], '1.6.0'],
    ['is none where the version is safe', '3.0.0', [until('1.2.0')], '3.0.0'],
    ['takes no pre-release', '1.0.0', [until('1.2.0-beta.1'), range('0.5.0', '1.2.0')], '1.2.0'],
    [
      'is unknown where nothing is fixed',
      '1.0.0',
      [compiled('npm', { ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] })],
      undefined,
    ],
  ] as const)('%s', (_title, version, affected, safe) => {
    expect(smallestSafeUpgrade('npm', version, affected)).toBe(safe)
  })

  test('uses registry versions if only the last affected version is known', () => {
    const affected = [
      compiled('npm', { ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { last_affected: '1.2.0' }] }] }),
    ]
    expect(smallestSafeUpgrade('npm', '1.0.0', affected)).toBeUndefined()
    expect(smallestSafeUpgrade('npm', '1.0.0', affected, { available: ['0.9.0', '1.2.0', '1.3.0', '1.2.1'] })).toBe(
      '1.2.1',
    )
  })

  test('is spelt as go.mod spells versions', () => {
    const affected = [
      compiled('Go', { ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }] }),
    ]
    expect(smallestSafeUpgrade('Go', 'v1.0.0', affected)).toBe('v1.2.0')
    expect(smallestSafeUpgrade('Go', '1.0.0', affected)).toBe('1.2.0')
  })

  test('lists each fix once and in order', () => {
    expect(fixedVersions('npm', [until('1.10.0'), until('1.9.0'), until('1.10.0')])).toEqual(['1.9.0', '1.10.0'])
  })

  test('is never affected and never a downgrade', () => {
    const numbered = integer({ min: 0, max: 9 }).map((number) => `${number}.0.0`)
    const ranges = array(
      shuffledSubarray(['1.0.0', '2.0.0', '4.0.0', '5.0.0', '8.0.0'], { minLength: 2, maxLength: 2 }),
      { minLength: 1, maxLength: 4 },
    )
    assert(
      property(ranges, numbered, (values, version) => {
        const affected = values.map((ends) => range(...(ends.toSorted() as [string, string])))
        const safe = smallestSafeUpgrade('npm', version, affected) ?? 'none'
        const evaluated = evaluatedVersion('npm', safe)
        return safe >= version && affected.every((item) => !affects(item, 'npm', evaluated).affected)
      }),
    )
  })
})

function compiled(ecosystem: string, affected: object) {
  const parsed = OsvRecord.parse({ id: 'X-1', affected: [{ package: { ecosystem, name: 'a' }, ...affected }] })
  return compileAffected(parsed.affected[0]!)
}

/** Creates disjoint ranges in order, as in a record. */
function disjoint(values: readonly { from: string; length: number; kind: 'fixed' | 'last_affected' }[]): OsvEvent[] {
  let next = 0
  const kind = values[0]?.kind ?? 'fixed'
  return values.flatMap(({ from, length }) => {
    const start = Math.max(next, Number.parseInt(from, 10))
    next = start + length + 1
    return [{ introduced: `${start}.0.0` }, { [kind]: `${start + length}.0.0` }]
  })
}

/** The algorithm as OSV prints it. */
function naive(events: readonly OsvEvent[], version: string): boolean {
  const key = schemeOf('npm' satisfies Ecosystem).key
  const at = (event: OsvEvent) => key(event.introduced ?? event.fixed ?? event.last_affected ?? '')
  let vulnerable = false
  for (const event of events.toSorted((a, b) => (at(a) < at(b) ? -1 : 1))) {
    if (event.introduced !== undefined && key(version) >= at(event)) vulnerable = true
    if (event.fixed !== undefined && key(version) >= at(event)) vulnerable = false
    if (event.last_affected !== undefined && key(version) > at(event)) vulnerable = false
  }
  return vulnerable
}
