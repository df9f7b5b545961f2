import { alpineScheme } from './schemes/alpine.ts'
import { conanScheme } from './schemes/conan.ts'
import { debianScheme } from './schemes/debian.ts'
import { golangScheme } from './schemes/golang.ts'
import { mavenScheme } from './schemes/maven.ts'
import { nugetScheme } from './schemes/nuget.ts'
import { cranScheme, hackageScheme } from './schemes/numbers.ts'
import { packagistScheme } from './schemes/packagist.ts'
import { pubScheme } from './schemes/pub.ts'
import { pypiScheme } from './schemes/pypi.ts'
import { redhatScheme } from './schemes/redhat.ts'
import { rubygemsScheme } from './schemes/rubygems.ts'
import { semverScheme } from './schemes/semver.ts'
import { tagScheme } from './schemes/tags.ts'
import type { VersionScheme } from './scheme.ts'
import { composerRange } from './ranges/composer.ts'
import { mavenRange, nugetRange } from './ranges/intervals.ts'
import { cargoRange, npmRange } from './ranges/npm.ts'
import { pypiRange } from './ranges/pypi.ts'
import { rubygemsRange } from './ranges/rubygems.ts'
import { conanRange, hexRange, pubRange } from './ranges/words.ts'

/**
 * All ecosystems with a known version order, by OSV name.
 * @see https://ossf.github.io/osv-schema/#defined-ecosystems
 */
const SCHEMES = {
  AlmaLinux: redhatScheme,
  Alpaquita: alpineScheme,
  Alpine: alpineScheme,
  'BellSoft Hardened Containers': alpineScheme,
  Bioconductor: semverScheme,
  Bitnami: semverScheme,
  Chainguard: alpineScheme,
  CocoaPods: { ...rubygemsScheme, range: rubygemsRange },
  ConanCenter: { ...conanScheme, range: conanRange },
  CRAN: cranScheme,
  'crates.io': { ...semverScheme, range: cargoRange },
  Debian: debianScheme,
  Echo: debianScheme,
  GHC: hackageScheme,
  'GitHub Actions': tagScheme,
  Go: golangScheme,
  Hackage: hackageScheme,
  Hex: { ...semverScheme, range: hexRange },
  Julia: semverScheme,
  Mageia: redhatScheme,
  Maven: { ...mavenScheme, range: mavenRange },
  MinimOS: alpineScheme,
  npm: { ...semverScheme, range: npmRange },
  NuGet: { ...nugetScheme, range: nugetRange },
  openEuler: redhatScheme,
  openSUSE: redhatScheme,
  Packagist: { ...packagistScheme, range: composerRange },
  Photon: redhatScheme,
  Pub: { ...pubScheme, range: pubRange },
  PyPI: { ...pypiScheme, range: pypiRange },
  'Red Hat': redhatScheme,
  'Rocky Linux': redhatScheme,
  RubyGems: { ...rubygemsScheme, range: rubygemsRange },
  SUSE: redhatScheme,
  SwiftURL: tagScheme,
  Ubuntu: debianScheme,
  Wolfi: alpineScheme,
} as const satisfies Record<string, VersionScheme>

/** Ecosystem with ordered versions, e.g. `npm`, `PyPI`, `Debian`. */
export type Ecosystem = keyof typeof SCHEMES

/** All of them, in the order of their names. */
export const ECOSYSTEMS = Object.keys(SCHEMES) as readonly string[] as readonly Ecosystem[]

/** Package URL types that identify the ecosystem. */
const OF_PURL_TYPE: Readonly<Record<string, Ecosystem>> = {
  apk: 'Alpine',
  cargo: 'crates.io',
  cocoapods: 'CocoaPods',
  composer: 'Packagist',
  conan: 'ConanCenter',
  cran: 'CRAN',
  deb: 'Debian',
  gem: 'RubyGems',
  github: 'GitHub Actions',
  githubactions: 'GitHub Actions',
  golang: 'Go',
  hackage: 'Hackage',
  hex: 'Hex',
  julia: 'Julia',
  maven: 'Maven',
  npm: 'npm',
  nuget: 'NuGet',
  pub: 'Pub',
  pypi: 'PyPI',
  rpm: 'Red Hat',
  swift: 'SwiftURL',
}

const BY_NAME: ReadonlyMap<string, Ecosystem> = new Map([
  ...Object.entries(OF_PURL_TYPE),
  ...ECOSYSTEMS.map((ecosystem) => [ecosystem.toLowerCase(), ecosystem] as const),
])

/**
 * Returns the ecosystem of a name: an OSV name with or without its release (`Debian:12`), or a package URL type. Undefined when the
 * version order is unknown.
 */
export function ecosystemOf(name: string): Ecosystem | undefined {
  return BY_NAME.get(name.split(':', 1)[0]?.trim().toLowerCase() ?? '')
}

export function schemeOf(ecosystem: Ecosystem): VersionScheme {
  return SCHEMES[ecosystem]
}
