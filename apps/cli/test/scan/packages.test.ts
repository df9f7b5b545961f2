import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Io } from '../../src/command.ts'
import { run } from '../../src/program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scan-packages-'))
  mkdirSync(join(folder, 'app'))
  put('app/package.json', { name: 'shop', version: '2.0.0', dependencies: { outer: '^1.0.0' } })
  put('app/package-lock.json', {
    name: 'shop',
    version: '2.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'shop', version: '2.0.0', dependencies: { outer: '^1.0.0' } },
      'node_modules/outer': { version: '1.0.0', license: 'MIT', dependencies: { inner: '^3.1.0' } },
      'node_modules/inner': { version: '3.1.4', license: 'Apache-2.0' },
    },
  })
  put('advisories.jsonl', {
    schema_version: '1.6.0',
    id: 'GHSA-aaaa-bbbb-cccc',
    aliases: ['CVE-2026-1111'],
    modified: '2026-01-02T00:00:00Z',
    published: '2026-01-01T00:00:00Z',
    summary: 'inner runs what it is given',
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [
      {
        package: { ecosystem: 'npm', name: 'inner' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '3.0.0' }, { fixed: '3.2.0' }] }],
      },
    ],
  })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, value: object): void {
  writeFileSync(join(folder, path), `${JSON.stringify(value)}\n`)
}
async function gatehouse(...args: string[]) {
  let [out, err] = ['', '']
  const io: Io = {
    env: { GATEHOUSE_DATA_DIR: join(folder, 'data') },
    cwd: folder,
    stdin: (async function* () {})(),
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    untilStopped: () => new Promise(() => undefined),
  }
  return { code: await run(args, io), out, err }
}

describe('packages', () => {
  test('the report shows number and age of the advisories, and warns of few', async () => {
    await gatehouse('vulndb', 'import', 'advisories.jsonl')
    const { out } = await gatehouse('scan', 'app', '--type', 'SCA_ONLY')
    expect(out).toMatch(/^Advisories: npm: advisories for 1 package, imported \d{4}-\d\d-\d\d\.$/m)
    expect(out).toContain('  npm: the database has advisories for 1 package, imported ')
    const { out: json } = await gatehouse('scan', 'app', '--format', 'json')
    expect(JSON.parse(json)).toMatchObject({
      advisoryCoverage: { ecosystems: [{ ecosystem: 'npm', packages: 1 }] },
      gaps: expect.arrayContaining([expect.objectContaining({ reason: 'few_advisories' })]),
    })
    const gated = await gatehouse('scan', 'app', '--type', 'SCA_ONLY', '--gate', '9,9,9,9')
    expect([gated.code, gated.out]).toEqual([0, expect.stringContaining('Build gate: PASSED')])
  })

  test('without advisories are listed but not assessed, which does not pass', async () => {
    const { code, out } = await gatehouse('scan', 'app')
    expect(code).toBe(2)
    expect(out).toContain('Run `gatehouse vulndb import --ecosystem npm`.')
    expect((await gatehouse('scan', 'app', '--type', 'SECRETS_ONLY')).code).toBe(0)
  })

  test('with advisories report a vulnerable package with its dependency path and fixed version', async () => {
    expect((await gatehouse('vulndb', 'import', 'advisories.jsonl')).code).toBe(0)
    const { code, out } = await gatehouse('scan', 'app', '--format', 'json')
    expect(code).toBe(1)
    const report = JSON.parse(out) as { findings: object[]; advisories: string }
    expect(report.findings).toMatchObject([
      {
        scanner: 'SCA',
        severity: 'CRITICAL',
        cveId: 'CVE-2026-1111',
        filePath: 'package-lock.json',
        metadata: { package: 'pkg:npm/inner', version: '3.1.4', fixedVersion: '3.2.0' },
      },
    ])
    expect(JSON.stringify(report.findings)).toContain('pkg:npm/outer@1.0.0')
    expect(report.advisories).toMatch(/./)
  })
})

test('a known malicious package is critical, regardless of reachability', async () => {
  const versions = { package: { ecosystem: 'npm', name: 'inner' }, versions: ['3.1.4'] }
  put('attack.jsonl', {
    id: 'MAL-2026-77',
    modified: '2026-01-02T00:00:00Z',
    summary: 'Malicious code in inner',
    affected: [versions],
  })
  put('app/main.js', {})
  await gatehouse('vulndb', 'import', 'attack.jsonl')
  const { code, out } = await gatehouse('scan', 'app', '--type', 'SCA_ONLY', '--format', 'json')
  expect(code).toBe(1)
  const { scanners, findings } = JSON.parse(out) as { scanners: string[]; findings: { seenBy: string[] }[] }
  expect(scanners).toEqual(['SCA', 'MALICIOUS_PKG'])
  expect(findings).toMatchObject([{ severity: 'CRITICAL', ruleId: expect.stringContaining('MAL-2026-77') }])
  expect(new Set(findings.flatMap(({ seenBy }) => seenBy))).toContain('MALICIOUS_PKG')
  const { statements } = JSON.parse((await gatehouse('vex', 'app')).out) as { statements: object[] }
  expect(statements).toMatchObject([{ status: 'affected', vulnerability: { name: 'MAL-2026-77' } }])
})

describe('a bill of materials', () => {
  test.each([
    ['cyclonedx', /"specVersion": "1\.5"/],
    ['spdx', /"spdxVersion": "SPDX-2\.3"/],
  ])('as %s names every package with its dependencies', async (format, form) => {
    const { code, out, err } = await gatehouse('sbom', 'app', '--format', format, '--project-version', '2.0.0')
    expect([code, err]).toEqual([0, '2 packages from 1 file\n'])
    expect(out).toMatch(form)
    for (const text of ['pkg:npm/outer@1.0.0', 'pkg:npm/inner@3.1.4', '"MIT"', 'Apache-2.0'])
      expect(out).toContain(text)
  })

  test('is written to a file under the given name', async () => {
    const { out } = await gatehouse('sbom', 'app', '--name', 'storefront', '--output', 'bom.json')
    expect(out).toBe('')
    const { metadata } = JSON.parse(readFileSync(join(folder, 'bom.json'), 'utf8')) as { metadata: object }
    expect(metadata).toMatchObject({ component: { name: 'storefront' } })
  })
})
