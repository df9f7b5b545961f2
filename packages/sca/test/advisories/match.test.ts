import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type AdvisoryDatabase, openAdvisories } from '../../src/advisories/database.ts'
import { type ImportOptions, importAdvisories } from '../../src/advisories/import.ts'
import { smallestSafeUpgrade } from '../../src/osv/upgrade.ts'
import { advisory, given, into, temporaryFolder } from './make.ts'

const V3_HIGH = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }
const V3_CRITICAL = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }

describe('A version matches', () => {
  test('each vulnerability once, even if several databases describe it', async () => {
    const database = await databaseOf([
      advisory('GHSA-1', 'a', '1.2.0', { aliases: ['CVE-2026-0001'], severity: [V3_HIGH] }),
      advisory('NSWG-ECO-1', 'a', '1.3.0', { aliases: ['CVE-2026-0001'], severity: [V3_CRITICAL] }),
      advisory('OSV-7', 'a', '1.1.0', { aliases: ['GHSA-2'] }),
    ])
    const matches = database.match({ ecosystem: 'npm', name: 'a', version: '1.0.0' })
    expect(matches).toMatchObject([
      {
        id: 'GHSA-1',
        names: ['GHSA-1', 'CVE-2026-0001', 'NSWG-ECO-1'],
        records: ['GHSA-1', 'NSWG-ECO-1'],
        rating: { severity: 'CRITICAL', cvss: { score: 9.8 } },
        fixedVersions: ['1.2.0', '1.3.0'],
        malicious: false,
      },
      { id: 'GHSA-2', names: ['GHSA-2', 'OSV-7'], records: ['OSV-7'], rating: undefined, fixedVersions: ['1.1.0'] },
    ])
    expect(database.match({ ecosystem: 'npm', name: 'a', version: '1.2.5' })).toMatchObject([
      { id: 'GHSA-1', records: ['NSWG-ECO-1'] },
    ])
    expect(database.namesOf('CVE-2026-0001')).toEqual(['GHSA-1', 'CVE-2026-0001', 'NSWG-ECO-1'])
    expect(database.namesOf('CVE-0000-0000')).toEqual(['CVE-0000-0000'])
  })

  test('under a stable id before and after another database is imported', async () => {
    const own = advisory('PYSEC-1', 'a', '1.0.0', { aliases: ['CVE-2026-0001', 'GHSA-1'] })
    const folder = temporaryFolder()
    await importAdvisories({ ...into(folder), sources: [given(own)] })
    const before = open(folder).match({ ecosystem: 'npm', name: 'a', version: '0.1.0' })
    await importAdvisories({
      ...into(folder),
      update: true,
      sources: [given(advisory('GHSA-1', 'a', '1.0.0', { aliases: ['CVE-2026-0001'] }))],
    })
    const after = open(folder).match({ ecosystem: 'npm', name: 'a', version: '0.1.0' })
    expect([before[0]?.id, after[0]?.id]).toEqual(['GHSA-1', 'GHSA-1'])
  })

  test('by any spelling of the name of its package', async () => {
    const database = await databaseOf([
      { id: 'PYSEC-1', affected: [{ package: { ecosystem: 'PyPI', name: 'Zope.Interface' }, versions: ['1.0'] }] },
    ])
    expect(database.match({ ecosystem: 'PyPI', name: 'zope_interface', version: '1.0.0' })).toHaveLength(1)
    expect(database.match({ ecosystem: 'pypi', name: 'zope.interface', version: '1.0' })).toHaveLength(1)
    expect(database.match({ ecosystem: 'npm', name: 'zope-interface', version: '1.0' })).toHaveLength(0)
  })

  test.each([
    ['Debian:12', '1:1.0-1', 1],
    ['Debian:11', '1:1.0-1', 0],
    ['Debian:12', '1:2.0-1', 0],
    ['Debian', '1:1.0-1', 1],
    ['Ubuntu:12', '1:1.0-1', 0],
  ])('in the release of its distribution: %s %s', async (ecosystem, version, count) => {
    const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1:2.0-1' }] }]
    const database = await databaseOf([
      { id: 'DSA-1', affected: [{ package: { ecosystem: 'Debian:12', name: 'curl' }, ranges }] },
    ])
    expect(database.match({ ecosystem, name: 'curl', version })).toHaveLength(count)
  })

  test('as malicious if the record marks the package as malicious', async () => {
    const database = await databaseOf([
      {
        id: 'MAL-2026-1',
        aliases: ['GHSA-9'],
        affected: [
          { package: { ecosystem: 'npm', name: 'evil' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] },
        ],
      },
    ])
    expect(database.match({ ecosystem: 'npm', name: 'evil', version: '1.0.0' })).toMatchObject([
      { id: 'MAL-2026-1', malicious: true, rating: { severity: 'CRITICAL' }, fixedVersions: [] },
    ])
  })

  test('and an upgrade avoids vulnerabilities of the next version', async () => {
    const next = {
      package: { ecosystem: 'npm', name: 'a' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '1.2.0' }, { fixed: '1.2.1' }] }],
    }
    const database = await databaseOf([advisory('GHSA-1', 'a', '1.2.0'), { id: 'GHSA-2', affected: [next] }])
    const [match] = database.match({ ecosystem: 'npm', name: 'a', version: '1.0.0' })
    expect(match?.fixedVersions).toEqual(['1.2.0'])
    expect(smallestSafeUpgrade('npm', '1.0.0', database.affectedOf({ ecosystem: 'npm', name: 'a' }))).toBe('1.2.1')
  })

  test('with its whole record to read', async () => {
    const database = await databaseOf([
      advisory('GHSA-1', 'a', '1.0.0', { summary: 'Bad', details: 'é'.repeat(100_000) }),
    ])
    expect(database.record('GHSA-1')).toMatchObject({ summary: 'Bad', details: 'é'.repeat(100_000) })
    expect(database.record('GHSA-404')).toBeUndefined()
  })
})

