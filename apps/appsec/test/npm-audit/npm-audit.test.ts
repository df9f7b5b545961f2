import { systemClock, uuidv7 } from '@gatehouse/kernel'
import { createScaScanner } from '@gatehouse/sca'
import { openFolder, runScan } from '@gatehouse/scan-engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../advisories/made.ts'
import { findingsOf, scanned, type ShownFinding } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send } from '../serve.ts'
import { HAS_NPM, projectFiles, runNpm, writeProject } from './npm.ts'
import { GHSA, openShop, PACKAGES, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const FILES = projectFiles(PACKAGES)

/** Creates a scanned project with its findings. */
async function scannedProject(
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly id: string; readonly findings: readonly ScaFinding[] }> {
  const scan = await scanned(
    shop,
    shop.person,
    { ...FILES, ...more },
    { scanType: 'SCA_ONLY', projectName: `shop ${uuidv7()}` },
  )
  const { findings } = await findingsOf(shop, shop.person, String(scan['id']))
  const some = findings as ScaFinding[]
  return { id: String(scan['projectId']), findings: some.filter(({ severity }) => severity !== 'INFO') }
}

interface ScaFinding extends ShownFinding {
  readonly ruleId: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Returns the findings of a scan with the same files and advisories. */
async function scanFinds(): Promise<readonly string[]> {
  const at = temporaryFolder()
  writeProject(at, PACKAGES)
  const tree = await openFolder(at)
  const scanners = [createScaScanner({ advisories: shop.advisories })]
  const { observations } = await runScan({ tree, scanners, clock: systemClock, signal: new AbortController().signal })
  return [...new Set(observations.map(named))].toSorted()
}

const tokenOf = ({ key }: Person) => (key['authorization'] ?? '').slice('Bearer '.length)

/** Returns the result of `npm audit --json`: packages with their vulnerabilities, in order. */
async function npmFinds(projectId: string): Promise<readonly string[]> {
  const at = temporaryFolder()
  writeProject(at, PACKAGES)
  const { stdout, stderr, code } = await runNpm(at, ['audit', '--json', '--package-lock-only'], {
    registry: shop.registryOf(projectId),
    token: tokenOf(shop.person),
  })
  const report = JSON.parse(stdout) as Report
  expect([report.auditReportVersion, stderr, code]).toEqual([
    2,
    '',
    Object.keys(report.vulnerabilities).length === 0 ? 0 : 1,
  ])
  return Object.values(report.vulnerabilities)
    .flatMap(({ name, via }) => via.flatMap((item) => (typeof item === 'string' ? [] : [`${name} ${idIn(item.url)}`])))
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
  test('reports the same findings as a scan', async () => {
    expect(await scanFinds()).toEqual(ALL)
    expect(await npmFinds(await shop.makeProject())).toEqual(ALL)
  })

  test.each(['FALSE_POSITIVE', 'ACCEPTED_RISK'])('omits findings with status %s, at every location', async (status) => {
    const { id, findings } = await scannedProject()
    const [first, ...others] = findings.filter(({ ruleId }) => ruleId === GHSA('d'))
    const judge = (scaFinding: ScaFinding) =>
      send(`${shop.url}/api/findings/${scaFinding.id}`, 'PATCH', { status }, shop.person.session)
    expect(others).not.toEqual([])
    await judge(first!)
    expect(await npmFinds(id)).toEqual(ALL)
    for (const other of others) await judge(other)
    expect(await npmFinds(id)).toEqual(ALL.filter((item) => !item.startsWith('nested')))
    const elsewhere = await scannedProject()
    expect(await npmFinds(elsewhere.id)).toEqual(ALL)
  })

  test('omits packages unreachable from project code, like the VEX documents', async () => {
    const { id, findings } = await scannedProject({ 'index.js': "import right from '@scope/right'\n" })
    const isUnused = ({ metadata }: ScaFinding) => metadata['reachable'] === false
    // One of the two versions of nested is reached through right.
    const unused = new Set(findings.filter(isUnused).map(named))
    expect(unused).toEqual(new Set([`left ${GHSA('a')}`, `left ${GHSA('b')}`, `nested ${GHSA('d')}`]))
    expect(await npmFinds(id)).toEqual(ALL.filter((item) => !item.startsWith('left')))
  })

  test('reports an error for a key of another organization', async () => {
    const id = await shop.makeProject()
    const stranger = await makePerson(shop.store, await makeOrganization(shop.store), 'ADMIN')
    const at = temporaryFolder()
    writeProject(at, PACKAGES)
    const { code, stdout } = await runNpm(at, ['audit', '--json', '--package-lock-only'], {
      registry: shop.registryOf(id),
      token: tokenOf(stranger),
    })
    expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ statusCode: 403 })])
  })

  test('npm ping is answered', async () => {
    const id = await shop.makeProject()
    const { code } = await runNpm(temporaryFolder(), ['ping'], {
      registry: shop.registryOf(id),
      token: tokenOf(shop.person),
    })
    expect(code).toBe(0)
  })
})
