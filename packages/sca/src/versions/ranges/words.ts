import type { VersionKey } from '../keys.ts'
import { all, bound, operatorOf, some, type VersionTest } from '../scheme.ts'
import { conanKey } from '../schemes/conan.ts'
import { pubScheme } from '../schemes/pub.ts'
import { semverKey, semverParts } from '../schemes/semver.ts'
import { bumped, caretIndex } from './bump.ts'

const STARTS_WITH_NUMBER = /^v?\d/

/**
 * Requirements of Hex: `and`, `or`, `~>`.
 * @see https://hexdocs.pm/elixir/Version.html#module-requirements
 */
export function hexRange(text: string): VersionTest | undefined {
  const alternatives = text.split(/\sor\s/)
  return some(alternatives.map((part) => all(part.split(/\sand\s/).map((word) => hexRequirement(word.trim())))))
}

function hexRequirement(text: string): VersionTest | undefined {
  if (text.startsWith('~>')) return approximately(text.slice(2).trim())
  const { operator, version } = operatorOf(text)
  return STARTS_WITH_NUMBER.test(version) ? bound(semverKey, operator ?? '=', version) : undefined
}

function approximately(version: string): VersionTest | undefined {
  if (!STARTS_WITH_NUMBER.test(version)) return undefined
  const lower = semverKey(version)
  const { numbers } = semverParts(version)
  const upper = semverKey(bumped(numbers, Math.max(0, numbers.length - 2)).join('.'))
  return (text) => semverKey(text) >= lower && semverKey(semverParts(text).numbers.join('.')) < upper
}

/**
 * Parses constraints of Dart's Pub: spaces mean AND, `^0.1.2` ends before 0.2.0 and `^0.0.3` before 0.1.0.
 * @see https://dart.dev/tools/pub/dependencies#version-constraints
 */
export function pubRange(text: string): VersionTest | undefined {
  const trimmed = text.trim()
  if (trimmed === 'any' || trimmed === '') return () => true
  return all(joinedWords(trimmed).map((word) => (word[0] === '^' ? pubCaret(word.slice(1)) : pubTest(word))))
}

function pubCaret(version: string): VersionTest | undefined {
  if (!STARTS_WITH_NUMBER.test(version)) return undefined
  const { numbers } = semverParts(version)
  const place = BigInt(numbers[0] ?? '0') > 0n ? 0 : 1
  const lower = pubScheme.key(version)
  const below = before(bumped(numbers, place).join('.'), pubScheme.key)
  return (text) => pubScheme.key(text) >= lower && below(text)
}

function pubTest(word: string): VersionTest | undefined {
  const { operator, version } = operatorOf(word)
  if (!STARTS_WITH_NUMBER.test(version)) return undefined
  const released = semverParts(version).prerelease === ''
  return operator === '<' && released ? before(version, pubScheme.key) : bound(pubScheme.key, operator ?? '=', version)
}

/** Before a version and before its pre-releases. */
function before(version: string, key: (version: string) => VersionKey): VersionTest {
  const earliest = key(`${padded(version)}-0`)
  return (text) => key(text) < earliest
}

function padded(version: string): string {
  const { numbers } = semverParts(version)
  return [numbers[0] ?? '0', numbers[1] ?? '0', numbers[2] ?? '0'].join('.')
}

/**
 * Parses Conan's ranges, with or without brackets. Pre-releases only with `include_prerelease`.
 * @see https://docs.conan.io/2/tutorial/versioning/version_ranges.html
 */
export function conanRange(text: string): VersionTest | undefined {
  const [range = '', ...options] = text
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .split(',')
  const prereleases = options.some((option) => option.trim() === 'include_prerelease')
  const test = some(range.split('||').map((part) => all(joinedWords(part.trim()).map(conanTest))))
  return test && ((version) => (prereleases || !version.split('+', 1)[0]?.includes('-')) && test(version))
}

function conanTest(word: string): VersionTest | undefined {
  if (word === '*') return () => true
  const sign = word[0]
  const numbers = /^\d+(?:\.\d+)*/.exec(word.slice(1))?.[0].split('.')
  if (sign !== '^' && sign !== '~') {
    const { operator, version } = operatorOf(word)
    return /^[0-9A-Za-z]/.test(version) ? bound(conanKey, operator ?? '=', version) : undefined
  }
  if (numbers === undefined) return undefined
  const lower = conanKey(word.slice(1))
  const place = sign === '^' ? caretIndex(numbers) : Math.min(1, numbers.length - 1)
  const upper = conanKey(bumped(numbers, place).join('.'))
  return (version) => conanKey(version) >= lower && conanKey(version) < upper
}

/** Splits at spaces and joins an operator with its version. */
function joinedWords(text: string): string[] {
  return text.replace(/([<>=!~^])\s+/g, '$1').split(/\s+/)
}