describe('Signs of exploitation', () => {
  const KEV = {
    vulnerabilities: [
      { cveID: 'CVE-2026-0001', dateAdded: '2026-01-05', dueDate: '2026-01-26', knownRansomwareCampaignUse: 'Known' },
    ],
  }
  const EPSS =
    '#model_version:v2025.03.14,score_date:2026-01-01T00:00:00+0000\ncve,epss,percentile\nCVE-2026-0001,0.94321,0.99912\nCVE-2026-0002,0.00043,0.0923\nCVE-2026-0003,7,x\n'

  test('are added by the CVE of a match and persist through an update without them', async () => {
    const folder = temporaryFolder()
    const files = temporaryFolder()
    const kevPath = join(files, 'kev.json')
    const epssPath = join(files, 'epss.csv.gz')
    writeFileSync(kevPath, JSON.stringify(KEV))
    writeFileSync(epssPath, gzipSync(EPSS))
    const record = advisory('GHSA-1', 'a', '1.0.0', { aliases: ['CVE-2026-0001', 'CVE-2026-0002'] })
    await importAdvisories({ ...into(folder), sources: [given(record)], kevPath, epssPath })
    const { snapshot } = await importAdvisories({
      ...into(folder),
      update: true,
      sources: [given(advisory('GHSA-2', 'b', '1.0.0'))],
    })
    expect(snapshot).toMatchObject({ kev: 1, epss: 2 })
    const database = open(folder)
    expect(database.match({ ecosystem: 'npm', name: 'a', version: '0.1.0' })).toMatchObject([
      { kev: { dateAdded: '2026-01-05', ransomware: true }, epss: { score: 0.94321, percentile: 0.99912 } },
    ])
    expect(database.match({ ecosystem: 'npm', name: 'b', version: '0.1.0' })).toMatchObject([
      { kev: undefined, epss: undefined },
    ])
  })

  test.each([
    ['kevPath', '{"items": []}', 'Not a KEV catalogue'],
    ['kevPath', 'not JSON', 'Not a KEV catalogue'],
    ['epssPath', 'a,b,c\n', 'Not an EPSS file'],
    ['epssPath', '', 'Not an EPSS file'],
  ] as const)('are rejected from an invalid file: %s %s', async (option, text, reason) => {
    const path = join(temporaryFolder(), 'file')
    writeFileSync(path, text)
    const options: ImportOptions = {
      ...into(temporaryFolder()),
      sources: [given(advisory('GHSA-1', 'a', '1.0.0'))],
      [option]: path,
    }
    await expect(importAdvisories(options)).rejects.toThrow(reason)
  })
})

async function databaseOf(records: readonly object[]): Promise<AdvisoryDatabase> {
  const folder = temporaryFolder()
  const report = await importAdvisories({ ...into(folder), sources: [given(...records)] })
  expect(report.reasons).toEqual([])
  return open(folder)
}

function open(folder: string): AdvisoryDatabase {
  const database = openAdvisories({ folder })
  if (database === undefined) throw new Error('nothing was imported')
  onTestFinished(database.close)
  return database
}
