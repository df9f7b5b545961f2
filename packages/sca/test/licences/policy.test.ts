import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { readLicence } from '../../src/licences/expression.ts'
import { licenceVerdict } from '../../src/licences/policy.ts'

test.each([
  ['mit', 'MIT'],
  ['(MIT OR Apache-2.0) AND BSD-3-Clause', '(MIT OR Apache-2.0) AND BSD-3-Clause'],
  ['MIT/Apache-2.0', 'MIT OR Apache-2.0'],
  ['GPL-2.0+', 'GPL-2.0+'],
  ['Apache-2.0+', 'Apache-2.0+'],
  ['gpl-2.0-only with Classpath-exception-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0'],
  ['LicenseRef-own', 'LicenseRef-own'],
  ['MIT OR', undefined],
  ['SEE LICENSE IN LICENSE.md', undefined],
  ['(MIT', undefined],
  ['', undefined],
])('reads %j as %j', (text, expected) => {
  expect(readLicence(text)?.text).toBe(expected)
})

test.each([
  ['one denied part of a whole denies it', 'MIT AND GPL-3.0-only', { deny: ['GPL-*'] }, 'denied'],
  ['a choice with one allowed part is allowed', 'MIT OR GPL-3.0-only', { deny: ['GPL-*'] }, 'allowed'],
  ['with a list of what is allowed all else is denied', 'ISC', { allow: ['MIT'] }, 'denied'],
  ['letter case does not matter', 'isc', { allow: ['ISC'] }, 'allowed'],
  [
    'a listed exception allows what is denied without',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    { allow: ['GPL-2.0-only WITH Classpath-exception-2.0'], deny: ['GPL-2.0-only'] },
    'allowed',
  ],
  ['a name that is no expression is unknown', 'see the file', { allow: ['MIT'] }, 'unknown'],
  ['a name that is listed counts', 'Commercial', { deny: ['commercial'] }, 'denied'],
  ['nothing stated is unknown', undefined, {}, 'unknown'],
])('%s', (_title, text, policy, verdict) => {
  expect(licenceVerdict(text, policy)).toBe(verdict)
})

test('parsing never throws, and parsed text round-trips', () => {
  const words = constantFrom('MIT', 'OR', 'AND', 'WITH', '(', ')', 'Apache-2.0', 'GPL-2.0+', '/', 'x')
  assert(
    property(array(words, { maxLength: 30 }), (parts) => {
      const read = readLicence(parts.join(' '))
      expect(readLicence(read?.text ?? '')?.text).toBe(read?.text)
    }),
  )
})
