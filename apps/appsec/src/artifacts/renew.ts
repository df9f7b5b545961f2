import { gunzipSync } from 'node:zlib'
import type { VexStatement } from '@gatehouse/formats/artifacts'
import { Failure } from '@gatehouse/kernel'
import { isArtifactStale, type NewArtifact, renewArtifacts, type Renewal } from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'
import { z } from 'zod'
import { vexDocument, vexDocuments } from './documents.ts'
import { packSignatures, signDocuments, type Signatures } from './make-artifacts.ts'
import { resultFinding } from './result-finding.ts'
import { type SignerPorts, signerOf } from './signer.ts'

/** Document whose age triggers the renewal of all VEX documents. */
const LEADING = 'openvex'

export interface RenewPorts extends SignerPorts {
  readonly version: string
}

/** Used parts of an earlier OpenVEX document. */
const Earlier = z.object({
  timestamp: z.coerce.date(),
  statements: z.array(
    z.object({
      vulnerability: z.object({ name: z.string() }),
      timestamp: z.coerce.date(),
      products: z.array(z.object({ subcomponents: z.array(z.object({ '@id': z.string() })).default([]) })),
      status: z.string(),
      justification: z.string().optional(),
      impact_statement: z.string().optional(),
      action_statement: z.string().optional(),
    }),
  ),
})
type Earlier = z.infer<typeof Earlier>

/**
 * Renews and signs the VEX documents of a scan if its packages were triaged since they were created. Unchanged statements keep their time.
 * @throws {Failure} `unavailable` if they cannot be signed
 */
export async function renewVex(scan: ScanRow, ports: RenewPorts): Promise<void> {
  if (!(await isArtifactStale(ports.store, scan, LEADING))) return
  const renewing = renewals.get(ports.store) ?? new Map<string, Promise<void>>()
  renewals.set(ports.store, renewing)
  const before = renewing.get(scan.id)
  if (before !== undefined) {
    // A running renewal may have started before the caller's triage.
    await before.catch(() => undefined)
    if (!(await isArtifactStale(ports.store, scan, LEADING))) return
  }
  const under = renewing.get(scan.id) ?? renew(scan, ports).finally(() => renewing.delete(scan.id))
  renewing.set(scan.id, under)
  await under
}

/** Running renewals by scan: parallel requests cost one signature. */
const renewals = new WeakMap<RenewPorts['store'], Map<string, Promise<void>>>()

async function renew(scan: ScanRow, ports: RenewPorts): Promise<void> {
  const signer = await signerOf(scan.organizationId, ports)
  if (typeof signer === 'string') throw new Failure('unavailable', signer)
  await renewArtifacts(ports.store, scan, LEADING, async ({ version, findings, read }) => {
    const at = new Date(ports.clock.now())
    const earlier = await earlierOf(read)
    const about = { scan, toolVersion: ports.version, at, version }
    const packages = findings.map((finding) => resultFinding(finding, false))
    const document = vexDocument(about, packages, earlier?.timestamp ?? at)
    const known = new Map(document.statements.map((statement) => [statement, sinceOf(statement, earlier)]))
    if (isSame([...known.values()], earlier)) return []
    const statements = document.statements.map((statement) => ({ ...statement, since: known.get(statement) ?? at }))
    const documents = vexDocuments(about, { ...document, statements })
    const signatures = await signaturesOf(read)
    // Documents that were unsigned at the end of the scan stay unsigned: a later signature would not prove their origin.
    const created = await signDocuments(documents, signatures === undefined ? 'The scan has no signatures.' : signer)
    const bundle: NewArtifact[] =
      signatures === undefined ? [] : [await packSignatures({ ...signatures, ...created.signatures })]
    return [...created.artifacts, ...bundle]
  })
}

async function earlierOf(read: Renewal['read']): Promise<Earlier | undefined> {
  const packed = await read(LEADING)
  return packed && Earlier.parse(JSON.parse(gunzipSync(packed).toString()))
}

async function signaturesOf(read: Renewal['read']): Promise<Signatures | undefined> {
  const packed = await read('signature')
  // Only packSignatures writes this column.
  return packed && (JSON.parse(gunzipSync(packed).toString()) as Signatures)
}

/** Returns whether the document is up to date. Several findings can share a statement, so that counting them is not enough. */
function isSame(since: readonly (Date | undefined)[], earlier: Earlier | undefined): boolean {
  return earlier !== undefined && since.length >= earlier.statements.length && !since.includes(undefined)
}

function sinceOf(vexStatement: VexStatement, earlier: Earlier | undefined): Date | undefined {
  return earlier?.statements.find(
    (other) =>
      other.vulnerability.name === vexStatement.vulnerability.id &&
      other.products.some(({ subcomponents }) =>
        subcomponents.some((part) => part['@id'] === vexStatement.component),
      ) &&
      other.status === vexStatement.status &&
      other.justification === vexStatement.justification &&
      other.impact_statement === vexStatement.impact &&
      other.action_statement === vexStatement.action,
  )?.timestamp
}
