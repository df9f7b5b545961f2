import type { VersionKey } from '../keys.ts'
import type { VersionTest } from '../scheme.ts'
import { mavenKey } from '../schemes/maven.ts'
import { nugetKey } from '../schemes/nuget.ts'
import { semverParts } from '../schemes/semver.ts'

type KeyOf = (version: string) => VersionKey

/**
 * Maven's ranges, `[1.0,2.0),[3.0,)`. A bare version is a recommendation that every version meets.
 * @see https://maven.apache.org/pom.html#dependency-version-requirement-specification
 */
export function mavenRange(text: string): VersionTest | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (!trimmed.includes('[') && !trimmed.includes('(')) return trimmed.includes(',') ? undefined : () => true
  return intervals(trimmed, mavenKey)
}

/**
 * Parses NuGet's ranges: intervals, a bare version as the minimum, `1.2.*` as floating.
 * @see https://learn.microsoft.com/nuget/concepts/package-versioning#version-ranges
 */
export function nugetRange(text: string): VersionTest | undefined {
  const trimmed = text.trim()
  if (trimmed.includes('*')) return floating(trimmed)
  if (trimmed.startsWith('[') || trimmed.startsWith('(')) return intervals(trimmed, nugetKey)
  if (!/^v?\d/.test(trimmed) || trimmed.includes(',')) return undefined
  const least = nugetKey(trimmed)
  return (version) => nugetKey(version) >= least
}

/** Any of several intervals between commas. */
function intervals(text: string, key: KeyOf): VersionTest | undefined {
  const tests: VersionTest[] = []
  let at = 0
  while (at < text.length) {
    const end = closing(text, at)
    const test = end === -1 ? undefined : interval(text.slice(at, end + 1), key)
    if (test === undefined) return undefined
    tests.push(test)
    const next = /^\s*,\s*/.exec(text.slice(end + 1, end + 1 + SEPARATOR_UNITS_MAX))
    at = end + 1 + (next?.[0].length ?? 0)
    if (next === null && at < text.length) return undefined
  }
  return (version) => tests.some((test) => test(version))
}

/** Maximum length of the separator between two intervals; longer ones are not handwritten. */
const SEPARATOR_UNITS_MAX = 16

function closing(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === ']' || text[at] === ')') return at
  return -1
}

function interval(text: string, key: KeyOf): VersionTest | undefined {
  const opens = text[0]
  const closes = text.at(-1)
  if ((opens !== '[' && opens !== '(') || text.length < 2) return undefined
  const ends = text
    .slice(1, -1)
    .split(',')
    .map((end) => end.trim())
  if (ends.some((end) => /[[\]()]/.test(end)) || ends.length > 2) return undefined
  if (ends.length === 1)
    return opens === '[' && closes === ']' && ends[0] !== '' ? exactly(key, ends[0] ?? '') : undefined
  const [lower = '', upper = ''] = ends
  const from = lower === '' ? undefined : key(lower)
  const to = upper === '' ? undefined : key(upper)
  return (version) => {
    const input = key(version)
    const above = from === undefined || input > from || (opens === '[' && input === from)
    return above && (to === undefined || input < to || (closes === ']' && input === to))
  }
}

function exactly(key: KeyOf, version: string): VersionTest {
  const wanted = key(version)
  return (text) => key(text) === wanted
}

/** `1.2.*` matches releases, `1.2.*-*` and `1.2.0-*` also pre-releases. */
function floating(text: string): VersionTest | undefined {
  const found = /^((?:\d+\.)*)(?:\*|\d+-([0-9A-Za-z.-]*)\*)(-\*)?$/.exec(text)
  if (found === null) return undefined
  const prefix = (found[1] ?? '').split('.').filter((digits) => digits !== '')
  const stage = found[2]
  if (stage !== undefined) {
    const release = nugetKey(text.slice(0, text.indexOf('-')))
    const least = nugetKey(
      stage === '' ? `${text.slice(0, text.indexOf('-'))}-0` : text.slice(0, -1).replace(/[.-]+$/, ''),
    )
    return (version) => nugetKey(version) >= least && nugetKey(version) <= release
  }
  const prereleases = found[3] !== undefined
  return (version) => {
    const { numbers, prerelease } = semverParts(version)
    return (
      (prereleases || prerelease === '') && prefix.every((digits, at) => BigInt(numbers[at] ?? '0') === BigInt(digits))
    )
  }
}
