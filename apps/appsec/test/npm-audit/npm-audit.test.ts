import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { systemClock, uuidv7 } from '@gatehouse/kernel'
import { type AdvisoryDatabase, createScaScanner, openAdvisories, openFolder, runScan } from '@gatehouse/scanners'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScannerRegistry } from '../../src/jobs/scanner-registry.ts'
import { advisory, importInto, temporaryFolder } from '../advisories/made.ts'
import { findingsOf, scanned, type ShownFinding } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { HAS_NPM, type LockedPackages, projectFiles, runNpm, writeProject } from './npm.ts'

const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'
const GHSA = (letter: string) => `GHSA-${letter.repeat(4)}-${letter.repeat(4)}-${letter.repeat(4)}`

const RECORDS = [
  advisory(GHSA('a'), 'left', '1.2.3', {
    aliases: ['CVE-2026-0001'],
    severity: [{ type: 'CVSS_V3', score: VECTOR }],
    database_specific: { cwe_ids: ['CWE-79', 'CWE-1321'] },
  }),
  // The same in another database.
  advisory('OTHER-1', 'left', '1.2.5', { aliases: ['CVE-2026-0001'] }),
  advisory(GHSA('b'), 'left', '2.0.0'),
  advisory(GHSA('c'), '@scope/right', '3.0.0-rc.2'),
  advisory(GHSA('d'), 'nested', '1.0.0', {
    affected: [
      {
        package: { ecosystem: 'npm', name: 'nested' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '1.1.0' }, { last_affected: '1.4.0' }] }],
        versions: ['0.9.1'],
      },
    ],
  }),
  advisory(GHSA('e'), 'left', '9.0.0', { withdrawn: '2026-01-02T00:00:00Z' }),
  advisory('MAL-2026-1', 'evil', '1.0.0', {
    affected: [{ package: { ecosystem: 'npm', name: 'evil' }, versions: ['6.6.6'] }],
  }),
  advisory(GHSA('f'), 'fine', '1.0.0'),
]

