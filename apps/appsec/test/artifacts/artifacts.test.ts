import { createHash } from 'node:crypto'
import { type GateDecisionRecord, GateDecisionRecord as GateDecision } from '@gatehouse/contracts/scans'
import { type SignatureBundle, verifyArtifact } from '@gatehouse/formats/artifacts'
import { complaints } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { scanned } from '../scans.ts'
import { type Answer, makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { artifact, document, linesOf } from './artifacts.ts'
import { packageRegistry, purlOf } from './package-scanner.ts'

const FILES = {
  'packages.txt': [
    'left 1.0.0 CVE-2024-0001 reachable',
    'right 2.0.0 CVE-2024-0002 unused',
    'up 3.0.0 CVE-2024-0003',
    'down 4.0.0',
  ].join('\n'),
}
const SIGNED = ['cyclonedx', 'spdx', 'sarif', 'openvex', 'cyclonedx-vex', 'log', 'gate-decision'] as const

let service: Served
let ann: Person
let scan: Answer['body']
beforeAll(async () => {
  service = await serve({ worker: {}, scanners: packageRegistry() })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
  scan = await scanned(service, ann, FILES, { scanType: 'SCA_ONLY', projectName: 'A shop, with "quotes"' })
})
afterAll(() => service.close())

const of = (kind: string) => document(service, ann, scan['id'], kind)

describe('the artifacts of a scan', () => {
  proves(
    [
      'appsec:artifact.fields',
      'appsec:artifact.types',
      'appsec:artifacts.kinds',
      'appsec:artifacts.media-types',
      'appsec:endpoints.artifacts',
      'appsec:endpoints.artifact',
      'appsec:finer.extra-types',
      'appsec:record.artifacts',
      'appsec:shapes.artifact',
      'appsec:service.artifacts',
    ],
    'are listed with type, media type, size and digest, which match the content',
    async () => {
      const lines = await linesOf(service, ann, scan['id'])
      expect(lines.map(({ kind, type, mediaType }) => [kind, type, mediaType])).toEqual([
        ['cyclonedx', 'SBOM_CYCLONEDX', 'application/vnd.cyclonedx+json'],
        ['cyclonedx-vex', 'CYCLONEDX_VEX', 'application/vnd.cyclonedx+json'],
        ['gate-decision', 'GATE_DECISION', 'application/json'],
        ['log', 'SCAN_LOG', 'application/x-ndjson'],
        ['openvex', 'OPENVEX', 'application/json'],
        ['sarif', 'SARIF', 'application/sarif+json'],
        ['signature', 'SIGNATURE', 'application/json'],
        ['spdx', 'SBOM_SPDX', 'application/spdx+json'],
      ])
      expect(scan['artifacts']).toEqual(lines)
      for (const { kind, mediaType, size, sha256, downloadPath } of lines) {
        const { status, headers, bytes } = await artifact(service, ann, scan['id'], kind)
        expect([kind, status, headers.get('content-type')]).toEqual([kind, 200, mediaType])
        expect([bytes.length, digest(bytes)]).toEqual([size, sha256])
        expect(headers.get('content-length')).toBe(String(size))
        expect(headers.get('etag')).toBe(`"${sha256}"`)
        expect(headers.get('repr-digest')).toBe(`sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
        expect(headers.get('content-disposition')).toMatch(
          new RegExp(String.raw`^attachment; filename="gatehouse-${String(scan['id'])}\.[a-z.-]+"$`),
        )
        expect(downloadPath).toBe(`/api/scans/${String(scan['id'])}/artifacts/${kind}`)
      }
    },
  )

  proves(
    [
      'appsec:artifacts.validate',
      'appsec:rules.sboms',
      'appsec:rules.vex',
      'appsec:versions.formats',
      'appsec:endpoints.artifact-sboms',
      'appsec:endpoints.artifact-sarif',
    ],
    'conform to their published schemas, also without a package lookup',
    async () => {
      const empty = await scanned(service, ann, { 'README.md': 'Nothing.' }, { scanType: 'SCA_ONLY' })
      for (const { id } of [scan, empty]) {
        const [cyclonedx, spdx, sarif, openvex, vex] = await Promise.all(
          ['cyclonedx', 'spdx', 'sarif', 'openvex', 'cyclonedx-vex'].map((kind) => document(service, ann, id, kind)),
        )
        expect(complaints.cycloneDx(cyclonedx)).toEqual([])
        expect(complaints.spdx(spdx)).toEqual([])
        expect(complaints.sarif(sarif)).toEqual([])
        expect(complaints.cycloneDx(vex)).toEqual([])
        expect(complaints.openVex(openvex)).toEqual([])
        expect([cyclonedx, spdx, sarif, openvex, vex]).toMatchObject([
          { specVersion: '1.5' },
          { spdxVersion: 'SPDX-2.3' },
          { version: '2.1.0' },
          { '@context': 'https://openvex.dev/ns/v0.2.0' },
          { specVersion: '1.5' },
        ])
      }
      const [whole, unknown] = [await of('cyclonedx'), await document(service, ann, empty['id'], 'cyclonedx')]
      expect([whole, unknown]).toMatchObject([
        { compositions: [{ aggregate: 'complete' }] },
        { components: [], compositions: [{ aggregate: 'unknown' }] },
      ])
    },
  )

  test('use one purl per component', async () => {
    const purls = ['down 4.0.0', 'left 1.0.0', 'right 2.0.0', 'up 3.0.0'].map((item) =>
      purlOf(...(item.split(' ') as [string, string])),
    )
    const cyclonedx: { components: { purl: string }[] } = await of('cyclonedx')
    const spdx: { packages: { externalRefs?: { referenceLocator: string }[] }[] } = await of('spdx')
    const vex: { components: { purl: string }[] } = await of('cyclonedx-vex')
    const openvex: { statements: { products: { subcomponents: { '@id': string }[] }[] }[] } = await of('openvex')
    expect(cyclonedx.components.map(({ purl }) => purl)).toEqual(purls)
    const inSpdx = spdx.packages.flatMap(({ externalRefs = [] }) =>
      externalRefs.map((externalRef) => externalRef.referenceLocator),
    )
    expect(inSpdx).toEqual(purls)
    expect(vex.components.map(({ purl }) => purl)).toEqual(purls.slice(1))
    const stated = openvex.statements.flatMap(({ products }) => products.flatMap((product) => product.subcomponents))
    expect(stated.map((item) => item['@id'])).toEqual(purls.slice(1))
  })

  proves(
    [
      'appsec:artifact.signature',
      'appsec:artifacts.signature',
      'appsec:endpoints.artifact-signature',
      'appsec:finer.digest',
      'appsec:finer.signature-bytes',
      'appsec:rules.signed',
    ],
    'are all signed over their bytes, and a changed artifact fails verification',
    async () => {
      const bundle: SignatureBundle = await of('signature')
      expect(Object.keys(bundle).toSorted()).toEqual([...SIGNED].toSorted())
      for (const kind of SIGNED) {
        const { bytes } = await artifact(service, ann, scan['id'], kind)
        const signed = bundle[kind]!
        expect(signed).toEqual({
          algorithm: 'RSA-SHA256',
          artifactSha256: digest(bytes),
          digest: digest(bytes),
          signature: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
          identity: expect.stringContaining(ann.organizationId),
          publicKeyPem: expect.stringContaining('BEGIN PUBLIC KEY'),
          signedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        })
        expect(verifyArtifact(bytes, signed)).toBe(true)
        const changed = Buffer.from(bytes)
        changed[changed.length >> 1]! ^= 1
        expect(verifyArtifact(changed, signed)).toBe(false)
      }
    },
  )

  proves(['appsec:endpoints.artifact-log'], 'include a log of events as JSON lines', async () => {
    const { text } = await artifact(service, ann, scan['id'], 'log')
    const events = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; at: string })
    expect(events.map(({ event }) => event)).toEqual([
      'scan.queued',
      'scan.started',
      'scanner.ended',
      ...events.filter(({ event }) => event === 'gap').map(({ event }) => event),
      'packages.read',
      'findings.settled',
      'gate.decided',
      ...Array.from({ length: 6 }, () => 'artifact.made'),
      'artifacts.signed',
      'scan.ended',
    ])
    expect(events.map(({ at }) => Date.parse(at))).not.toContain(Number.NaN)
  })

  test('contain the gate record', async () => {
    const record: GateDecisionRecord = GateDecision.parse(await of('gate-decision'))
    expect(record).toMatchObject({
      scanId: scan['id'],
      gateResult: scan['gateResult'],
      gateReasons: scan['gateReasons'],
      counts: { CRITICAL: 0, HIGH: 3, MEDIUM: 0, LOW: 0 },
      baselineScanId: null,
    })
  })
})

describe('an artifact request', () => {
  test('with a matching ETag returns 304', async () => {
    const [line] = await linesOf(service, ann, scan['id'])
    const { status, bytes } = await artifact(service, ann, scan['id'], line!.kind, {
      'if-none-match': `"other", W/"${line!.sha256}"`,
    })
    expect([status, bytes.length]).toEqual([304, 0])
  })

  proves(
    ['appsec:endpoints.artifact-container', 'appsec:endpoints.artifact-dast'],
    'learns why it is not there, and which are',
    async () => {
      const answers = []
      for (const kind of ['container', 'dast', 'sbom', '__proto__', 'toString', '..%2flog']) {
        const { status, text } = await artifact(service, ann, scan['id'], kind)
        const body = JSON.parse(text) as { detail: string; availableKinds: string[] }
        answers.push([kind, status, body.availableKinds.includes('cyclonedx'), body.detail])
      }
      const unknown = expect.stringMatching(/^Unknown artifact kind. Allowed: cyclonedx, /)
      expect(answers).toEqual([
        ['container', 404, true, expect.stringContaining('no container report')],
        ['dast', 404, true, expect.stringContaining('no DAST report')],
        ['sbom', 404, true, unknown],
        ['__proto__', 404, true, unknown],
        ['toString', 404, true, unknown],
        ['..%2flog', 404, true, unknown],
      ])
    },
  )

  test('for a scan of another organization returns 404', async () => {
    const eve = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
    for (const path of ['artifacts', 'artifacts/cyclonedx', 'artifacts/none', 'findings/export']) {
      const { status, body } = await send(
        `${service.url}/api/scans/${String(scan['id'])}/${path}`,
        'GET',
        undefined,
        eve.key,
      )
      expect([path, status, body['error']]).toEqual([path, 403, 'not_a_member'])
    }
  })
})

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
