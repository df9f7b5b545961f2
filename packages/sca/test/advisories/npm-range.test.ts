import * as fc from 'fast-check'
import semver from 'semver'
import { describe, expect, test } from 'vitest'
import { npmRangeOf } from '../../src/advisories/npm-range.ts'
import { affects, compileAffected, evaluatedVersion } from '../../src/osv/evaluate.ts'
import type { OsvEvent } from '../../src/osv/record.ts'

function compiled(events: readonly OsvEvent[], versions: readonly string[] = []) {
  return compileAffected({
    package: { ecosystem: 'npm', name: 'a' },
    severity: [],
    ranges: events.length === 0 ? [] : [{ type: 'SEMVER', events: [...events] }],
    versions: [...versions],
    ecosystem_specific: {},
    database_specific: {},
  })
}

describe('Advisory ranges of a package are converted to npm syntax', () => {
  test.each<[string, readonly OsvEvent[], readonly string[], string]>([
    ['all versions before a fix', [{ introduced: '0' }, { fixed: '1.2.3' }], [], '<1.2.3'],
    ['from one on', [{ introduced: '1.0.0' }], [], '>=1.0.0'],
    ['all', [{ introduced: '0' }], [], '*'],
    ['up to and with the last one', [{ introduced: '2.0.0' }, { last_affected: '2.5.0' }], [], '>=2.0.0 <=2.5.0'],
    [
      'several lines',
      [{ introduced: '0' }, { fixed: '1.1.0' }, { introduced: '2.0.0' }, { fixed: '2.3.0' }],
      [],
      '<1.1.0 || >=2.0.0 <2.3.0',
    ],
    ['versions one by one', [], ['1.0.1', '1.0.2'], '1.0.1 || 1.0.2'],
    ['numbers that are left out', [{ introduced: '1' }, { fixed: '2.1' }], [], '>=1.0.0 <2.1.0'],
    ['pre-releases', [{ introduced: '1.0.0-rc.1' }, { fixed: '1.0.0' }], [], '>=1.0.0-rc.1 <1.0.0'],
  ])('%s', (_title, events, versions, range) => {
    expect(npmRangeOf([compiled(events, versions)], [], [])).toBe(range)
  })

  test('for several records combined, each range once', () => {
    const affectedVersions = compiled([{ introduced: '0' }, { fixed: '1.2.3' }])
    const other = compiled([{ introduced: '0' }, { fixed: '1.4.0' }])
    expect(npmRangeOf([affectedVersions, other, affectedVersions], ['1.0.0'], ['2.0.0'])).toBe('<1.2.3 || <1.4.0')
  })

  test('or listed as the queried versions if npm cannot express the range', () => {
    const odd = compiled([{ introduced: 'first' }, { fixed: '1.2.3' }])
    expect(npmRangeOf([odd], ['1.0.0', '1.1.0'], ['3.0.0'])).toBe('1.0.0 || 1.1.0')
    const disagreeing = compiled([{ introduced: '0' }, { fixed: '1.2.3' }])
    expect(npmRangeOf([disagreeing], ['1.0.0'], ['1.1.0'])).toBe('1.0.0')
    const many = compiled(
      [],
      Array.from({ length: 500 }, (_, at) => `1.0.${at}`),
    )
    expect(npmRangeOf([many], ['1.0.7'], [])).toBe('1.0.7')
  })

  test('so that npm matches the same versions for any ranges', () => {
    const number = fc.nat({ max: 3 })
    const version = fc
      .tuple(number, number, number, fc.constantFrom('', '', '-rc.1', '-alpha'))
      .map(([a, b, c, rest]) => `${a}.${b}.${c}${rest}`)
    const range = fc.tuple(version, version, fc.boolean()).map(([introduced, end, closed]): OsvEvent[] => {
      return [{ introduced }, closed ? { last_affected: end } : { fixed: end }]
    })
    fc.assert(
      fc.property(
        fc.array(range, { minLength: 1, maxLength: 3 }),
        fc.uniqueArray(version, { maxLength: 8 }),
        (all, requests) => {
          const affected = all.map((events) => compiled(events))
          const isMeant = (item: string) =>
            affected.some((some) => affects(some, 'npm', evaluatedVersion('npm', item)).affected)
          const meant = requests.filter(isMeant)
          const npmRange = npmRangeOf(
            affected,
            meant,
            requests.filter((item) => !isMeant(item)),
          )
          if (meant.length === 0) return
          for (const item of requests) {
            const satisfies = semver.satisfies(item, npmRange, { includePrerelease: true, loose: true })
            expect([item, npmRange, satisfies]).toEqual([item, npmRange, isMeant(item)])
          }
        },
      ),
    )
  })
})
