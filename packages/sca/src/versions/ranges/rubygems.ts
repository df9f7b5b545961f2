import { isLetter } from '../keys.ts'
import { all, bound, operatorOf, type VersionTest } from '../scheme.ts'
import { rubygemsKey, rubygemsSegments } from '../schemes/rubygems.ts'
import { bumped } from './bump.ts'

const PESSIMISTIC = '~>'
const VERSION = /^\d+(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z.-]+)?$/

/**
 * RubyGems requirements: a comma means AND; `~> 1.2.3` allows 1.2.3 and later 1.2.x.
 * @see https://guides.rubygems.org/patterns/#declaring-dependencies
 */
export function rubygemsRange(text: string): VersionTest | undefined {
  return all(text.split(',').map((requirement) => readRequirement(requirement.trim())))
}

function readRequirement(text: string): VersionTest | undefined {
  const pessimistic = text.startsWith(PESSIMISTIC)
  const { operator, version } = pessimistic ? { operator: undefined, version: text.slice(2).trim() } : operatorOf(text)
  if (!VERSION.test(version)) return undefined
  return pessimistic ? approximately(version) : bound(rubygemsKey, operator ?? '=', version)
}

function approximately(version: string): VersionTest {
  const lower = rubygemsKey(version)
  const numbers = releaseNumbers(version)
  const upper = rubygemsKey(bumped(numbers, Math.max(0, numbers.length - 2)).join('.'))
  // Pre-releases of the upper bound are excluded: `~> 1.2` does not match 2.0.beta.
  return (text) => rubygemsKey(text) >= lower && rubygemsKey(releaseNumbers(text).join('.')) < upper
}

function releaseNumbers(version: string): string[] {
  const segments = rubygemsSegments(version)
  const word = segments.findIndex((segment) => isLetter(segment.charCodeAt(0)))
  return word === -1 ? segments : segments.slice(0, word)
}
