import type { Purl } from '@gatehouse/formats'
import { type Ecosystem, ecosystemOf } from '../versions/ecosystems.ts'

/** A package as OSV names it. */
export interface PackageName {
  /** With its release for ecosystems with releases, e.g. `Debian:12`. */
  readonly ecosystem: string
  readonly name: string
}

/**
 * Normalizes a name to the canonical spelling of its registry. Unknown ecosystems keep theirs.
 * @param ecosystem an OSV name, with or without its release
 */
export function normaliseName(ecosystem: string, name: string): string {
  const known = ecosystemOf(ecosystem)
  const text = name.trim()
  return known === undefined ? text : (NORMAL[known]?.(text) ?? text)
}

/** Registries that treat several spellings as one name; all others are exact. */
const NORMAL: Readonly<Partial<Record<Ecosystem, (name: string) => string>>> = {
  PyPI: pypiName,
  'crates.io': (name) => name.toLowerCase().replaceAll('_', '-'),
  Go: goName,
  SwiftURL: swiftName,
  'GitHub Actions': actionName,
  Maven: (name) => name.replace('/', ':'),
  NuGet: lowerCase,
  Packagist: lowerCase,
  Hex: lowerCase,
  Pub: lowerCase,
}

function lowerCase(name: string): string {
  return name.toLowerCase()
}

/** PEP 503: lower case, and any run of `-`, `_` and `.` becomes one hyphen. */
function pypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-')
}

/** Module proxies write a capital letter as `!` plus the lower-case letter. */
function goName(name: string): string {
  return name.replace(/!([a-z])/g, (_escaped, letter: string) => letter.toUpperCase())
}

/** The host and path of a repository. */
function swiftName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\.git$/, '')
}

/** The repository, without the path of an action within it. */
function actionName(name: string): string {
  return name.toLowerCase().split('/').slice(0, 2).join('/')
}

/** OSV's names of distributions by the namespace of their package URLs. */
const DISTRIBUTIONS: Readonly<Record<string, string | undefined>> = {
  almalinux: 'AlmaLinux',
  alpine: 'Alpine',
  chainguard: 'Chainguard',
  debian: 'Debian',
  mageia: 'Mageia',
  minimos: 'MinimOS',
  openeuler: 'openEuler',
  opensuse: 'openSUSE',
  redhat: 'Red Hat',
  rocky: 'Rocky Linux',
  suse: 'SUSE',
  ubuntu: 'Ubuntu',
  wolfi: 'Wolfi',
}

/** Separators between the two parts of a name, other than a slash. */
const JOINTS: Readonly<Record<string, string | undefined>> = { maven: ':' }

/**
 * Converts a package URL to an OSV package; undefined for types without an OSV ecosystem. Packages of a distribution have its release only
 * when `distro` names one as `name-release`, e.g. `debian-12`.
 */
export function osvPackageOf(purl: Purl): PackageName | undefined {
  if (purl.type === 'deb' || purl.type === 'rpm' || purl.type === 'apk') return distributionPackage(purl)
  const ecosystem = ecosystemOf(purl.type)
  if (ecosystem === undefined) return undefined
  const name = purl.namespace === undefined ? purl.name : `${purl.namespace}${JOINTS[purl.type] ?? '/'}${purl.name}`
  return { ecosystem, name: normaliseName(ecosystem, name) }
}

function distributionPackage({ namespace, name, qualifiers }: Purl): PackageName | undefined {
  const key = namespace?.toLowerCase() ?? ''
  const ecosystem = Object.hasOwn(DISTRIBUTIONS, key) ? DISTRIBUTIONS[key] : undefined
  if (ecosystem === undefined) return undefined
  const distro = qualifiers?.['distro'] ?? ''
  const release = distro.startsWith(`${key}-`) ? distro.slice(key.length + 1) : ''
  return { ecosystem: release === '' ? ecosystem : `${ecosystem}:${RELEASES[ecosystem]?.(release) ?? release}`, name }
}

/** OSV's names of releases that differ from those in package URLs. */
const RELEASES: Readonly<Record<string, ((release: string) => string) | undefined>> = {
  Alpine: alpineRelease,
  // `redhat-8.10` belongs to `enterprise_linux:8`, whose repositories follow.
  'Red Hat': (release) => `enterprise_linux:${release.split('.', 1)[0] ?? ''}`,
}

/** OSV names `v3.20`, regardless of the patch version. */
function alpineRelease(release: string): string {
  const [major = '', minor = ''] = release.replace(/^v/, '').split('.')
  return `v${major}.${minor}`
}