const PACKAGES: LockedPackages = {
  'node_modules/left': { version: '1.2.0', dependencies: { nested: '^1.0.0' } },
  'node_modules/@scope/right': { version: '3.0.0-rc.1', dependencies: { nested: '0.9.1' } },
  'node_modules/@scope/right/node_modules/nested': { version: '0.9.1' },
  'node_modules/nested': { version: '1.4.0' },
  'node_modules/evil': { version: '6.6.6', dev: true },
  'node_modules/fine': { version: '1.0.0' },
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-npm-'))
let served: Served
let admin: Person
let person: Person
let database: AdvisoryDatabase

beforeAll(async () => {
  await importInto(folder, ...RECORDS)
  database = openAdvisories({ folder: join(folder, 'advisories') })!
  const scanners = createScannerRegistry({ SCA: () => createScaScanner({ advisories: database }) })
  served = await serve({ dataDir: folder, worker: {}, scanners })
  const organizationId = await makeOrganization(served.store)
  admin = await makePerson(served.store, organizationId, 'ADMIN')
  person = await makePerson(served.store, organizationId, 'DEVELOPER')
})
afterAll(async () => {
  await served.close()
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const FILES = projectFiles(PACKAGES)

/** A project that was never scanned. */
async function makeProject(): Promise<string> {
  const body = { name: `shop ${uuidv7()}` }
  const made = await send(`${served.url}/api/projects`, 'POST', body, admin.session)
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  return String(made.body['id'])
}

/** A project, scanned, with what was found in it. */
async function scannedProject(
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly id: string; readonly findings: readonly ScaFinding[] }> {
  const scan = await scanned(
    served,
    person,
    { ...FILES, ...more },
    { scanType: 'SCA_ONLY', projectName: `shop ${uuidv7()}` },
  )
  const { findings } = await findingsOf(served, person, String(scan['id']))
  const some = findings as ScaFinding[]
  return { id: String(scan['projectId']), findings: some.filter(({ severity }) => severity !== 'INFO') }
}

interface ScaFinding extends ShownFinding {
  readonly ruleId: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** What a scan of the same files finds with the same advisories. */
async function scanFinds(): Promise<readonly string[]> {
  const at = temporaryFolder()
  writeProject(at, PACKAGES)
  const tree = await openFolder(at)
  const scanners = [createScaScanner({ advisories: database })]
  const { observations } = await runScan({ tree, scanners, clock: systemClock, signal: new AbortController().signal })
  return [...new Set(observations.map(named))].toSorted()
}

const registryOf = (projectId: string) => `${served.url}/api/projects/${projectId}/npm/`
const tokenOf = ({ key }: Person) => (key['authorization'] ?? '').slice('Bearer '.length)
const bulk = (projectId: string, body: unknown, headers: Readonly<Record<string, string>> = person.key) =>
  send(`${registryOf(projectId)}-/npm/v1/security/advisories/bulk`, 'POST', body, headers)

/** What `npm audit --json` found: packages with their vulnerabilities, in order. */
async function npmFinds(projectId: string): Promise<readonly string[]> {
  const at = temporaryFolder()
  writeProject(at, PACKAGES)
  const { stdout, stderr, code } = await runNpm(at, ['audit', '--json', '--package-lock-only'], {
    registry: registryOf(projectId),
    token: tokenOf(person),
  })
  const report = JSON.parse(stdout) as Report
  expect([report.auditReportVersion, stderr, code]).toEqual([
    2,
    '',
    Object.keys(report.vulnerabilities).length === 0 ? 0 : 1,
  ])
  return Object.values(report.vulnerabilities)
    .flatMap(({ name, via }) => via.flatMap((one) => (typeof one === 'string' ? [] : [`${name} ${idIn(one.url)}`])))
    .toSorted()
}

interface Report {
  readonly auditReportVersion: number
  readonly vulnerabilities: Readonly<
    Record<string, { readonly name: string; readonly via: readonly (string | { readonly url: string })[] }>
  >
}

const idIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const named = ({ metadata, ruleId }: Pick<ScaFinding, 'metadata' | 'ruleId'>) =>
  `${decodeURIComponent(String(metadata['package']).slice('pkg:npm/'.length))} ${ruleId}`

const ALL = [
  `@scope/right ${GHSA('c')}`,
  'evil MAL-2026-1',
  `left ${GHSA('a')}`,
  `left ${GHSA('b')}`,
  `nested ${GHSA('d')}`,
]

describe.skipIf(!HAS_NPM)('An unchanged npm audit', () => {
  test('finds what a scan finds, no more and no less', async () => {
    expect(await scanFinds()).toEqual(ALL)
    expect(await npmFinds(await makeProject())).toEqual(ALL)
  })

  test.each(['FALSE_POSITIVE', 'ACCEPTED_RISK'])(
    'leaves out what the project calls %s, in all its places',
    async (status) => {
      const { id, findings } = await scannedProject()
      const [first, ...others] = findings.filter(({ ruleId }) => ruleId === GHSA('d'))
      const judge = (one: ScaFinding) =>
        send(`${served.url}/api/findings/${one.id}`, 'PATCH', { status }, person.session)
      expect(others).not.toEqual([])
      await judge(first!)
      expect(await npmFinds(id)).toEqual(ALL)
      for (const one of others) await judge(one)
      expect(await npmFinds(id)).toEqual(ALL.filter((one) => !one.startsWith('nested')))
      const elsewhere = await scannedProject()
      expect(await npmFinds(elsewhere.id)).toEqual(ALL)
    },
  )

  test('leaves out what no code of the project can reach, as its VEX documents do', async () => {
    const { id, findings } = await scannedProject({ 'index.js': "import right from '@scope/right'\n" })
    const isUnused = ({ metadata }: ScaFinding) => metadata['reachable'] === false
    // One of the two versions of nested is reached through right.
    const unused = new Set(findings.filter(isUnused).map(named))
    expect(unused).toEqual(new Set([`left ${GHSA('a')}`, `left ${GHSA('b')}`, `nested ${GHSA('d')}`]))
    expect(await npmFinds(id)).toEqual(ALL.filter((one) => !one.startsWith('left')))
  })

  test('reaches nobody with a key of another organization, and says so', async () => {
    const id = await makeProject()
    const stranger = await makePerson(served.store, await makeOrganization(served.store), 'ADMIN')
    const at = temporaryFolder()
    writeProject(at, PACKAGES)
    const { code, stdout } = await runNpm(at, ['audit', '--json', '--package-lock-only'], {
      registry: registryOf(id),
      token: tokenOf(stranger),
    })
    expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ statusCode: 403 })])
  })

  test('npm ping is answered', async () => {
    const id = await makeProject()
    const { code } = await runNpm(temporaryFolder(), ['ping'], { registry: registryOf(id), token: tokenOf(person) })
    expect(code).toBe(0)
  })
})

