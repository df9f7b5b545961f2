import { expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import type { FoundAdvisory } from '../../src/advisories/npm/audit.ts'
import { packagesInTree, treeNodes } from '../../src/advisories/npm/asked.ts'
import { REPORT_UNITS_MAX, treeReport } from '../../src/advisories/npm/report.ts'

/** A vulnerability that all of these versions have. */
function found(id: number, versions: readonly string[]): FoundAdvisory {
  const cvss = { score: 0, vectorString: null }
  return {
    name: 'left',
    versions,
    record: undefined,
    match: {
      id: `A-${id}`,
      names: [],
      records: [],
      rating: undefined,
      fixedVersions: ['9.0.0'],
      affected: [],
      malicious: false,
      kev: undefined,
      epss: undefined,
    },
    shown: { id, url: 'https://a.example', title: 't', severity: 'high', vulnerable_versions: '<9', cwe: [], cvss },
  }
}

/** Returns a tree of some MB in which every package has the maximum path depth. */
function deepTree(count: number, versions: readonly string[]): unknown {
  const wrapped = Array.from({ length: count }, (_, at): readonly [string, unknown] => [
    `w${at}`,
    { dependencies: { left: { version: versions[at % versions.length], dev: at % 2 === 0 } } },
  ])
  let tree: unknown = { dependencies: Object.fromEntries(wrapped) }
  for (let depth = 0; depth < 16; depth += 1) tree = { dependencies: { ['d'.repeat(250)]: tree } }
  return tree
}

test('The report of a multi-megabyte tree stays bounded in size and time', () => {
  const versions = Array.from({ length: 400 }, (_, at) => `1.0.${at}`)
  const places = treeNodes(deepTree(100_000, versions))
  expect([places.length, packagesInTree(places).get('left')?.size]).toEqual([100_000, 400])
  const all = [1, 2, 3, 4, 5, 6].map((id) => found(id, versions))
  const effort_ms = startEffort()
  const report = treeReport(all, places)
  const ms = effort_ms()
  const findings = Object.values(report.advisories).flatMap((item) => item.findings)
  const units = findings.reduce((sum, { paths }) => sum + paths.reduce((more, path) => more + path.length, 0), 0)
  expect(units).toBeLessThan(REPORT_UNITS_MAX + 100_000)
  expect(findings.every(({ paths }) => paths.length > 0)).toBe(true)
  expect(report.metadata.vulnerabilities.high).toBe(600_000)
  expect(ms).toBeLessThan(15_000)
})

test('Small reports list all dependency paths', () => {
  const places = treeNodes(deepTree(3, ['1.0.0', '1.0.1']))
  const { advisories } = treeReport([found(7, ['1.0.0', '1.0.1'])], places)
  expect(advisories['7']?.findings.map(({ version, paths, dev }) => [version, paths.length, dev])).toEqual([
    ['1.0.0', 2, true],
    ['1.0.1', 1, false],
  ])
})
