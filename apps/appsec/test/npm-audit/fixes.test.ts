import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advisory, importInto, temporaryFolder } from '../advisories/made.ts'
import { scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { HAS_NPM, type LockedPackages, projectFiles, runNpm } from './npm.ts'

const RECORDS = [
  advisory('GHSA-aaaa-aaaa-aaaa', 'leaf', '1.0.5'),
  advisory('GHSA-bbbb-bbbb-bbbb', 'major', '2.0.0'),
  // The version that repairs it has another fault, which another version repairs.
  advisory('GHSA-bbbb-bbbb-cccc', 'major', '2.1.0', {
    affected: [
      {
        package: { ecosystem: 'npm', name: 'major' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '2.0.0' }, { fixed: '2.1.0' }] }],
      },
    ],
  }),
  advisory('GHSA-cccc-cccc-cccc', 'hopeless', '', {
    affected: [
      {
        package: { ecosystem: 'npm', name: 'hopeless' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0.5.0' }, { last_affected: '1.2.0' }] }],
      },
    ],
  }),
  advisory('GHSA-dddd-dddd-dddd', '@scope/inner', '3.4.0'),
  advisory('GHSA-eeee-eeee-eeee', 'both', '1.1.0'),
]

const PACKAGES: LockedPackages = {
  'node_modules/leaf': { version: '1.0.1' },
  'node_modules/major': { version: '1.4.0' },
  'node_modules/hopeless': { version: '1.2.0' },
  // Asks for a range in which there is a repair.
  'node_modules/parent': { version: '1.0.0', dependencies: { '@scope/inner': '^3.0.0' } },
  'node_modules/@scope/inner': { version: '3.1.0' },
  // Safe, except for its dependency.
  'node_modules/carrier': { version: '1.0.0', dependencies: { hopeless: '^1.0.0' } },
  // Vulnerable itself, and has a vulnerable dependency.
  'node_modules/both': { version: '1.0.0', dependencies: { '@scope/inner': '^3.0.0' } },
  'node_modules/fine': { version: '1.0.0' },
}
const DIRECT = ['leaf', 'major', 'parent', 'carrier', 'both', 'fine']

/** The project's own manifest contains ranges, as users write them. */
function files(): Readonly<Record<string, string>> {
  const request = Object.fromEntries(
    DIRECT.map((name) => [name, `^${PACKAGES[`node_modules/${name}`]?.version ?? '1.0.0'}`]),
  )
  const root = { name: 'shop', version: '1.0.0', dependencies: request }
  const lock = {
    name: 'shop',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, ...PACKAGES },
  }
  return { ...projectFiles(PACKAGES), 'package.json': JSON.stringify(root), 'package-lock.json': JSON.stringify(lock) }
}

interface Vulnerability {
  readonly range: string
  readonly fixAvailable: unknown
  readonly effects: readonly string[]
}

let service: Served
let dataDir: string
let ann: Person
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-fixes-'))
  await importInto(dataDir, ...RECORDS)
  service = await serve({ dataDir, worker: {} })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
})
afterAll(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const scan = () => scanned(service, ann, files(), { scanType: 'SCA_ONLY', projectName: 'shop' })

async function npm(projectId: unknown, ...args: string[]) {
  const at = temporaryFolder()
  for (const [name, content] of Object.entries(files())) writeFileSync(join(at, name), content)
  return runNpm(at, ['audit', '--package-lock-only', ...args], {
    registry: `${service.url}/api/projects/${String(projectId)}/npm/`,
    token: (ann.key['authorization'] ?? '').slice('Bearer '.length),
  })
}

async function found(projectId: unknown): Promise<Readonly<Record<string, Vulnerability>>> {
  const { stdout } = await npm(projectId, '--json')
  return (JSON.parse(stdout) as { vulnerabilities: Record<string, Vulnerability> }).vulnerabilities
}

describe.skipIf(!HAS_NPM)('an unchanged npm audit of a project that was scanned', () => {
  test('shows affected ranges and available fixes', async () => {
    const { projectId } = await scan()
    const vulnerabilities = await found(projectId)
    const shown = Object.entries(vulnerabilities).map(([name, { range, fixAvailable }]) => [name, range, fixAvailable])
    expect(Object.fromEntries(shown.map(([name, ...more]) => [name, more]))).toEqual({
      leaf: ['<1.0.5', true],
      // Not 2.0.0, which has a fault of its own.
      major: ['<2.0.0', { name: 'major', version: '2.1.0', isSemVerMajor: true }],
      // The dependency is unknown outside of it.
      hopeless: ['*', false],
      carrier: [expect.any(String), false],
      '@scope/inner': ['<3.4.0', true],
      both: ['<1.1.0', true],
    })
    const { stdout } = await npm(projectId)
    expect(stdout).toMatch(/^leaf {2}<1\.0\.5$/m)
    expect(stdout).toContain('fix available via `npm audit fix`')
    expect(stdout).toMatch(/^Will install major@2\.1\.0, which is a breaking change$/m)
    expect(stdout).toContain('No fix available')
  })

  test('shows the same findings without repairs before the first scan', async () => {
    const admin = await makePerson(service.store, ann.organizationId, 'ADMIN')
    const { body } = await send(`${service.url}/api/projects`, 'POST', { name: 'new' }, admin.session)
    const vulnerabilities = await found(body['id'])
    expect(Object.keys(vulnerabilities).toSorted()).toEqual([
      '@scope/inner',
      'both',
      'carrier',
      'hopeless',
      'leaf',
      'major',
      'parent',
    ])
    expect(new Set(Object.values(vulnerabilities).map(({ fixAvailable }) => fixAvailable))).toEqual(new Set([false]))
  })
})

describe('a list of versions', () => {
  const list = async (name: string, person: Person = ann, projectId?: unknown) => {
    const id = projectId ?? (await scan())['projectId']
    return send(
      `${service.url}/api/projects/${String(id)}/npm/${encodeURIComponent(name)}`,
      'GET',
      undefined,
      person.key,
    )
  }

  test('contains the known versions without download addresses', async () => {
    const { status, body } = await list('@scope/inner')
    expect([status, body]).toEqual([
      200,
      {
        name: '@scope/inner',
        'dist-tags': {},
        versions: {
          '0.0.0-0': { name: '@scope/inner', version: '0.0.0-0' },
          '3.1.0': { name: '@scope/inner', version: '3.1.0' },
          '3.4.0-0': { name: '@scope/inner', version: '3.4.0-0' },
          '3.4.0': { name: '@scope/inner', version: '3.4.0' },
        },
      },
    ])
  })

  test.each(['fine', 'parent', 'never-heard-of', '__proto__', '../../users', 'x'.repeat(500)])(
    'is missing for %s, without a redirect to another registry',
    async (name) => {
      const { status, headers } = await list(name)
      expect([status, headers.get('location')]).toEqual([404, null])
    },
  )

  test('is for members alone', async () => {
    const { projectId } = await scan()
    const eve = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
    expect((await list('leaf', eve, projectId)).status).toBe(403)
    expect((await send(`${service.url}/api/projects/${String(projectId)}/npm/leaf`, 'GET')).status).toBe(401)
  })
})
