import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import type { Ecosystem } from '../../src/versions/ecosystems.ts'
import { parseRange, RANGE_UNITS_MAX, satisfies } from '../../src/versions/versions.ts'

type Row = readonly [range: string, meets: readonly string[], misses: readonly string[]]

const CASES: readonly (readonly [Ecosystem, readonly Row[]])[] = [
  [
    'npm',
    [
      ['^1.2.3', ['1.2.3', '1.9.0'], ['1.2.2', '2.0.0', '1.3.0-beta']],
      ['~1.2', ['1.2.0', '1.2.9'], ['1.3.0']],
      ['1.x || >=2.5.0 <3', ['1.0.0', '2.6.0'], ['2.4.9', '3.0.0']],
      ['1.2 - 2.3', ['1.2.0', '2.3.9'], ['2.4.0', '1.1.9']],
      ['^0.0.3', ['0.0.3'], ['0.0.4']],
      ['', ['1.0.0', 'v1.0.0'], ['1.0.0-a', 'not a version']],
    ],
  ],
  [
    'crates.io',
    [
      ['1.2', ['1.2.0', '1.9.9'], ['2.0.0', '1.1.9']],
      ['=1.2.3', ['1.2.3'], ['1.2.4']],
      ['>=1.2, <1.5', ['1.4.9'], ['1.5.0', '1.5.0-rc.1']],
      ['1.*', ['1.0.0', '1.9.0'], ['2.0.0']],
      ['~0.2.3', ['0.2.9'], ['0.3.0']],
    ],
  ],
  [
    'PyPI',
    [
      ['>=1.0,<2', ['1.0', '1.9.post1', '1.5+local'], ['2.0', '2.0rc1', '0.9', '1.5rc1']],
      ['~=1.4.2', ['1.4.2', '1.4.9'], ['1.5', '1.4.1']],
      ['==1.1.*', ['1.1', '1.1.5', '1.1.post1'], ['1.2', '1.10']],
      ['!=1.5', ['1.4', '1.5.1'], ['1.5', '1.5.0']],
      ['!=1.5rc1', ['1.4', '1.5'], ['1.5rc1', '1.5rc2']],
      ['~=1.4.5a4', ['1.4.5b1', '1.4.9'], ['1.5', '1.4.5a3']],
      ['>1.0', ['1.1'], ['1.0.post1', '1.0+x']],
      ['>=1.0rc1', ['1.0rc2', '1.0'], ['1.0b1']],
      ['==1.0+cu118', ['1.0+cu118'], ['1.0', '1.0+cu119']],
      ['===1.0-legacy', ['1.0-legacy'], ['1.0']],
      ['^1.2', ['1.2', '1.99'], ['2.0', '2.0.dev1']],
      ['~1.2 || ^3.0', ['1.2.5', '3.4'], ['1.3', '2.0']],
      ['', ['1.0'], ['1.0a1']],
    ],
  ],
  [
    'RubyGems',
    [
      ['~> 2.2', ['2.2', '2.9.9'], ['3.0', '3.0.a', '2.1']],
      ['~> 2.2.0', ['2.2.5'], ['2.3.0']],
      ['>= 1.0, != 1.5, < 2', ['1.4'], ['1.5', '2.0']],
      ['~> 2.0.b', ['2.0.c', '2.1'], ['3.0', '2.0.a']],
    ],
  ],
  [
    'Packagist',
    [
      ['^1.2', ['1.2.0', 'v1.9.9'], ['2.0.0', '2.0.0-beta1', '1.1.9', 'dev-main']],
      ['~1.2.3', ['1.2.9'], ['1.3.0']],
      ['~1.2', ['1.9'], ['2.0']],
      ['1.0.*', ['1.0.7'], ['1.1.0']],
      ['1.0 - 2.0', ['2.0.9', '1.0'], ['2.1']],
      ['1.0.0 - 2.1.0', ['2.1.0'], ['2.1.1']],
      ['>=1.0 <1.1 || >=1.2', ['1.0.5', '1.3'], ['1.1.5']],
      ['^7.4|^8.0', ['7.4.3', '8.2'], ['7.3', '9.0']],
      ['dev-main', ['dev-main'], ['1.0']],
      ['!= 1.5', ['1.4'], ['1.5', '1.5.0']],
      ['>=1.0@dev', ['1.0.0-beta'], ['0.9']],
    ],
  ],
  [
    'Maven',
    [
      ['[1.0,2.0)', ['1.0', '1.9'], ['2.0', '0.9']],
      ['(,1.0],[1.2,)', ['0.1', '1.0', '1.2', '9'], ['1.1']],
      ['[1.5]', ['1.5', '1.5.0'], ['1.5.1']],
      ['1.0', ['0.1', '1.0', '2.0'], []],
    ],
  ],
  [
    'NuGet',
    [
      ['1.0', ['1.0', '2.0'], ['0.9', '1.0-beta']],
      ['[1.0]', ['1.0.0.0'], ['1.0.1']],
      ['(1.0,2.0]', ['2.0', '1.5'], ['1.0']],
      ['6.0.*', ['6.0.7'], ['6.1.0', '6.0.7-rc']],
      ['6.0.*-*', ['6.0.7-rc'], ['6.1.0']],
      ['1.0.0-*', ['1.0.0-alpha', '1.0.0'], ['1.0.1']],
    ],
  ],
  [
    'Hex',
    [
      ['~> 2.0.3', ['2.0.3', '2.0.9'], ['2.1.0', '2.1.0-dev']],
      ['~> 2.0', ['2.9.0'], ['3.0.0']],
      ['>= 1.0.0 and < 1.2.0 or == 3.0.0', ['1.1.0', '3.0.0'], ['1.2.0']],
    ],
  ],
  [
    'Pub',
    [
      ['^1.2.3', ['1.2.3', '1.9.0'], ['2.0.0', '2.0.0-dev']],
      ['^0.0.3', ['0.0.9'], ['0.1.0']],
      ['>=2.12.0 <3.0.0', ['2.19.6'], ['3.0.0', '3.0.0-0']],
      ['any', ['1.0.0'], []],
    ],
  ],
  [
    'ConanCenter',
    [
      ['[>=1.0 <2.0]', ['1.5'], ['2.0', '1.5-pre']],
      ['[~1.2]', ['1.2.9'], ['1.3']],
      ['[^1.2 || 3.0]', ['1.9', '3.0'], ['2.0']],
      ['[>=1.0, include_prerelease]', ['1.5-pre'], ['0.9']],
    ],
  ],
]

