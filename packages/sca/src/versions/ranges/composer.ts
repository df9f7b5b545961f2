import { all, bound, type Operator, some, type VersionTest } from '../scheme.ts'
import { composerKey } from '../schemes/packagist.ts'
import { bumped, caretIndex } from './bump.ts'

/** A version, perhaps cut short, with its stability: `1.2`, `v1.2.3-beta2`. */
const VERSION = /^v?(\d+(?:\.\d+){0,3})((?:[-._]?[A-Za-z][0-9A-Za-z.-]*)?)$/i
const WILDCARD = /^v?((?:\d+\.){0,3})[x*](?:\.[x*])*$/i
const OPERATORS: readonly (readonly [string, Operator])[] = [
  ['>=', '>='],
  ['<=', '<='],
  ['!=', '!='],
  ['<>', '!='],
  ['==', '='],
  ['>', '>'],
  ['<', '<'],
  ['=', '='],
]
/** Lowest version: the development version. */
const EARLIEST = '-dev'

/**
 * Composer's constraints.
 * @see https://getcomposer.org/doc/articles/versions.md
 */
export function composerRange(text: string): VersionTest | undefined {
  return some(text.split(/\|\|?/).map((part) => conjunction(part.trim())))
}

function conjunction(text: string): VersionTest | undefined {
  if (text === '') return undefined
  const ends = text.split(' - ').map((end) => end.trim())
  if (ends.length === 2) return hyphenated(ends[0] ?? '', ends[1] ?? '')
  // A space after an operator belongs to it; other spaces mean AND.
  const joined = text.replace(/([<>=!~^])\s+/g, '$1')
  return all(
    joined
      .split(/[\s,]+/)
      .filter((word) => word !== '')
      .map(constraint),
  )
}

function constraint(word: string): VersionTest | undefined {
  const text = word.replace(/[@#].*$/, '')
  if (text === '' || text === '*' || text.toLowerCase() === 'x') return () => true
  if (text.startsWith('dev-') || text.toLowerCase().endsWith('-dev')) return (version) => sameBranch(version, text)
  if (text[0] === '^') return approximate(text.slice(1), caretIndex)
  if (text[0] === '~') return approximate(text.slice(1), (numbers) => Math.max(0, numbers.length - 2))
  const wildcard = WILDCARD.exec(text)
  if (wildcard !== null) return wildcarded(wildcard[1] ?? '')
  return compared(text)
}

function compared(text: string): VersionTest | undefined {
  const [written, operator] = OPERATORS.find(([sign]) => text.startsWith(sign)) ?? ['', '=' as const]
  const version = text.slice(written.length)
  const found = VERSION.exec(version)
  if (found === null) return undefined
  const ofDevelopment = found[2] === '' && (operator === '>=' || operator === '<')
  return released(bound(composerKey, operator, ofDevelopment ? `${version}${EARLIEST}` : version))
}

function approximate(version: string, place: (numbers: readonly string[]) => number): VersionTest | undefined {
  const found = VERSION.exec(version)
  if (found === null) return undefined
  const numbers = (found[1] ?? '').split('.')
  const lower = found[2] === '' ? `${version}${EARLIEST}` : version
  return within(lower, `${bumped(numbers, place(numbers)).join('.')}${EARLIEST}`)
}

function wildcarded(prefix: string): VersionTest {
  const numbers = prefix.split('.').filter((digits) => digits !== '')
  if (numbers.length === 0) return () => true
  return within(`${numbers.join('.')}${EARLIEST}`, `${bumped(numbers, numbers.length - 1).join('.')}${EARLIEST}`)
}

function hyphenated(from: string, to: string): VersionTest | undefined {
  const lower = VERSION.exec(from)
  const upper = VERSION.exec(to)
  if (lower === null || upper === null) return undefined
  const numbers = (upper[1] ?? '').split('.')
  const start = bound(composerKey, '>=', lower[2] === '' ? `${from}${EARLIEST}` : from)
  const whole = numbers.length >= 3 || upper[2] !== ''
  const end = whole
    ? bound(composerKey, '<=', to)
    : bound(composerKey, '<', `${bumped(numbers, numbers.length - 1).join('.')}${EARLIEST}`)
  return released((version) => start(version) && end(version))
}

function within(lower: string, upper: string): VersionTest {
  const start = bound(composerKey, '>=', lower)
  const end = bound(composerKey, '<', upper)
  return released((version) => start(version) && end(version))
}

/** A branch meets no constraint about numbers. */
function released(test: VersionTest): VersionTest {
  return (version) => !version.startsWith('dev-') && test(version)
}

function sameBranch(version: string, branch: string): boolean {
  return version.toLowerCase() === branch.toLowerCase() || composerKey(version) === composerKey(branch)
}
