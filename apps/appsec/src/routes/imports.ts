import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Handlers } from '@gatehouse/contracts'
import type { importEndpoints } from '@gatehouse/contracts/scans'
import { readReport, type Report, REPORT_BYTES_MAX, type ReportFormat } from '@gatehouse/formats/reports'
import { isSavedFile, memberOf, type RequestContext } from '@gatehouse/http'
import { Failure, isoTime, uuidv7 } from '@gatehouse/kernel'
import { readSbom, SBOM_BYTES_MAX } from '@gatehouse/sca'
import { mergeObservations } from '@gatehouse/scan-engine'
import { findSameImport, insertImport, insertPackageScan } from '@gatehouse/store/findings'
import type { ImportSource } from '@gatehouse/store/scans'
import { memberEntry } from '../audited.ts'
import { inTurn } from '../imports/import-turns.ts'
import { observationsOf, scanTypeOf } from '../imports/observations.ts'
import { packInventory, packResult } from '../jobs/shard-results.ts'
import { ownProject } from '../projects/own-project.ts'
import type { AppsecHandler, AppsecPorts } from './handler.ts'

const NAME_CHARS_MAX = 200

/** Handlers of reports from other scanners. */
export function importHandlers(ports: AppsecPorts): Handlers<typeof importEndpoints, RequestContext> {
  const { store, audit, room, wake } = ports
  return {
    async importFindings({ params: { projectId }, body, context }) {
      const project = await ownProject(projectId, ports, context)
      const { file, format, complete = false, branch = null, commitSha = null } = body
      const name = nameOf(file?.name ?? '')
      const { report, sha256, scanType, parts } = await inTurn(async () =>
        partsOf(await bytesOf(file, REPORT_BYTES_MAX), name, format),
      )
      const source: ImportSource = {
        kind: 'import',
        format: report.format,
        tool: report.tool,
        toolVersion: report.toolVersion,
        name,
        sha256,
        isComplete: complete,
      }
      const about = { projectId: project.id, ...shown(report) }
      const of = { organizationId: project.organizationId, projectId: project.id, branch }
      const same = await findSameImport(store, of, source)
      if (same !== undefined) return { scanId: same.id, ...about, isRepeated: true }
      const id = uuidv7()
      const scan = { ...of, id, scanType, source, commitSha }
      const triggeredBy = memberOf(context).email
      await insertImport(store, { ...scan, sourceType: 'IMPORT', sourceRef: name, triggeredBy }, parts, room)
      const details = {
        projectId: project.id,
        format: report.format,
        tool: report.tool,
        findings: report.findings.length,
      }
      await audit.append(
        memberEntry({ action: 'findings.imported', resource: 'scan', resourceId: id, details }, context),
      )
      wake()
      return { scanId: id, ...about, isRepeated: false }
    },
    uploadSbom: uploadSbom(ports),
  }
}

const uploadSbom: AppsecHandler<'uploadSbom'> =
  (ports) =>
  async ({ params: { projectId }, body: { file, branch = null, commitSha = null }, context }) => {
    const { store, audit, room, wake, clock } = ports
    const project = await ownProject(projectId, ports, context)
    const name = nameOf(file?.name ?? '')
    const { standard, version, inventory } = await inTurn(async () =>
      readSbom(await bytesOf(file, SBOM_BYTES_MAX), name),
    )
    const id = uuidv7()
    const source = { kind: 'inventory', scanId: id, scannedAt: isoTime(clock.now()) } as const
    const of = { organizationId: project.organizationId, projectId: project.id, branch, commitSha }
    const by = { triggeredBy: memberOf(context).email, sourceType: 'SBOM', sourceRef: name } as const
    const packages = { inventory: packInventory(inventory) }
    await insertPackageScan(store, { ...of, ...by, id, scanType: 'SCA_ONLY', source }, packages, room)
    const components = inventory.components.length
    const details = { projectId: project.id, standard, version, components }
    await audit.append(memberEntry({ action: 'sbom.uploaded', resource: 'scan', resourceId: id, details }, context))
    wake()
    return { scanId: id, projectId: project.id, status: 'QUEUED', standard, version, components }
  }

/** Reads a report and compresses its observations by scanner. @throws {Failure} `invalid_request` */
function partsOf(bytes: Buffer, name: string, format: ReportFormat | undefined) {
  const report = readReport(bytes, format)
  const observations = observationsOf(report, name)
  const parts = [...observations].map(([scanner, some]) => ({
    scanner,
    findings: mergeObservations(some).length,
    result: packResult({ observations: some, gaps: [], scanner }),
  }))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { report, sha256, scanType: scanTypeOf(observations.keys()), parts }
}

/** @throws {Failure} `invalid_request`, `body_too_large` */
async function bytesOf(file: unknown, bytes_max: number): Promise<Buffer> {
  if (!isSavedFile(file)) throw new Failure('invalid_request', 'Send the document as the form part `file`.')
  if (file.size_bytes > bytes_max) {
    throw new Failure('body_too_large', `The document can have at most ${bytes_max / 1024 / 1024} MiB.`)
  }
  return readFile(file.path)
}

function shown({ format, tool, toolVersion, findings, skipped }: Report) {
  return { format, tool, toolVersion, findings: findings.length, skipped }
}

function nameOf(name: string): string {
  const last = name.replace(/^.*[/\\]/, '').toWellFormed()
  return (
    last
      .replace(/[\p{Cc}\u2028\u2029]/gu, '')
      .trim()
      .slice(0, NAME_CHARS_MAX) || 'document.json'
  )
}
