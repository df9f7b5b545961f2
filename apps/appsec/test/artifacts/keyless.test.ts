import { writeFileSync } from 'node:fs'
import { type SignedArtifact, verifyArtifact } from '@gatehouse/formats/artifacts'
import { hasPrograms, patient_ms, serveSigstore, type SigstoreServer } from '@gatehouse/testkit'
import { bundleFromJSON } from '@sigstore/bundle'
import { toSignedEntity, Verifier } from '@sigstore/verify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { findingsOf, isOver, scanned, until, upload } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { artifact, document } from './artifacts.ts'
import { packageRegistry } from './package-scanner.ts'

const FILES = { 'packages.txt': 'left 1.0.0 CVE-2024-0001\n' }

describe.skipIf(!hasPrograms('openssl'))('without a stored key', () => {
  let sigstore: SigstoreServer
  let service: Served
  let ann: Person
  beforeEach(async () => {
    sigstore = await serveSigstore()
    const env = {
      SIGSTORE_FULCIO_URL: `${sigstore.url}/`,
      SIGSTORE_REKOR_URL: sigstore.url,
      SIGSTORE_ID_TOKEN_FILE: sigstore.tokenFile,
    }
    service = await serve({ env, worker: {}, scanners: packageRegistry() })
    ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
  })
  afterEach(async () => {
    await service.close()
    await sigstore.close()
  })

  const scan = () => scanned(service, ann, FILES, { scanType: 'SCA_ONLY', projectName: 'shop' })
  const signatures = (id: unknown): Promise<Record<string, object>> => document(service, ann, id, 'signature')

  /** Verifies a bundle like a third party: certificate, log and signature. @throws for an invalid signature */
  function check(bundle: object, bytes: Buffer): string | undefined {
    const entity = toSignedEntity(bundleFromJSON(bundle), bytes)
    const { identity } = new Verifier(sigstore.trust, { ctlogThreshold: 0 }).verify(entity)
    return identity?.subjectAlternativeName
  }

  proves(['appsec:artifacts.keyless'], 'every artifact gets a bundle that the Sigstore verifier accepts', async () => {
    const { id, status } = await scan()
    expect(status).toBe('COMPLETED')
    const bundles = Object.entries(await signatures(id))
    expect(bundles.map(([kind]) => kind).toSorted()).toEqual([
      'cyclonedx',
      'cyclonedx-vex',
      'gate-decision',
      'log',
      'openvex',
      'sarif',
      'spdx',
    ])
    for (const [kind, bundle] of bundles) {
      const { bytes } = await artifact(service, ann, id, kind)
      expect([kind, check(bundle, bytes)]).toEqual([kind, 'https://ci.example/shop'])
      const changed = Buffer.from(bytes)
      changed[changed.length >> 1]! ^= 1
      expect(() => check(bundle, changed)).toThrow(/mismatch|failed/)
    }
    const { text } = await artifact(service, ann, id, 'log')
    expect(text).toContain('"event":"artifacts.signed","mode":"keyless","identity":"https://ci.example/shop"')
    // One certificate for all of them.
    expect(sigstore.asked.filter((path) => path === '/api/v2/signingCert')).toHaveLength(1)
  })

  test('regenerated VEX documents get bundles too', async () => {
    const { id } = await scan()
    const { findings } = await findingsOf(service, ann, id)
    const { id: finding } = findings.find(({ severity }) => severity === 'HIGH')!
    await send(`${service.url}/api/findings/${finding}`, 'PATCH', { status: 'FALSE_POSITIVE' }, ann.key)
    const { bytes } = await artifact(service, ann, id, 'openvex')
    expect(JSON.parse(bytes.toString())).toMatchObject({ version: 2 })
    expect(check((await signatures(id))['openvex']!, bytes)).toBe('https://ci.example/shop')
  })

  describe('while Sigstore responds slowly', () => {
    const REKOR = '/api/v1/log/entries'
    const isAsked = async (before: number) => {
      await vi.waitFor(() => expect(sigstore.asked.slice(before)).toContain(REKOR), { timeout: patient_ms(5_000) })
    }
    const openTransactions = () =>
      service.store.withConnection(async (client) => {
        const { rows } = await client.query<{ query: string }>(
          `SELECT query FROM pg_stat_activity
            WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
        )
        return rows
      })
    const say = async (scanId: unknown, status: string) => {
      const { findings } = await findingsOf(service, ann, scanId)
      const { id } = findings.find(({ severity }) => severity === 'HIGH')!
      return send(`${service.url}/api/findings/${id}`, 'PATCH', { status }, ann.key)
    }

    test('a finishing scan blocks no request and includes concurrent triage', async () => {
      const first = await scan()
      const before = sigstore.asked.length
      const release = sigstore.hold(REKOR)
      const { body } = await upload(service, ann, FILES, {
        scanType: 'SCA_ONLY',
        projectId: String(first['projectId']),
      })
      await isAsked(before)
      expect(await openTransactions()).toEqual([])
      expect((await say(first['id'], 'FALSE_POSITIVE')).status).toBe(200)
      release()
      const { id } = await until(service, ann, body['scanId'], isOver)
      const [found] = (await findingsOf(service, ann, id, '?severity=HIGH')).findings
      expect(found).toMatchObject({ status: 'FALSE_POSITIVE' })
      const { bytes } = await artifact(service, ann, id, 'openvex')
      expect(JSON.parse(bytes.toString())).toMatchObject({ version: 1, statements: [{ status: 'not_affected' }] })
      expect(check((await signatures(id))['openvex']!, bytes)).toBe('https://ci.example/shop')
    })

    test('regenerating documents blocks no request and repeats after concurrent triage', async () => {
      const { id } = await scan()
      await say(id, 'FALSE_POSITIVE')
      const before = sigstore.asked.length
      const release = sigstore.hold(REKOR)
      const request = Promise.all(Array.from({ length: 4 }, () => artifact(service, ann, id, 'openvex')))
      await isAsked(before)
      expect(await openTransactions()).toEqual([])
      await say(id, 'OPEN')
      release()
      for (const { status } of await request) expect(status).toBe(200)
      // Once for the earlier triage, once for the triage in the meantime, regardless of the number of readers.
      expect(sigstore.asked.slice(before).filter((path) => path === '/api/v2/signingCert')).toHaveLength(2)
      const { bytes } = await artifact(service, ann, id, 'openvex')
      expect(JSON.parse(bytes.toString())).toMatchObject({
        version: 3,
        statements: [{ status: 'under_investigation' }],
      })
      expect(check((await signatures(id))['openvex']!, bytes)).toBe('https://ci.example/shop')
    })
  })

  test.each<[string, (server: SigstoreServer) => void, string]>([
    ['Fulcio is busy', (server) => server.fail('/api/v2/signingCert'), 'Sigstore could not be reached'],
    ['Rekor is busy', (server) => server.fail('/api/v1/log/entries'), 'Sigstore could not record the signature'],
    ['the token is none', ({ tokenFile }) => writeFileSync(tokenFile, 'secret words'), 'no OpenID Connect token'],
  ])('when %s the stored key signs, and log and signatures include the reason', async (_title, break_, reason) => {
    break_(sigstore)
    const { id, status } = await scan()
    expect(status).toBe('COMPLETED')
    for (const [kind, signed] of Object.entries(await signatures(id))) {
      const { bytes } = await artifact(service, ann, id, kind)
      expect(signed).toMatchObject({ algorithm: 'RSA-SHA256', fallback: expect.stringContaining(reason) })
      expect([kind, verifyArtifact(bytes, signed as SignedArtifact)]).toEqual([kind, true])
    }
    const { text } = await artifact(service, ann, id, 'log')
    expect(text).toMatch(new RegExp(`"event":"artifacts.signed","mode":"stored_key".*"fallback":".*${reason}`))
    expect(text).not.toContain('secret words')
  })
})
