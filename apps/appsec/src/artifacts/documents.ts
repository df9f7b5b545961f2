import { createHash } from 'node:crypto'
import type { ArtifactKind } from '@gatehouse/contracts/scans'
import { buildPurl } from '@gatehouse/formats'
import {
  type BomCompleteness,
  cycloneDx,
  cycloneDxVex,
  openVex,
  sarifChunks,
  spdx,
  type VexDocument,
} from '@gatehouse/formats/artifacts'
import { coverageOf, gateRecordOf, gateTraitsOf } from '@gatehouse/scan-engine/gate'
import { bomOf, type ResultFinding, sarifResultOf, vexStatementsOf } from '@gatehouse/scan-engine/results'
import { type About, type Facts, TOOL_NAME } from './facts.ts'
import { metadataOf } from '../jobs/settle.ts'
import { coverageGapOf, isOfPackage, resultFinding } from './result-finding.ts'

/** Own limit of SARIF in UTF-16 units: about 100,000 findings. Known consumers accept less. Exports are unlimited. */
const SARIF_UNITS_MAX = 128 * 1024 * 1024
/** Number of findings to serialize before yielding to other requests. */
const BATCH = 200

type TextChunks = Iterable<string> | AsyncIterable<string>

/** Document that is generated while it is read. */
export type Document = readonly [kind: ArtifactKind, pieces: TextChunks]

/** Returns all documents except the log and the signature. An aborted scan has no gate decision. */
export function documentsOf(facts: Facts): readonly Document[] {
  return [...bills(facts), ['sarif', sarifOfScan(facts)], ...vexDocuments(facts, vexOf(facts)), ...gateDecision(facts)]
}

function bills(facts: Facts): readonly Document[] {
  const { scan, at: madeAt, version, inventory } = facts
  const bom = (kind: ArtifactKind) =>
    bomOf(inventory ?? { components: [], dependencies: new Map() }, {
      root: rootOf(scan),
      id: documentId(scan.id, kind),
      version,
      madeAt,
      completeness: completenessOf(facts),
      tool: toolOf(facts),
    })
  return [
    ['cyclonedx', once(() => cycloneDx(bom('cyclonedx')))],
    ['spdx', once(() => spdx(bom('spdx')))],
  ]
}

/** Missing advisories do not make the package list incomplete. */
function completenessOf({ inventory, status }: Facts): BomCompleteness {
  if (inventory === undefined) return 'unknown'
  const isWhole = inventory.gaps.every(({ reason }) => reason === 'no_advisories')
  return isWhole && status !== 'STOPPED' ? 'complete' : 'incomplete'
}

function sarifOfScan({ findings, baselineScanId, status, scan, at, toolVersion }: Facts): AsyncIterable<string> {
  function* results() {
    for (let from = 0; from < findings.length; from += BATCH) {
      const batch = findings.slice(from, from + BATCH).filter(({ isGap }) => !isGap)
      yield batch.map((item) => sarifResultOf(resultFinding(item, baselineScanId !== null)))
    }
  }
  const end = () => ({
    tool: { name: 'Gatehouse', version: toolVersion },
    gaps: findings.filter(({ isGap }) => isGap).map(coverageGapOf),
    successful: status === 'COMPLETED',
    ...(scan.startedAt !== null && { startedAt: scan.startedAt }),
    endedAt: at,
  })
  return sarifChunks({ results: results(), end, unitsMax: SARIF_UNITS_MAX })
}

function vexOf(facts: Facts): VexDocument {
  const { findings, at } = facts
  const packages = findings.filter(isOfPackage).map((finding) => resultFinding(finding, false))
  return vexDocument(facts, packages, at)
}

/** Creates the VEX statements for packages with findings. */
export function vexDocument(about: About, findings: readonly ResultFinding[], issuedAt: Date): VexDocument {
  const { scan, at, version } = about
  const { name, version: commit } = rootOf(scan)
  return {
    id: documentId(scan.id, 'openvex'),
    version,
    issuedAt,
    madeAt: at,
    author: `gatehouse:organization/${scan.organizationId}`,
    product: {
      id: buildPurl({ type: 'generic', name, version: commit }),
      name,
      ...(commit !== undefined && { version: commit }),
    },
    tool: toolOf(about),
    statements: vexStatementsOf(findings, { at }),
  }
}

/** Serializes one document in both formats with equal content. */
export function vexDocuments({ scan }: About, document: VexDocument): readonly Document[] {
  return [
    ['openvex', once(() => openVex(document))],
    ['cyclonedx-vex', once(() => cycloneDxVex({ ...document, id: documentId(scan.id, 'cyclonedx-vex') }))],
  ]
}

function gateDecision(facts: Facts): readonly Document[] {
  const { scan, at, gate, status, gaps, findings, baselineScanId, advisories, gateReasons, gateInput } = facts
  if (status === 'STOPPED') return []
  const record = () =>
    gateRecordOf({
      scanId: scan.id,
      projectId: scan.projectId,
      branch: scan.branch,
      commitSha: scan.commitSha,
      decidedAt: at,
      gate,
      scanStatus: status,
      baselineScanId,
      advisories,
      ...coverageOf(gaps),
      ...gateInput,
      findings: findings
        .filter(({ isGap }) => !isGap)
        .map((finding) => ({ ...finding, ...gateTraitsOf(metadataOf(finding)) })),
    })
  return [['gate-decision', once(() => ({ ...record(), gateReasons: [...gateReasons] }))]]
}

function rootOf({ projectName, commitSha }: About['scan']): { readonly name: string; readonly version?: string } {
  return { name: projectName, ...(commitSha !== null && { version: commitSha }) }
}

function toolOf({ toolVersion }: About) {
  return { name: TOOL_NAME, version: toolVersion }
}

/** Returns the same id for all versions of a scan's document: a version 8 UUID, RFC 9562 section 5.8. */
export function documentId(scanId: string, kind: ArtifactKind): string {
  const digest = createHash('sha256').update(`${scanId} ${kind}`).digest('hex')
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`]
  return [...parts, digest.slice(20, 32)].join('-')
}

function* once(make: () => object): Generator<string> {
  yield `${JSON.stringify(make())}\n`
}
