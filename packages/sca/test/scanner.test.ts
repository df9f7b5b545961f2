import { systemClock } from '@gatehouse/kernel'
import { describe, expect, onTestFinished, test } from 'vitest'
import { coverageOf, gateUnanalysed } from '@gatehouse/scan-engine/gate'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { createScaScanner, judgeInventory } from '../src/scanner.ts'
import { openAdvisories } from '../src/advisories/database.ts'
import { importAdvisories } from '../src/advisories/import.ts'
import { advisory, given, into, temporaryFolder } from './advisories/make.ts'
import { fixture } from './manifests/fixture.ts'

const project = {
  'package.json': fixture('project.package.json'),
  'package-lock.json': fixture('npm-v3.package-lock.json'),
}

const pollution = {
  id: 'GHSA-vh95-rmgr-6w4m',
  aliases: ['CVE-2020-7598'],
  modified: '2024-01-01T00:00:00Z',
  summary: 'Prototype Pollution in minimist',
  details: 'Arguments may change the prototype of objects.',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:L' }],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'minimist' },
      ranges: [
        { type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '0.2.1' }] },
        { type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.2.3' }] },
      ],
    },
  ],
  database_specific: { cwe_ids: ['CWE-1321'] },
}
/** Fixed later than the other one: the safe version must fix both. */
const worse = {
  id: 'GHSA-xvch-5gv4-984h',
  aliases: ['CVE-2021-44906'],
  modified: '2024-01-01T00:00:00Z',
  details: '## Impact\n\nKeys change the\nprototype. More follows.',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'minimist' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '0.2.4' }] }],
    },
  ],
}
const checkout = {
  id: 'GHSA-aaaa-bbbb-cccc',
  modified: '2024-01-01T00:00:00Z',
  affected: [
    {
      package: { ecosystem: 'GitHub Actions', name: 'actions/download-artifact' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '4.0.0' }, { fixed: '4.1.3' }] }],
    },
  ],
}

async function openMade(records: readonly unknown[]) {
  const folder = temporaryFolder()
  await importAdvisories({ ...into(folder), sources: [given(...records)] })
  const opened = openAdvisories({ folder })
  if (opened === undefined) throw new Error('Nothing was imported.')
  onTestFinished(opened.close)
  return opened
}