describe('Packages are audited for a project', () => {
  test('in the form of npm', async () => {
    const id = await makeProject()
    const { status, body } = await bulk(id, { left: ['1.2.0', '1.2.4', '5.0.0'], fine: ['1.0.0'], nobody: ['1.0.0'] })
    expect(status).toBe(200)
    expect(body).toEqual({
      left: [
        {
          id: expect.any(Number),
          url: `https://github.com/advisories/${GHSA('a')}`,
          title: 'left before 1.2.3 is weak',
          severity: 'critical',
          vulnerable_versions: '<1.2.3 || <1.2.5',
          cwe: ['CWE-79', 'CWE-1321'],
          cvss: { score: 9.8, vectorString: VECTOR },
        },
        expect.objectContaining({
          severity: 'moderate',
          vulnerable_versions: '<2.0.0',
          cwe: [],
          cvss: { score: 0, vectorString: null },
        }),
      ],
    })
  })

  test('packed with gzip, as npm packs it', async () => {
    const id = await makeProject()
    const response = await fetch(`${registryOf(id)}-/npm/v1/security/advisories/bulk`, {
      method: 'POST',
      headers: { ...person.key, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(JSON.stringify({ evil: ['6.6.6'] }))),
    })
    expect(await response.json()).toEqual({ evil: [expect.objectContaining({ severity: 'critical' })] })
  })

  test.each(['audits', 'audits/quick'])('as a tree, as %s gets it', async (path) => {
    const id = await makeProject()
    const tree = {
      name: 'shop',
      version: '1.0.0',
      requires: {},
      dependencies: {
        left: { version: '1.2.4', requires: {}, dependencies: { nested: { version: '1.2.0', dev: true } } },
        evil: { version: '6.6.6', dev: true },
      },
    }
    const { status, body } = await send(`${registryOf(id)}-/npm/v1/security/${path}`, 'POST', tree, person.key)
    expect(status).toBe(200)
    expect(body['metadata']).toEqual({
      vulnerabilities: { info: 0, low: 0, moderate: 3, high: 0, critical: 1 },
      dependencies: 1,
      devDependencies: 2,
      optionalDependencies: 0,
      totalDependencies: 3,
    })
    const found = Object.entries(
      body['advisories'] as Record<string, { readonly id: number; readonly module_name: string }>,
    )
    expect(found.every(([key, one]) => key === String(one.id))).toBe(true)
    expect(found.map(([, one]) => one).toSorted((a, b) => (a.module_name < b.module_name ? -1 : 1))).toMatchObject([
      { module_name: 'evil', patched_versions: '<0.0.0', findings: [{ version: '6.6.6', paths: ['evil'], dev: true }] },
      { module_name: 'left' },
      { module_name: 'left' },
      { module_name: 'nested', findings: [{ version: '1.2.0', paths: ['left>nested'], dev: true }] },
    ])
  })

  test('and not where too much is asked', async () => {
    const id = await makeProject()
    const versions = Array.from({ length: 501 }, (_, at) => `1.0.${at}`)
    expect((await bulk(id, { left: versions })).status).toBe(413)
    const packages = Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [`p${at}`, ['1.0.0']]))
    expect((await bulk(id, packages)).status).toBe(413)
    const some = versions.slice(0, 500)
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`p${at}`, some]))
    expect((await bulk(id, many)).status).toBe(413)
    let deep: object = { version: '1.0.0' }
    for (let at = 0; at < 300; at += 1) deep = { version: '1.0.0', dependencies: { a: deep } }
    const audits = `${registryOf(id)}-/npm/v1/security/audits`
    expect((await send(audits, 'POST', { dependencies: { a: deep } }, person.key)).status).toBeGreaterThanOrEqual(400)
    expect((await bulk(id, { left: 'all' })).status).toBe(400)
  })

  test('and nothing else of a registry is there', async () => {
    const id = await makeProject()
    for (const path of ['left', '-/npm/v1/keys', '@scope%2fright', '-/v1/search?text=left']) {
      const { status, body } = await send(`${registryOf(id)}${path}`, 'GET', undefined, person.key)
      expect([path, status, body]).toEqual([path, 404, expect.objectContaining({ error: expect.anything() })])
    }
  })

  test('but never as sound where there are no advisories', async () => {
    const empty = await serve()
    try {
      const someone = await makePerson(empty.store, await makeOrganization(empty.store), 'ADMIN')
      const made = await send(`${empty.url}/api/projects`, 'POST', { name: 'shop' }, someone.session)
      const url = `${empty.url}/api/projects/${String(made.body['id'])}/npm/-/npm/v1/security/advisories/bulk`
      const { status, text } = await send(url, 'POST', { left: ['1.0.0'] }, someone.key)
      expect([status, text]).toEqual([503, expect.stringContaining('No advisories are imported')])
      await importInto(empty.dataDir, advisory('PYSEC-1', 'left', '2.0.0', PYTHON))
      await expect
        .poll(async () => (await send(url, 'POST', { left: ['1.0.0'] }, someone.key)).text, { timeout: 10_000 })
        .toContain('nothing of npm')
    } finally {
      await empty.close()
    }
  })
})

const PYTHON = { affected: [{ package: { ecosystem: 'PyPI', name: 'left' }, versions: ['1.0.0'] }] }
