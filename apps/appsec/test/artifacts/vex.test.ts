import { type SignatureBundle, verifyArtifact } from '@gatehouse/formats/artifacts'
import { complaints } from '@gatehouse/testkit'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { findingsOf, scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'
import { artifact, document, linesOf } from './artifacts.ts'
import { packageRegistry } from './package-scanner.ts'

const FILES = {
  'packages.txt': 'left 1.0.0 CVE-2024-0001 reachable\nright 2.0.0 CVE-2024-0002 unused\nup 3.0.0 CVE-2024-0003\n',
}

interface OpenVex {
  readonly '@id': string
  readonly version: number
  readonly timestamp: string
  readonly last_updated?: string
  readonly statements: readonly {
    readonly vulnerability: { readonly name: string }
    readonly status: string
    readonly justification?: string
    readonly impact_statement?: string
    readonly action_statement?: string
    readonly timestamp: string
  }[]
}

let ready: Promise<Served> | undefined
const start = () => (ready ??= serve({ worker: {}, scanners: packageRegistry() }))
afterAll(async () => (await start()).close())

let service: Served
let ann: Person
let scanId: string
beforeEach(async () => {
  service = await start()
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
  scanId = String((await scanned(service, ann, FILES, { scanType: 'SCA_ONLY', projectName: 'shop' }))['id'])
})

const openVex = (id: unknown = scanId): Promise<OpenVex> => document(service, ann, id, 'openvex')
const statusOf = ({ statements }: OpenVex, cve: string) =>
  statements.find((statement) => statement.vulnerability.name === cve)

async function judge(cve: string, status: string, statusNote?: string): Promise<void> {
  const { findings } = await findingsOf(service, ann, scanId, `?search=${cve}`)
  const url = `${service.url}/api/findings/${findings[0]!.id}`
  const answer = await send(url, 'PATCH', { status, ...(statusNote !== undefined && { statusNote }) }, ann.key)
  expect(answer.status).toBe(200)
}

describe('VEX documents', () => {
  test('start with the imports found in the code', async () => {
    const created = await openVex()
    expect(created.statements.map(({ vulnerability, status }) => [vulnerability.name, status])).toEqual([
      ['CVE-2024-0001', 'affected'],
      ['CVE-2024-0002', 'not_affected'],
      ['CVE-2024-0003', 'under_investigation'],
    ])
    expect(statusOf(created, 'CVE-2024-0002')?.justification).toBe('vulnerable_code_not_in_execute_path')
    expect(created).toMatchObject({ version: 1 })
  })

  proves(['appsec:finer.not-affected'], 'are renewed and signed after triage, with a higher version', async () => {
    const [first, sbom] = [await openVex(), await artifact(service, ann, scanId, 'cyclonedx')]
    const before: SignatureBundle = await document(service, ann, scanId, 'signature')
    await judge('CVE-2024-0001', 'FALSE_POSITIVE', 'inline_mitigations_already_exist: the proxy drops it')
    const second = await openVex()
    expect(complaints.openVex(second)).toEqual([])
    expect(statusOf(second, 'CVE-2024-0001')).toMatchObject({
      status: 'not_affected',
      justification: 'inline_mitigations_already_exist',
      impact_statement: 'the proxy drops it',
    })
    expect([second.version, second['@id'], second.timestamp]).toEqual([2, first['@id'], first.timestamp])
    expect(Date.parse(second.last_updated!)).toBeGreaterThan(Date.parse(first.timestamp))
    // An unchanged statement keeps its start time.
    expect(statusOf(second, 'CVE-2024-0002')).toEqual(statusOf(first, 'CVE-2024-0002'))
    expect(statusOf(second, 'CVE-2024-0001')!.timestamp).toBe(second.last_updated)
    const cyclonedx = await artifact(service, ann, scanId, 'cyclonedx-vex')
    expect(JSON.parse(cyclonedx.text)).toMatchObject({
      version: 2,
      vulnerabilities: [{ id: 'CVE-2024-0001', analysis: { state: 'not_affected' } }, {}, {}],
    })
    const after: SignatureBundle = await document(service, ann, scanId, 'signature')
    const vex = await artifact(service, ann, scanId, 'openvex')
    expect(verifyArtifact(vex.bytes, after['openvex']!)).toBe(true)
    expect(verifyArtifact(cyclonedx.bytes, after['cyclonedx-vex']!)).toBe(true)
    expect(verifyArtifact(vex.bytes, before['openvex']!)).toBe(false)
    // Artifacts about the scan itself are unchanged, and so are their signatures.
    const { openvex: _vex, 'cyclonedx-vex': _other, ...rest } = after
    expect(before).toMatchObject(rest)
    expect((await artifact(service, ann, scanId, 'cyclonedx')).text).toBe(sbom.text)
  })

  test('are regenerated once for concurrent requests, and again only after new triage', async () => {
    await judge('CVE-2024-0003', 'ACCEPTED_RISK')
    const created = await Promise.all(Array.from({ length: 8 }, () => openVex()))
    expect(new Set(created.map(({ version }) => version))).toEqual(new Set([2]))
    expect(statusOf(created[0]!, 'CVE-2024-0003')).toMatchObject({ status: 'affected' })
    expect((await openVex()).version).toBe(2)
    await judge('CVE-2024-0003', 'RESOLVED')
    expect(statusOf(await openVex(), 'CVE-2024-0003')).toMatchObject({ status: 'fixed' })
    expect((await openVex()).version).toBe(3)
  })

  test('stay unchanged when triage changes no statement', async () => {
    const [before, vex] = [await linesOf(service, ann, scanId), await openVex()]
    await judge('CVE-2024-0003', 'OPEN')
    expect([await linesOf(service, ann, scanId), await openVex()]).toEqual([before, vex])
    await judge('CVE-2024-0003', 'FALSE_POSITIVE')
    expect((await openVex()).version).toBe(2)
  })

  test('listed by the scan and the artifact list match the served documents', async () => {
    await judge('CVE-2024-0001', 'FALSE_POSITIVE')
    const { body } = await send(`${service.url}/api/scans/${scanId}`, 'GET', undefined, ann.key)
    const lines = await linesOf(service, ann, scanId)
    expect(body['artifacts']).toEqual(lines)
    const { headers } = await artifact(service, ann, scanId, 'openvex')
    expect(headers.get('etag')).toBe(`"${lines.find(({ kind }) => kind === 'openvex')!.sha256}"`)
  })

  test('of earlier scans are updated too, and later scans start with existing triage', async () => {
    const { body } = await send(`${service.url}/api/scans/${scanId}`, 'GET', undefined, ann.key)
    const project = { scanType: 'SCA_ONLY', projectId: String(body['projectId']) }
    const between = await scanned(service, ann, FILES, project)
    await judge('CVE-2024-0001', 'FALSE_POSITIVE')
    const later = await scanned(service, ann, FILES, project)
    const created = await Promise.all([scanId, between['id'], later['id']].map((id) => openVex(id)))
    expect(created.map((item) => [item.version, statusOf(item, 'CVE-2024-0001')?.status])).toEqual([
      [2, 'not_affected'],
      [2, 'not_affected'],
      [1, 'not_affected'],
    ])
    expect(new Set(created.map((item) => item['@id'])).size).toBe(3)
  })
})
