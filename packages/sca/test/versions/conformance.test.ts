import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Ecosystem } from '../../src/versions/ecosystems.ts'
import { compareKeys, compareVersions, parseVersion } from '../../src/versions/versions.ts'

/** Chains such as `1.0 < 1.1 < 2.0`, one per line; `data/README.md` names source and license. */
const FOLDER = fileURLToPath(new URL('./data/', import.meta.url))

const FILES: readonly (readonly [file: string, ecosystem: Ecosystem, lines: number])[] = [
  ['alpine-versions.txt', 'Alpine', 778],
  ['alpine-versions-generated.gz', 'Alpine', 13_979],
  ['cran-versions.txt', 'CRAN', 21],
  ['cran-versions-generated.gz', 'CRAN', 57],
  ['debian-versions.txt', 'Debian', 30],
  ['debian-versions-generated.gz', 'Debian', 14_442],
  ['hackage-versions.txt', 'Hackage', 11],
  ['maven-versions.txt', 'Maven', 102],
  ['maven-versions-generated.gz', 'Maven', 14_752],
  ['nuget-versions.txt', 'NuGet', 35],
  ['packagist-versions.txt', 'Packagist', 95],
  ['packagist-versions-generated.gz', 'Packagist', 10_630],
  ['pub-versions.txt', 'Pub', 100],
  ['pypi-versions.txt', 'PyPI', 37],
  ['pypi-versions-generated.gz', 'PyPI', 12_375],
  ['redhat-versions.txt', 'Red Hat', 165],
  ['rubygems-versions.txt', 'RubyGems', 25],
  ['rubygems-versions-generated.gz', 'RubyGems', 4_098],
  ['semver-versions.txt', 'npm', 86],
]

const SIGNS: Readonly<Record<string, number>> = { '<': -1, '=': 0, '>': 1 }

describe('compareVersions follows the order of the ecosystem', () => {
  test.each(FILES)('%s', (file, ecosystem, count) => {
    const pairs = readPairs(file)
    expect(pairs).toHaveLength(count)
    expect(pairs.filter((pair) => !holds(ecosystem, pair))).toEqual([])
  })
})

/** Pairs that keys order differently, because their file contains a cycle (see the schemes); all others agree. */
const CIRCULAR: Readonly<Record<string, number>> = {
  'maven-versions-generated.gz': 20,
  'packagist-versions.txt': 3,
}

describe('sort keys follow the order of the ecosystem', () => {
  test.each(FILES)('%s', (file, ecosystem) => {
    const otherwise = readPairs(file).filter(
      ([a, sign, b]) => compareKeys(parseVersion(ecosystem, a), parseVersion(ecosystem, b)) !== SIGNS[sign],
    )
    expect(otherwise).toHaveLength(CIRCULAR[file] ?? 0)
  })
})

type Pair = readonly [a: string, sign: string, b: string]

function readPairs(file: string): Pair[] {
  const bytes = readFileSync(`${FOLDER}${file}`)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.trimEnd().split('\n').flatMap(pairsOf)
}

function pairsOf(chain: string): Pair[] {
  const words = chain.split(' ')
  const count = (words.length - 1) / 2
  return Array.from({ length: count }, (_, index): Pair => {
    const [a = '', sign = '', b = ''] = words.slice(index * 2, index * 2 + 3)
    return [a, sign, b]
  })
}

function holds(ecosystem: Ecosystem, [a, sign, b]: Pair): boolean {
  const forth = Math.sign(compareVersions(ecosystem, a, b))
  const back = Math.sign(compareVersions(ecosystem, b, a))
  return forth === SIGNS[sign] && back === 0 - forth
}
