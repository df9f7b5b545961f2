import { assert, constantFrom, dictionary, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { buildPurl, normalisePurl, parsePurl, PURL_UNITS_MAX, type PurlParts } from '../../src/purl/purl.ts'

describe('A package URL', () => {
  test.each([
    [{ type: 'npm', namespace: '@types', name: 'node', version: '20.1.0' }, 'pkg:npm/%40types/node@20.1.0'],
    [{ type: 'pypi', name: 'Flask_SQLAlchemy', version: '3.1' }, 'pkg:pypi/flask-sqlalchemy@3.1'],
    [
      { type: 'golang', namespace: 'github.com/x', name: 'y', version: 'v1.0.0+incompatible' },
      'pkg:golang/github.com/x/y@v1.0.0%2Bincompatible',
    ],
    [{ type: 'maven', namespace: 'org.a', name: 'b', version: '1' }, 'pkg:maven/org.a/b@1'],
    [
      { type: 'rpm', namespace: 'Fedora', name: 'Curl', qualifiers: { arch: 'i386', epoch: '' } },
      'pkg:rpm/fedora/Curl?arch=i386',
    ],
    [{ type: 'github', namespace: 'Actions', name: 'Checkout', version: 'v4' }, 'pkg:github/actions/checkout@v4'],
  ] satisfies [PurlParts, string][])('of %o has one canonical form', (parts, text) => {
    expect(buildPurl(parts)).toBe(text)
  })

  test('preserves case where the registry is case-sensitive', () => {
    expect(buildPurl({ type: 'npm', name: 'JSONStream' })).not.toBe(buildPurl({ type: 'npm', name: 'jsonstream' }))
    expect(normalisePurl('pkg:golang/github.com/BurntSushi/toml')).toBe('pkg:golang/github.com/BurntSushi/toml')
  })

  test.each([
    ['npm:left-pad', 'must start with "pkg:"'],
    ['pkg:npm/%zz', 'not percent-encoded UTF-8'],
    ['pkg:npm/a%2Fb/c', 'encoded slash'],
    ['pkg:npm/a?x=1&x=2', 'occurs twice'],
    ['pkg:cargo/a/b', 'does not support a namespace'],
    ['pkg:composer/monolog', 'requires a namespace'],
    [`pkg:npm/${'a'.repeat(PURL_UNITS_MAX)}`, `longer than ${PURL_UNITS_MAX}`],
    ['pkg:npm/a?__proto__=1', 'start with a lower-case letter'],
  ])('%# is refused with the reason', (text, reason) => {
    expect(() => parsePurl(text)).toThrow(reason)
  })

  test('that was built is read back as it was', () => {
    const word = string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !text.includes('/'))
    const value = string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    const parts = record({
      type: constantFrom('generic', 'npm', 'maven'),
      namespace: word,
      name: word,
      version: value,
      qualifiers: dictionary(constantFrom('arch', 'distro', 'checksum'), value),
    })
    assert(
      property(parts, (input) => {
        const text = buildPurl(input)
        expect(normalisePurl(text)).toBe(text)
        const read = parsePurl(text)
        expect({ ...read, qualifiers: { ...read.qualifiers } }).toEqual({
          ...input,
          qualifiers: { ...input.qualifiers },
        })
      }),
    )
  })

  test('parsing any text returns a URL or an error', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = outcome(`pkg:npm/${text}`)
        if (!once.startsWith('Failure')) return outcome(once) === once
        return once.startsWith('Failure: Invalid package URL')
      }),
    )
  })

  test('of hostile shape is read in linear time', () => {
    const effort_ms = startEffort()
    for (const part of ['/', '@', '%40', 'a=b&', '#/', './']) {
      outcome(`pkg:npm/${part.repeat(PURL_UNITS_MAX / part.length - 10)}`)
    }
    expect(effort_ms()).toBeLessThan(1_500)
  })
})

function outcome(text: string): string {
  try {
    return normalisePurl(text)
  } catch (thrown) {
    return String(thrown)
  }
}
