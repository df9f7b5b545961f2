import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type SignatureBundle, verifyArtifact } from '@gatehouse/formats/artifacts'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { queryAudit } from '@gatehouse/store/audit'
import { hasPrograms, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { signingKeyOf } from '../../src/artifacts/signing-key.ts'
import { chainOf } from '../../src/audited.ts'
import { scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { artifact, document, linesOf } from './artifacts.ts'
import { packageRegistry } from './package-scanner.ts'

const FILES = { 'packages.txt': 'left 1.0.0 CVE-2024-0001\n' }
const GUIDE = new URL('../../../../docs/guide/artifacts.md', import.meta.url)

let service: Served
let ann: Person
let admin: Person
let scanId: string
beforeAll(async () => {
  service = await serve({ worker: {}, scanners: packageRegistry() })
  const organizationId = await makeOrganization(service.store)
  ann = await makePerson(service.store, organizationId, 'DEVELOPER')
  admin = await makePerson(service.store, organizationId, 'ADMIN')
  scanId = String((await scan())['id'])
})
afterAll(() => service.close())

const scan = () => scanned(service, ann, FILES, { scanType: 'SCA_ONLY', projectName: 'shop' })
const signatures = (id: unknown): Promise<SignatureBundle> => document(service, ann, id, 'signature')
const keys = async (headers = ann.key) => {
  const { body } = await send(`${service.url}/api/settings/signing-keys`, 'GET', undefined, headers)
  return body['keys'] as readonly { id: string; publicKeyPem: string; identity: string; retiredAt: string | null }[]
}

describe.skipIf(!hasPrograms('openssl', 'curl'))('the commands of the guide', () => {
  /** The blocks of shell commands in the guide, in their order. */
  const blocks = async () =>
    [...(await readFile(GUIDE, 'utf8')).matchAll(/^```sh\n(.*?)^```/gms)].map(([, item]) => item!)

  /** Runs commands as the guide has them. @returns all that they print */
  async function run(commands: string, { folder }: { folder: string }): Promise<string> {
    const env = {
      PATH: process.env['PATH'],
      GATEHOUSE_URL: service.url,
      GATEHOUSE_API_KEY: ann.key['authorization']!.replace('Bearer ', ''),
      SCAN_ID: scanId,
    }
    const { stdout } = await promisify(execFile)('sh', ['-c', commands], { cwd: folder, env }).catch(
      (error: unknown) => error as { stdout: string },
    )
    return stdout
  }

  proves(['appsec:artifacts.openssl'], 'verify every artifact with openssl alone, by a key that is known', async () => {
    const [verify, compare] = await blocks()
    const folder = await mkdtemp(join(tmpdir(), 'verify-'))
    try {
      for (const { kind } of await linesOf(service, ann, scanId)) {
        if (kind === 'signature') continue
        const commands = `${verify!.replace('KIND=cyclonedx', `KIND=${kind}`)}\n${compare}`
        expect([kind, await run(commands, { folder })]).toEqual([kind, 'Verified OK\nKnown key\n'])
        const original = await readFile(join(folder, 'artifact'))
        await writeFile(join(folder, 'artifact'), Buffer.concat([original.subarray(0, -1), Buffer.from(' ')]))
        const second = verify!.trimEnd().split('\n').at(-1)!
        expect([kind, await run(second, { folder })]).toEqual([kind, expect.stringContaining('Verification failure')])
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('the key of an organization', () => {
  test('is rotated by an ADMIN; existing signatures verify with the retired key', async () => {
    const [before] = await keys()
    const url = `${service.url}/api/settings/signing-keys/rotate`
    const { status, body } = await send(url, 'POST', {}, admin.session)
    expect([status, body]).toEqual([201, expect.objectContaining({ algorithm: 'RSA-SHA256', retiredAt: null })])
    const [fresh, retired] = await keys()
    expect([fresh!.id, retired!.id]).toEqual([body['id'], before!.id])
    expect(retired!.retiredAt).toEqual(expect.any(String))
    const later = await scan()
    const [old, created] = await Promise.all([signatures(scanId), signatures(later['id'])])
    expect(created['sarif']).toMatchObject({ identity: fresh!.identity, publicKeyPem: fresh!.publicKeyPem })
    expect(old['sarif']).toMatchObject({ identity: retired!.identity, publicKeyPem: retired!.publicKeyPem })
    const { bytes } = await artifact(service, ann, scanId, 'sarif')
    expect(verifyArtifact(bytes, old['sarif']!)).toBe(true)
    const tenantId = chainOf(ann.organizationId)
    const { entries } = await queryAudit(service.store, { tenantId, action: 'signing_key.rotated' })
    expect(entries.at(0)).toMatchObject({ details: { resourceId: fresh!.id, details: { retired: retired!.id } } })
    expect(JSON.stringify(entries)).not.toContain('PRIVATE')
  })

  test('is created once despite concurrent workers and is unique to the organization', async () => {
    const ring = createKeyRing([randomBytes(32)])
    const [one, other] = [await makeOrganization(service.store), await makeOrganization(service.store)]
    const ports = { store: service.store, keys: ring }
    const opened = await Promise.all([one, one, one, other].map((id) => signingKeyOf(id, ports)))
    const identities = opened.map((key) => (typeof key === 'string' ? key : key.identity))
    expect(new Set(identities.slice(0, 3)).size).toBe(1)
    expect(identities[3]).not.toBe(identities[0])
    expect(await keys()).not.toContainEqual(expect.objectContaining({ identity: identities[0] }))
  })

  test('is encrypted, and re-encrypted when the master key rotates', async () => {
    const database = await temporaryDatabase()
    const [old, fresh] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
    const options = { database, worker: {}, scanners: packageRegistry() }
    const start = (key: string) => serve({ ...options, env: { GATEHOUSE_MASTER_KEY: key } })
    try {
      const first = await start(old)
      const person = await makePerson(first.store, await makeOrganization(first.store), 'DEVELOPER')
      const run = (on: Served) => scanned(on, person, FILES, { scanType: 'SCA_ONLY', projectName: 'shop' })
      const created = await run(first)
      const identityIn = async (on: Served, id: unknown) =>
        ((await document(on, person, id, 'signature')) as SignatureBundle)['sarif']!.identity
      const identity = await identityIn(first, created['id'])
      const sealed = async () => (await first.store.db.selectFrom('signing_keys').select('private_key').execute())[0]!
      const before = (await sealed()).private_key
      await first.close()
      await (await start(`${fresh},${old}`)).close()
      expect((await sealed()).private_key.equals(before)).toBe(false)
      const after = await start(fresh)
      expect(await identityIn(after, (await run(after))['id'])).toBe(identity)
      await after.close()
    } finally {
      await database.drop()
    }
  })

  test('that cannot be decrypted fails the scan but keeps its findings; a new key fixes the failure', async () => {
    const bob = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
    const run = () => scanned(service, bob, FILES, { scanType: 'SCA_ONLY', projectName: 'shop' })
    await run()
    await service.store.db
      .updateTable('signing_keys')
      .set({ private_key: randomBytes(100) })
      .where('organization_id', '=', bob.organizationId)
      .execute()
    const failed = await run()
    expect(failed).toMatchObject({
      status: 'FAILED',
      gateResult: 'FAILED',
      highCount: 1,
      errorMessage: expect.stringContaining('The artifacts are not signed'),
    })
    const kinds = (await linesOf(service, bob, failed['id'])).map(({ kind }) => kind)
    expect(kinds).toEqual(['cyclonedx', 'cyclonedx-vex', 'gate-decision', 'log', 'openvex', 'sarif', 'spdx'])
    expect((await artifact(service, bob, failed['id'], 'log')).text).toContain('artifacts.not_signed')
    await send(`${service.url}/api/settings/signing-keys/rotate`, 'POST', {}, bob.session)
    expect(await run()).toMatchObject({ status: 'COMPLETED' })
  })
})
