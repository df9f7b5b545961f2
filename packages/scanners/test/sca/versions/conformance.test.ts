import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Ecosystem } from '../../../src/sca/versions/ecosystems.ts'
import { compareKeys, compareVersions, parseVersion } from '../../../src/sca/versions/versions.ts'

/** Reference data that lies beside a checkout and is no part of it. */
const FOLDER = fileURLToPath(new URL('../../../../../../shared/data/conformance/versions/', import.meta.url))

const FILES: readonly (readonly [file: string, ecosystem: Ecosystem, lines: number])[] = [
  ['alpine-versions.txt', 'Alpine', 778],
  ['alpine-versions-generated.txt', 'Alpine', 13_979],
  ['cran-versions.txt', 'CRAN', 21],
  ['cran-versions-generated.txt', 'CRAN', 57],
  ['debian-versions.txt', 'Debian', 30],
  ['debian-versions-generated.txt', 'Debian', 14_442],
  ['hackage-versions.txt', 'Hackage', 11],
  ['maven-versions.txt', 'Maven', 90],
  ['maven-versions-generated.txt', 'Maven', 14_752],
  ['nuget-versions.txt', 'NuGet', 34],
  ['packagist-versions.txt', 'Packagist', 90],
  ['packagist-versions-generated.txt', 'Packagist', 10_630],
  ['pub-versions.txt', 'Pub', 98],
  ['pypi-versions.txt', 'PyPI', 32],
  ['pypi-versions-generated.txt', 'PyPI', 12_375],
  ['redhat-versions.txt', 'Red Hat', 160],
  ['rubygems-versions.txt', 'RubyGems', 24],
  ['rubygems-versions-generated.txt', 'RubyGems', 4_098],
  ['semver-versions.txt', 'npm', 84],
]

const SIGNS: Readonly<Record<string, number>> = { '<': -1, '=': 0, '>': 1 }

describe.skipIf(!existsSync(FOLDER))('Versions compare as their ecosystem says', () => {
  test.each(FILES)('%s', (file, ecosystem, atLeast) => {
    const lines = readFileSync(`${FOLDER}${file}`, 'utf8').split('\n').filter(isCase)
    expect(lines.length).toBeGreaterThanOrEqual(atLeast)
    expect(lines.filter((line) => !holds(ecosystem, line))).toEqual([])
  })
})

/** Lines that keys order otherwise, because the lines of their file are no order (see the schemes); all others agree. */
const CIRCULAR: Readonly<Record<string, number>> = {
  'maven-versions-generated.txt': 20,
  'packagist-versions.txt': 3,
}

describe.skipIf(!existsSync(FOLDER))('Keys sort as their ecosystem says', () => {
  test.each(FILES)('%s', (file, ecosystem) => {
    const lines = readFileSync(`${FOLDER}${file}`, 'utf8').split('\n').filter(isCase)
    const otherwise = lines.filter((line) => {
      const [a = '', sign = '', b = ''] = line.trim().split(' ')
      return compareKeys(parseVersion(ecosystem, a), parseVersion(ecosystem, b)) !== SIGNS[sign]
    })
    expect(otherwise).toHaveLength(CIRCULAR[file] ?? 0)
  })
})

function isCase(line: string): boolean {
  return line.trim() !== '' && !line.startsWith('#') && !line.startsWith('//')
}

function holds(ecosystem: Ecosystem, line: string): boolean {
  const [a = '', sign = '', b = ''] = line.trim().split(' ')
  const forth = Math.sign(compareVersions(ecosystem, a, b))
  const back = Math.sign(compareVersions(ecosystem, b, a))
  return forth === SIGNS[sign] && back === 0 - forth
}