describe('the scanner of dependencies', () => {
  test('reports the vulnerability, the dependency path and the fix', async () => {
    const advisories = await openMade([pollution, worse])
    const scan = await runScan({
      tree: memoryTree(project),
      scanners: [createScaScanner({ advisories })],
      clock: systemClock,
    })
    expect(scan.gaps.map(({ reason }) => reason)).toEqual(['few_advisories'])
    expect(scan.observations).toMatchObject([
      {
        ruleId: 'GHSA-vh95-rmgr-6w4m',
        filePath: 'package-lock.json',
        severity: 'MEDIUM',
        title: 'minimist 0.0.8: Prototype Pollution in minimist',
        cveId: 'CVE-2020-7598',
        cweId: 'CWE-1321',
        identity: ['GHSA-vh95-rmgr-6w4m', 'pkg:npm/minimist'],
        metadata: {
          package: 'pkg:npm/minimist',
          version: '0.0.8',
          purl: 'pkg:npm/minimist@0.0.8',
          fixedVersion: '0.2.1',
          safeVersion: '0.2.4',
          dependencyPath: ['pkg:npm/mkdirp@0.5.1', 'pkg:npm/minimist@0.0.8'],
          roots: ['pkg:npm/mkdirp@0.5.1'],
          direct: false,
          scope: 'runtime',
          kev: false,
          cvss: 5.6,
        },
      },
      {
        ruleId: 'GHSA-xvch-5gv4-984h',
        severity: 'CRITICAL',
        title: 'minimist 0.0.8: Keys change the prototype.',
        metadata: { fixedVersion: '0.2.4', cvss: 9.8 },
      },
    ])
    const [first] = scan.observations
    const lines = project['package-lock.json'].split('\n')
    expect(lines[(first?.startLine ?? 0) - 1]).toContain('node_modules/minimist')
    expect(first?.description).toContain('Upgrade minimist to 0.2.4 or later')
    expect(first?.description).toContain('mkdirp@0.5.1 → minimist@0.0.8')
  })

  test('reports a coverage gap without imported advisories', async () => {
    const scan = await runScan({ tree: memoryTree(project), scanners: [createScaScanner()] })
    expect(scan.observations).toEqual([])
    expect(scan.gaps).toMatchObject([
      {
        scanner: 'SCA',
        reason: 'no_advisories',
        detail: expect.stringMatching(/ \(npm\) not looked up: .* Run `gatehouse vulndb import --ecosystem npm`\.$/),
      },
    ])
  })

  test('packages of an ecosystem without imported advisories close the gate', async () => {
    const advisories = await openMade([checkout])
    const tree = memoryTree({ ...project, 'requirements.txt': 'requests==2.19.0\n' })
    const scan = await runScan({ tree, scanners: [createScaScanner({ advisories })] })
    expect(scan.gaps).toMatchObject([
      {
        reason: 'no_advisories',
        ecosystems: ['npm', 'PyPI'],
        detail: expect.stringMatching(
          / \(npm, PyPI\) not looked up: .* do not cover these ecosystems\. .*--ecosystem npm,PyPI`\.$/,
        ),
      },
    ])
    expect(coverageOf(scan.gaps).blind).toHaveLength(1)
  })

  test('an ecosystem with few imported advisories is reported and closes no gate', async () => {
    const scanWith = async (count: number) => {
      const records = Array.from({ length: count }, (_, at) => advisory(`GHSA-few-${at}`, `package-${at}`, '1.0.0'))
      const advisories = await openMade(records)
      const { gaps } = await runScan({ tree: memoryTree(project), scanners: [createScaScanner({ advisories })] })
      return gaps
    }
    const gaps = await scanWith(1)
    expect(gaps).toMatchObject([
      {
        scanner: 'SCA',
        reason: 'few_advisories',
        ecosystems: ['npm'],
        detail:
          'npm: the database has advisories for 1 package, imported 2026-02-03. Known vulnerabilities of other ' +
          'packages are not reported. Run `gatehouse vulndb import --ecosystem npm`.',
      },
    ])
    expect(coverageOf(gaps)).toEqual({ gaps: 0, notRun: [], blind: [] })
    expect(await scanWith(99)).toHaveLength(1)
    expect(await scanWith(100)).toEqual([])
  })

  test('build steps without imported advisories are reported and close no gate', async () => {
    const advisories = await openMade([pollution])
    const workflow = 'on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v4\n'
    const tree = memoryTree({ ...project, '.github/workflows/a.yml': workflow })
    const { gaps } = await runScan({ tree, scanners: [createScaScanner({ advisories })] })
    expect(gaps).toMatchObject([
      { reason: 'not_covered', ecosystems: ['GitHub Actions'] },
      { reason: 'few_advisories', ecosystems: ['npm'] },
    ])
    expect(coverageOf(gaps)).toEqual({ gaps: 1, notRun: [], blind: [] })
  })

  test.each([
    ['package-lock.json', '{"lockfileVersion":3,'],
    ['poetry.lock', '[[[['],
    ['service/yarn.lock', 'a'.repeat(17 * 1024 * 1024)],
  ])('an unreadable %s closes the gate outside of tests', async (path, text) => {
    const unread = async (file: string) => {
      const { gaps } = await runScan({ tree: memoryTree({ [file]: text }), scanners: [createScaScanner()] })
      return gateUnanalysed(gaps, false)
    }
    expect(await unread(path)).toEqual({ files: 1, examples: [path] })
    expect(await unread(`tests/fixtures/${path}`)).toEqual({ files: 0, examples: [] })
  })

  test('reports that no file names a package', async () => {
    const scan = await runScan({ tree: memoryTree({ 'a.txt': 'x' }), scanners: [createScaScanner()] })
    expect(scan.gaps).toMatchObject([{ scanner: 'SCA', reason: 'nothing_analysed' }])
  })

  test('judges a stored inventory by new advisories as a scan would', async () => {
    const { inventory } = await runScan({ tree: memoryTree(project), scanners: [createScaScanner()] })
    const advisories = await openMade([worse])
    const judged = inventory === undefined ? [] : await judgeInventory(inventory, { advisories })
    expect(judged.map(({ ruleId }) => ruleId)).toEqual(['GHSA-xvch-5gv4-984h'])
  })

  test.each([
    ['v4', 0],
    ['v4.1.0', 1],
    ['v4.1.3', 0],
  ])('resolves the action tag %s to its version', async (tag, count) => {
    const advisories = await openMade([checkout])
    const tree = memoryTree({ '.github/workflows/ci.yml': `    - uses: actions/download-artifact@${tag}\n` })
    const scan = await runScan({ tree, scanners: [createScaScanner({ advisories })] })
    expect(scan.observations).toHaveLength(count)
  })

  test.each([
    ['# v4.1.2', 1],
    ['# tag=v4.1.2', 1],
    ['# actions/download-artifact@v4.1.2 (2024-02-26)', 1],
    ['# v4.1.3', 0],
    ['', 0],
    ['# pinned', 0],
  ])('treats an action pinned to a commit as an exact version, with the comment "%s"', async (comment, count) => {
    const advisories = await openMade([checkout])
    const uses = `    - uses: actions/download-artifact@${'0123456789'.repeat(4)} ${comment}\n`
    const tree = memoryTree({ '.github/workflows/ci.yml': uses })
    const scan = await runScan({ tree, scanners: [createScaScanner({ advisories })] })
    expect(scan.observations).toHaveLength(count)
    expect(scan.gaps.filter(({ reason }) => reason === 'unresolved_version')).toEqual([])
  })

  test('rejects a licence denied by the policy, once for each package', async () => {
    const scanner = createScaScanner({ licences: [{ deny: ['ISC', 'MIT'] }] })
    const scan = await runScan({ tree: memoryTree(project), scanners: [scanner] })
    const [minimist] = scan.observations.filter(({ title }) => title.startsWith('minimist'))
    expect(minimist).toMatchObject({
      ruleId: 'sca/licence-denied',
      severity: 'MEDIUM',
      metadata: { license: 'MIT', licenseVerdict: 'denied' },
    })
  })

  test('ends with the reason of the signal', async () => {
    const controller = new AbortController()
    controller.abort(new Error('paused'))
    const scanning = runScan({ tree: memoryTree(project), scanners: [createScaScanner()], signal: controller.signal })
    await expect(scanning).rejects.toThrow('paused')
  })
})