describe.each(CASES)('A requirement of %s', (ecosystem, rows) => {
  test.each(rows)('%s', (range, meets, misses) => {
    expect(meets.filter((version) => !satisfies(ecosystem, range, version))).toEqual([])
    expect(misses.filter((version) => satisfies(ecosystem, range, version))).toEqual([])
  })
})

describe('An invalid requirement', () => {
  test.each([
    ['npm', 'github:user/repo'],
    ['crates.io', '1.0 || 2.0'],
    ['PyPI', '=>1.0'],
    ['PyPI', '~=1'],
    ['RubyGems', '~> x'],
    ['Packagist', 'what is this'],
    ['Maven', '[1.0'],
    ['Maven', '[1,2,3]'],
    ['NuGet', 'latest'],
    ['Hex', 'main'],
    ['Go', 'v1.0.0'],
  ] as const)('of %s is reported: %s', (ecosystem, range) => {
    expect(parseRange(ecosystem, range)).toBeUndefined()
  })

  test.each(CASES.map(([ecosystem]) => ecosystem))('of %s is reported in linear time', (ecosystem) => {
    const pieces = [
      '1.',
      '>=1 ',
      '^',
      '~> 1,',
      '1 - ',
      '|| ',
      '[1,2),',
      '(',
      '* ',
      '-',
      ' ',
      '>= ',
      'x.',
      '1.0-a.',
      '==1.*,',
      'and ',
      '9',
    ]
    const effort_ms = startEffort()
    for (const piece of pieces) {
      const range = piece.repeat(Math.floor(RANGE_UNITS_MAX / piece.length))
      satisfies(ecosystem, range, '1.0.0')
      satisfies(ecosystem, `>=1.0 ${range}`.slice(0, RANGE_UNITS_MAX), '1'.repeat(1_000))
    }
    // Some 50 ms are usual.
    expect(effort_ms()).toBeLessThan(9_000)
  })

  test('of any ecosystem is reported above the length limit', () => {
    expect(parseRange('npm', `>=1.0.0 ${'|| >=2.0.0 '.repeat(RANGE_UNITS_MAX)}`)).toBeUndefined()
  })
})
