import { isDigit, isNumber, numberKey, TEXT_END, type VersionKey } from '../keys.ts'
import type { VersionScheme } from '../scheme.ts'
import { parsePep440, type Pep440 } from './pep440.ts'

// Versions from before PEP 440 sort before all others.
const LEGACY = '\u0001'
const STANDARD = '\u0002'

// Stage of a pre-release: only a `.dev` is the earliest, no stage the latest.
const ONLY_DEV = '\u0001'
const STAGES = { a: '\u0002', b: '\u0003', rc: '\u0004' } as const
const NO_STAGE = '\u0005'
// Marks for absent and present parts after a release; the order is reversed for `.dev`.
const ABSENT = '\u0001'
const PRESENT = '\u0002'
const NO_DEV = '\u0003'
const WORD = '\u0002'
const NUMBER = '\u0003'
const END = '\u0001'

/** Maturity words of versions from before PEP 440, in sortable spelling. */
const LEGACY_WORDS: Readonly<Record<string, string | undefined>> = {
  pre: 'c',
  preview: 'c',
  '-': 'final-',
  rc: 'c',
  dev: '@',
}

/**
 * Python: PEP 440, with older versions below it.
 * @see https://packaging.python.org/en/latest/specifications/version-specifiers/
 */
export const pypiScheme: VersionScheme = {
  key: pypiKey,
  isVersion: (version) => parsePep440(version) !== undefined,
  isPrerelease: (version) => {
    const parsed = parsePep440(version)
    return parsed !== undefined && (parsed.pre !== undefined || parsed.dev !== undefined)
  },
}

export function pypiKey(version: string): VersionKey {
  const parsed = parsePep440(version)
  return parsed === undefined ? LEGACY + legacyKey(version) : publicKey(parsed) + localKey(parsed.local)
}

/** Key of a version without its local part. */
export function publicKey({ epoch, release, pre, post, dev }: Pep440): VersionKey {
  let key = STANDARD + numberKey(epoch)
  let last = release.length
  while (last > 0 && isNought(release[last - 1] ?? '')) last -= 1
  for (let at = 0; at < last; at += 1) key += NUMBER + numberKey(release[at] ?? '')
  key += END
  if (pre !== undefined) key += STAGES[pre.stage] + numberKey(pre.number)
  else key += dev !== undefined && post === undefined ? ONLY_DEV : NO_STAGE
  key += post === undefined ? ABSENT : PRESENT + numberKey(post)
  return key + (dev === undefined ? NO_DEV : PRESENT + numberKey(dev))
}

function localKey(local: readonly string[]): VersionKey {
  let key = ''
  for (const part of local) key += isNumber(part) ? NUMBER + numberKey(part) : WORD + part + TEXT_END
  return key + END
}

/** Returns the setuptools order of versions from before PEP 440. */
function legacyKey(version: string): VersionKey {
  const parts: string[] = []
  for (const found of version.toLowerCase().match(/\d+|[a-z]+|\.|-|[^\da-z.-]+/g) ?? []) {
    const part = LEGACY_WORDS[found] ?? found
    if (part === '.') continue
    if (!isDigit(part.charCodeAt(0))) {
      if (part < 'final') while (parts.at(-1) === 'final-') parts.pop()
      while (isNought(parts.at(-1) ?? '1')) parts.pop()
    }
    parts.push(part)
  }
  let key = ''
  for (const part of [...parts, 'final']) key += isNumber(part) ? NUMBER + numberKey(part) : WORD + part + TEXT_END
  return key + END
}

function isNought(digits: string): boolean {
  for (let at = 0; at < digits.length; at += 1) if (digits[at] !== '0') return false
  return digits !== ''
}
