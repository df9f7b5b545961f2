import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '@gatehouse/contracts/scans'
import { readScanInventory } from '@gatehouse/store/findings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { unpackInventory } from '../../src/jobs/shard-results.ts'
import { scanned } from '../scans.ts'
import { type Answer, makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { JINJA, know, MINIMIST, NPM, PYTHON } from './known.ts'

const WORKER = { idle_ms: 50 }
let dataDir: string
let service: Served
let ann: Person
let snapshot: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-dependencies-'))
  const [kevPath, epssPath] = [join(dataDir, 'kev.json'), join(dataDir, 'epss.csv')]
  const entry = {
    cveID: 'CVE-2020-7598',
    dateAdded: '2026-01-02',
    dueDate: '2026-02-02',
    knownRansomwareCampaignUse: 'Unknown',
  }
  writeFileSync(kevPath, JSON.stringify({ catalogVersion: '1', vulnerabilities: [entry] }))
  writeFileSync(epssPath, 'cve,epss,percentile\nCVE-2020-7598,0.42,0.9\nCVE-2020-28493,0.01,0.5\n')
  snapshot = await know(dataDir, [MINIMIST, JINJA], { kevPath, epssPath })
  service = await serve({ worker: WORKER, dataDir })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
})
afterAll(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function findings(scan: Answer['body'], query = '', on = service, person = ann): Promise<Finding[]> {
  const { status, body } = await send(
    `${on.url}/api/scans/${String(scan['id'])}/findings${query}`,
    'GET',
    undefined,
    person.key,
  )
  expect(status).toBe(200)
  return body['findings'] as Finding[]
}

const CODE = { 'index.js': "import mkdirp from 'mkdirp'\nmkdirp('x')\n", 'README.md': 'A shop.' }

proves(
  [
    'appsec:findings.metadata-package',
    'appsec:findings.confidence',
    'appsec:service.scan-types',
    'appsec:service.triage',
    'appsec:findings.triage-follows',
  ],
  'a full scan looks up the packages of all lock files, and reports all known vulnerability data',
  async () => {
    const scan = await scanned(service, ann, { ...NPM, ...PYTHON, ...CODE }, { scanType: 'FULL', branch: 'main' })
    expect(scan).toMatchObject({
      status: 'COMPLETED',
      scanType: 'FULL',
      advisories: snapshot,
      advisoryCoverage: {
        importedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        ecosystems: [
          { ecosystem: 'PyPI', packages: 1 },
          { ecosystem: 'npm', packages: 2 },
        ],
      },
      criticalCount: 2,
      scannerProgress: { SECRETS_PATTERN: { status: 'COMPLETED' }, SCA: { status: 'COMPLETED', findingsCount: 2 } },
    })
    const packed = await readScanInventory(service.store, {
      id: String(scan['id']),
      organizationId: ann.organizationId,
    })
    const names = unpackInventory(packed!).components.map(({ purl }) => purl)
    expect([names.length, names]).toEqual([
      scan['depsScanned'],
      expect.arrayContaining(['pkg:npm/minimist@0.0.8', 'pkg:pypi/jinja2@2.11.2', 'pkg:pypi/markupsafe@1.1.1']),
    ])
    const found = await findings(scan, '?scanner=SCA&severity=CRITICAL&sort=title')
    expect(found).toMatchObject([
      {
        title: 'jinja2 2.11.2: jinja2 before 2.11.3 is weak',
        cveId: 'CVE-2020-28493',
        filePath: 'tools/poetry.lock',
        metadata: { package: 'pkg:pypi/jinja2', direct: true, scope: 'runtime', kev: false, epss: 0.01 },
      },
      {
        cveId: 'CVE-2020-7598',
        cweId: 'CWE-1321',
        ruleId: 'GHSA-vh95-rmgr-6w4m',
        filePath: 'package-lock.json',
        confidence: 1,
        metadata: {
          package: 'pkg:npm/minimist',
          version: '0.0.8',
          fixedVersion: '0.2.1',
          dependencyPath: ['pkg:npm/mkdirp@0.5.1', 'pkg:npm/minimist@0.0.8'],
          reachable: true,
          importedAt: { path: 'index.js', line: 1 },
          license: 'MIT',
          epss: 0.42,
          kev: true,
          cvss: 9.8,
          direct: false,
          scope: 'runtime',
        },
      },
    ])
    for (const { confidence } of await findings(scan)) {
      expect(confidence >= 0 && confidence <= 1).toBe(true)
    }
    // The name of a package and the number of a vulnerability are found.
    for (const word of ['minimist', 'cve-2020-7598', 'GHSA-vh95']) {
      expect((await findings(scan, `?search=${word}`)).map(({ ruleId }) => ruleId)).toEqual(['GHSA-vh95-rmgr-6w4m'])
    }
    // Skipped scanners are reported, also by the gate.
    expect((await findings(scan, '?severity=INFO')).map(({ ruleId }) => ruleId)).toContain('coverage/not-run')
    expect(scan['gateReasons']).toContain(
      '2 scanners did not run: CONTAINER, ZERO_DAY. This version does not include them.',
    )

    const result = { status: 'ACCEPTED_RISK', statusNote: 'A tool of ours.' }
    await send(`${service.url}/api/findings/${found[1]!.id}`, 'PATCH', result, ann.key)
    const fields = { projectId: String(scan['projectId']), branch: 'main' }
    // The lock file has moved, and npm has rewritten it.
    const moved = {
      'web/package.json': NPM['package.json'],
      'web/package-lock.json': `\n\n${NPM['package-lock.json']}`,
    }
    const second = await scanned(service, ann, { ...moved, ...PYTHON, ...CODE }, { ...fields, scanType: 'SCA_ONLY' })
    expect([second['criticalCount'], Object.keys(second['scannerProgress'] as object)]).toEqual([
      1,
      expect.arrayContaining(['SCA']),
    ])
    const repeated = await findings(second, '?search=minimist')
    expect(repeated).toMatchObject([
      { ...result, fingerprint: found[1]!.fingerprint, isNew: false, filePath: 'web/package-lock.json' },
    ])
  },
)

proves(
  'appsec:rules.incremental-manifests',
  'an incremental scan looks up all packages if a manifest has changed, and otherwise none',
  async () => {
    const files = { ...NPM, ...CODE }
    const first = await scanned(service, ann, files, { scanType: 'FULL', branch: 'main' })
    const fields = { scanType: 'INCREMENTAL', projectId: String(first['projectId']), branch: 'main' }
    const code = await scanned(service, ann, { ...files, 'README.md': 'Another shop.' }, fields)
    expect(code).toMatchObject({
      status: 'COMPLETED',
      filesScanned: 1,
      depsScanned: 0,
      advisories: null,
      advisoryCoverage: null,
      criticalCount: 0,
    })
    expect(Object.keys(code['scannerProgress'] as object).toSorted()).toEqual(['SAST_PATTERN', 'SECRETS_PATTERN'])
    // The lock file next to it and the importing code are unchanged.
    const manifest = `${NPM['package.json']}\n`
    const changed = await scanned(service, ann, { ...files, 'package.json': manifest }, fields)
    expect(changed).toMatchObject({
      filesScanned: 1,
      depsScanned: first['depsScanned'],
      advisories: snapshot,
      criticalCount: 1,
    })
    expect(await findings(changed, '?scanner=SCA&severity=CRITICAL')).toMatchObject([
      { isNew: false, metadata: { reachable: true } },
    ])
    // A lock file that is gone is a change, too.
    const { 'package-lock.json': _gone, ...left } = files
    const without = await scanned(service, ann, left, fields)
    expect(Object.keys(without['scannerProgress'] as object)).toContain('SCA')
    expect(without['criticalCount']).toBe(0)
  },
)

test('an incremental scan rescans files that only other scanners have covered', async () => {
  const secret = { 'a.env': ['GITLAB_TOKEN=glpat', 'x7Kq2mVb9RtLw4ZsJd3H\n'].join('-') }
  const files = { ...NPM, ...CODE, ...secret }
  const packages = await scanned(service, ann, files, { scanType: 'SCA_ONLY', branch: 'main' })
  const fields = { projectId: String(packages['projectId']), branch: 'main' }
  const changes = await scanned(service, ann, files, { ...fields, scanType: 'INCREMENTAL' })
  expect(changes).toMatchObject({ filesScanned: Object.keys(files).length, depsScanned: 0 })
  expect(await findings(changes, '?filePath=a.env')).toHaveLength(1)
  // Packages that were never scanned are scanned, regardless of other scans; so is code that was never analysed.
  const other = await scanned(service, ann, files, { scanType: 'SECRETS_ONLY', branch: 'main' })
  const own = { projectId: String(other['projectId']), branch: 'main', scanType: 'INCREMENTAL' }
  expect(await scanned(service, ann, files, own)).toMatchObject({
    filesScanned: Object.keys(files).length,
    depsScanned: packages['depsScanned'],
  })
})

test('a scan type without files completes, so that the next scan is compared with it', async () => {
  const first = await scanned(service, ann, CODE, { scanType: 'FULL', branch: 'main' })
  expect(first['scannerProgress']).toMatchObject({ SCA: { status: 'COMPLETED', filesTotal: 0 } })
  const fields = { scanType: 'FULL', projectId: String(first['projectId']), branch: 'main' }
  // In between, a scan of other things: packages are compared with the last scan of packages.
  await scanned(service, ann, CODE, { ...fields, scanType: 'SECRETS_ONLY' })
  const second = await scanned(service, ann, { ...NPM, ...CODE }, fields)
  expect(second['gateReasons']).toContainEqual(expect.stringContaining('1 new finding'))
  expect(await findings(second, '?severity=CRITICAL')).toMatchObject([{ isNew: true }])
  // The project's card shows both, regardless of the order.
  await scanned(service, ann, { ...NPM, ...CODE }, { ...fields, scanType: 'SECRETS_ONLY' })
  const { body } = await send(`${service.url}/api/projects/${fields.projectId}`, 'GET', undefined, ann.key)
  expect(body['card']).toMatchObject({ grade: 'F', counts: { critical: 1 } })
})

test('a scan without advisories reports a coverage gap and never passes', async () => {
  const bare = await serve({ worker: WORKER })
  try {
    const eve = await makePerson(bare.store, await makeOrganization(bare.store), 'DEVELOPER')
    const scan = await scanned(bare, eve, { ...NPM }, { scanType: 'SCA_ONLY' })
    expect(scan).toMatchObject({ status: 'COMPLETED', advisories: null, criticalCount: 0 })
    expect(scan['depsScanned']).toBeGreaterThan(0)
    const reported = await findings(scan, '?search=no-advisories&sort=scanner', bare, eve)
    expect(reported).toMatchObject([
      {
        severity: 'INFO',
        scanner: 'SCA',
        title: 'Dependency analysis incomplete: no advisories imported',
        description: expect.stringMatching(
          / \(npm\) not looked up: no advisories are imported\. Choose Import advisories /,
        ),
      },
    ])
    expect(reported).toHaveLength(1)
    expect(scan['gateResult']).toBe('FAILED')
    expect(scan['gateReasons']).toEqual([expect.stringContaining('`gatehouse vulndb import --ecosystem npm`')])
  } finally {
    await bare.close()
  }
})

proves(
  'appsec:finding.extras',
  'licences are checked against the security policies of that category, with their severity',
  async () => {
    const eve = await makePerson(service.store, await makeOrganization(service.store), 'SECURITY')
    const policy = (body: object) => send(`${service.url}/api/settings/policies`, 'POST', body, eve.session)
    const rule = 'We ship to customers.\nDeny: MIT, GPL-*\nallow: ISC, MIT'
    await policy({ name: 'No MIT', rule, category: 'License', severity: 'HIGH' })
    await policy({ name: 'Words', rule: 'Only licences that our lawyers know.', category: 'licence' })
    await policy({ name: 'Off', rule: 'deny: ISC, Apache-2.0', category: 'licence', enabled: false })
    await policy({ name: 'Other', rule: 'deny: ISC, Apache-2.0', category: 'secrets' })
    const scan = await scanned(service, eve, { ...NPM, ...PYTHON, ...CODE }, { scanType: 'SCA_ONLY' })
    const refused = await findings(scan, '?search=licence-denied&sort=title', service, eve)
    expect(refused.find(({ title }) => title.startsWith('minimist'))).toMatchObject({
      severity: 'HIGH',
      metadata: {
        license: 'MIT',
        licenseVerdict: 'denied',
        dependencyPath: ['pkg:npm/mkdirp@0.5.1', 'pkg:npm/minimist@0.0.8'],
      },
    })
    // Development dependencies are not shipped.
    expect(refused.find(({ title }) => title.startsWith('is-odd'))).toMatchObject({ severity: 'LOW' })
    // With the CWE id of the weakness and whether it is exploited.
    expect(await findings(scan, '?search=GHSA-vh95', service, eve)).toMatchObject([
      { cweId: 'CWE-1321', metadata: { kev: true, epss: 0.42, cvss: 9.8, license: 'MIT' } },
    ])
    const reported = await findings(scan, '?severity=INFO&scanner=SCA', service, eve)
    const gaps = reported.map((item) => item['description']).filter((text) => text.includes('license polic'))
    expect(gaps).toEqual([
      '2 packages were not checked against the license policies because no license is declared for them.',
      'The license policy "Words" was not applied: its rule has no line that starts with "allow:" or "deny:".',
    ])
  },
)
