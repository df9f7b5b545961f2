import { numberKey } from '../keys.ts'
import { some, type VersionTest } from '../scheme.ts'
import { parsePep440, type Pep440 } from '../schemes/pep440.ts'
import { publicKey, pypiKey } from '../schemes/pypi.ts'
import { bumped, caretIndex } from './bump.ts'

const OPERATORS = ['===', '==', '!=', '~=', '<=', '>=', '<', '>', '^', '~'] as const
type Operator = (typeof OPERATORS)[number]

/** Parsed clause: its test, and whether it names a pre-release and thereby allows them. */
interface Clause {
  readonly test: (version: Pep440, text: string) => boolean
  readonly prereleases: boolean
}

/**
 * Parses PEP 440 specifiers, and also Poetry's `^`, `~`, `*` and `||`. Pre-releases match only a requirement that names one.
 * @see https://packaging.python.org/en/latest/specifications/version-specifiers/
 */
export function pypiRange(text: string): VersionTest | undefined {
  return some(text.split('||').map(specifierSet))
}

function specifierSet(text: string): VersionTest | undefined {
  const bare = text.trim().replace(/^\((.*)\)$/, '$1')
  const clauses = bare === '' || bare === '*' ? [] : bare.split(',').map((clause) => readClause(clause.trim()))
  if (clauses.includes(undefined)) return undefined
  const read = clauses.filter((clause) => clause !== undefined)
  const prereleases = read.some((clause) => clause.prereleases)
  return (version) => {
    const parsed = parsePep440(version)
    if (parsed === undefined) return read.length > 0 && read.every(({ test }) => test(NO_VERSION, version))
    if (isPrerelease(parsed) && !prereleases) return false
    return read.every(({ test }) => test(parsed, version))
  }
}

/** Placeholder for a version from before PEP 440: only `===` can match one. */
const NO_VERSION: Pep440 = { epoch: '', release: [], pre: undefined, post: undefined, dev: undefined, local: [] }

function readClause(clause: string): Clause | undefined {
  const written = OPERATORS.find((operator) => clause.startsWith(operator))
  const text = clause.slice(written?.length ?? 0).trim()
  const operator = written ?? '=='
  if (operator === '===') {
    const wanted = text.toLowerCase()
    return { test: (_version, input) => input.trim().toLowerCase() === wanted, prereleases: true }
  }
  if (text.endsWith('.*')) return prefixClause(operator, text.slice(0, -2))
  const version = parsePep440(text)
  if (version === undefined) return undefined
  const test = clauseTest(operator, version, text)
  // Excluding a pre-release does not allow others.
  const prereleases = operator !== '!=' && isPrerelease(version)
  return test && { test: (value) => value !== NO_VERSION && test(value), prereleases }
}

function prefixClause(operator: Operator, text: string): Clause | undefined {
  const version = parsePep440(text)
  if (version === undefined || isPrerelease(version) || version.post !== undefined) return undefined
  if (operator !== '==' && operator !== '!=') return undefined
  const wanted = operator === '=='
  return { test: (value) => value !== NO_VERSION && startsWith(value, version) === wanted, prereleases: false }
}

type Test = (value: Pep440) => boolean

function clauseTest(operator: Exclude<Operator, '==='>, version: Pep440, text: string): Test | undefined {
  return CLAUSES[operator](version, publicKey(version), text)
}

/** Tests by operator; undefined for an invalid version. */
const CLAUSES: Readonly<
  Record<Exclude<Operator, '==='>, (version: Pep440, limit: string, text: string) => Test | undefined>
> = {
  '==': same,
  '!=': (version, limit, text) => {
    const isSame = same(version, limit, text)
    return (value) => !isSame(value)
  },
  '<=': (_version, limit) => (value) => publicKey(value) <= limit,
  '>=': (_version, limit) => (value) => publicKey(value) >= limit,
  '<': (version, limit) => (value) =>
    publicKey(value) < limit && (isPrerelease(version) || !isPrerelease(value) || !sameRelease(value, version)),
  '>': (version, limit) => (value) =>
    publicKey(value) > limit &&
    (version.post !== undefined || value.post === undefined || !sameRelease(value, version)),
  '~=': (version, limit) => {
    if (version.release.length < 2) return undefined
    const prefix = { ...version, release: version.release.slice(0, -1) }
    return (value) => publicKey(value) >= limit && startsWith(value, prefix)
  },
  '^': (version, limit) => between(limit, version, bumped(version.release, caretIndex(version.release))),
  '~': (version, limit) => between(limit, version, bumped(version.release, Math.min(1, version.release.length - 1))),
}

/** The local part is compared only if the limit has one. */
function same(version: Pep440, limit: string, text: string): Test {
  if (version.local.length === 0) return (value) => publicKey(value) === limit
  const wanted = pypiKey(text)
  return (value) => pypiKey(spelling(value)) === wanted
}

function spelling({ epoch, release, pre, post, dev, local }: Pep440): string {
  const parts = [
    pre && `${pre.stage}${pre.number}`,
    post !== undefined && `.post${post}`,
    dev !== undefined && `.dev${dev}`,
  ]
  return `${epoch}!${release.join('.')}${parts.filter(Boolean).join('')}${local.length > 0 ? `+${local.join('.')}` : ''}`
}

function between(limit: string, version: Pep440, end: readonly string[]): Test {
  const upper = publicKey({ ...NO_VERSION, epoch: version.epoch, release: end, dev: '0' })
  return (value) => publicKey(value) >= limit && publicKey(value) < upper
}

function startsWith(pep440: Pep440, prefix: Pep440): boolean {
  if (numberKey(pep440.epoch) !== numberKey(prefix.epoch)) return false
  return prefix.release.every((digits, at) => numberKey(pep440.release[at] ?? '0') === numberKey(digits))
}

function sameRelease(a: Pep440, b: Pep440): boolean {
  return releaseKey(a) === releaseKey(b)
}

function releaseKey({ epoch, release }: Pep440): string {
  return publicKey({ ...NO_VERSION, epoch, release })
}

function isPrerelease({ pre, dev }: Pep440): boolean {
  return pre !== undefined || dev !== undefined
}
