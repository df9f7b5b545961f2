import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { type Ecosystem, ecosystemOf } from '../../src/versions/ecosystems.ts'
import {
  compareKeys,
  compareVersions,
  isPrerelease,
  isVersion,
  parseVersion,
  satisfies,
  sortVersions,
  VERSION_UNITS_MAX,
} from '../../src/versions/versions.ts'

/** Pieces with a meaning in some ecosystem, so that random versions cover every rule. */
const PIECES = [
  '0',
  '00',
  '1',
  '2',
  '10',
  '01',
  '.',
  '.',
  '.',
  '-',
  '_',
  '+',
  '~',
  '^',
  ':',
  '!',
  'v',
  'a',
  'b',
  'rc',
  'alpha',
  'beta',
  'dev',
  'post',
  'final',
  'ga',
  'sp',
  'p',
  'r',
  'SNAPSHOT',
  'é',
  ' ',
  '\u0001',
  '\ud800',
] as const

const version = oneof(
  { weight: 9, arbitrary: array(constantFrom(...PIECES), { maxLength: 9 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: string({ unit: 'binary', maxLength: 12 }) },
)

/** One ecosystem per scheme. */
const SCHEMES = [
  'Alpine',
  'ConanCenter',
  'CRAN',
  'Debian',
  'GitHub Actions',
  'Go',
  'Hackage',
  'Maven',
  'npm',
  'NuGet',
  'Packagist',
  'Pub',
  'PyPI',
  'Red Hat',
  'RubyGems',
] as const

describe.each(SCHEMES)('The order of %s', (ecosystem) => {
  const compare = (a: string, b: string) => Math.sign(compareVersions(ecosystem, a, b))
  const keyed = (a: string, b: string) => compareKeys(parseVersion(ecosystem, a), parseVersion(ecosystem, b))

  test('is the same seen from either side', () => {
    assert(property(version, version, (a, b) => compare(a, b) === 0 - compare(b, a) && compare(a, a) === 0))
  })

  test('is transitive', () => {
    assert(
      property(version, version, version, (a, b, c) => {
        const [low = '', middle = '', high = ''] = sortVersions(ecosystem, [a, b, c])
        return keyed(low, middle) <= 0 && keyed(middle, high) <= 0 && keyed(low, high) <= 0
      }),
    )
  })

  test('is the same with keys and without', () => {
    // Two published rules are not an order (see there); keys are.
    if (ecosystem === 'Maven') return
    const harmless = version.filter((text) => !text.includes('#'))
    assert(property(harmless, harmless, (a, b) => compare(a, b) === keyed(a, b)))
  })

  test('sorts hostile versions in linear time', () => {
    const hostile = [
      '1',
      '0',
      '.',
      '-',
      '~',
      'a',
      '1.',
      '0.',
      '1a',
      '-1',
      '_alpha',
      '.0-0.',
      '0:',
      '+',
      '!',
      ' ',
      '1.0.0-0.',
    ]
    const effort_ms = startEffort()
    for (const piece of hostile) {
      const long = piece.repeat(100_000 / piece.length)
      expect(compare(long, long)).toBe(0)
      expect(isVersion(ecosystem, long)).toBe(false)
      expect(satisfies(ecosystem, '>=0', long)).toBe(false)
    }
    // Usually about 200 ms; quadratic work takes minutes.
    expect(effort_ms()).toBeLessThan(18_000)
  })
})

describe('Ecosystems', () => {
  test.each([
    ['npm', 'npm'],
    ['pypi', 'PyPI'],
    ['PyPI', 'PyPI'],
    ['Debian:12', 'Debian'],
    ['Alpine:v3.20', 'Alpine'],
    ['golang', 'Go'],
    ['composer', 'Packagist'],
    ['constructor', undefined],
    ['Android', undefined],
  ] as const)('%s is %s', (name, ecosystem) => {
    expect(ecosystemOf(name)).toBe(ecosystem)
  })
})

describe('Versions', () => {
  const YES: readonly (readonly [Ecosystem, string])[] = [
    ['npm', '1.2.3-beta.1+build'],
    ['Go', 'v0.0.0-20190101000000-abcdef123456'],
    ['Go', 'v2.0.0+incompatible'],
    ['Go', 'go1.22.1'],
    ['PyPI', '1!2.0.post1.dev3+local'],
    ['Maven', '5.0.0.Final'],
    ['RubyGems', '1.0.0.rc1'],
    ['NuGet', '1.0.0.1'],
    ['Packagist', 'v1.0.0-RC1'],
    ['Debian', '1:2.4.47-2+b1'],
    ['Red Hat', '0:3.10.0-229.el7'],
    ['Alpine', '1.2.3_rc1-r0'],
    ['GitHub Actions', 'v4'],
    ['ConanCenter', 'cci.20220808'],
  ]
  const NO: readonly (readonly [Ecosystem, string])[] = [
    ['npm', '^1.2.3'],
    ['npm', 'latest'],
    ['Go', 'master'],
    ['PyPI', '>=1'],
    ['Maven', '[1,2)'],
    ['Maven', '${project.version}'],
    ['NuGet', '*'],
    ['GitHub Actions', 'main'],
    ['GitHub Actions', '8'.repeat(40)],
    ['npm', `1.0.0-${'a'.repeat(VERSION_UNITS_MAX)}`],
  ]
  test.each(YES)('of %s: %s', (ecosystem, text) => expect(isVersion(ecosystem, text)).toBe(true))
  test.each(NO)('of %s are not: %s', (ecosystem, text) => expect(isVersion(ecosystem, text)).toBe(false))

  test.each([
    ['npm', '1.0.0-rc.1', '1.0.0+a-b'],
    ['PyPI', '1.0rc1', '1.0.post1'],
    ['Maven', '1.0-SNAPSHOT', '1.0.Final'],
    ['RubyGems', '1.0.b', '1.0.0'],
    ['NuGet', '1.0-pre', '1.0'],
    ['Packagist', 'v4.1.0-BETA2', 'v4.1.0'],
    ['Go', 'go1.22rc1', 'go1.22'],
  ] as const)('of %s: %s is a pre-release, %s is not', (ecosystem, before, release) => {
    expect([isPrerelease(ecosystem, before), isPrerelease(ecosystem, release)]).toEqual([true, false])
  })

  test('of Go itself sort among modules', () => {
    expect(sortVersions('Go', ['go1.22', '1.22.1', 'go1.22rc2', 'v1.21.9'])).toEqual([
      'v1.21.9',
      'go1.22rc2',
      'go1.22',
      '1.22.1',
    ])
  })
})
