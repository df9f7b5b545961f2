import { readFile } from 'node:fs/promises'
import type { Handlers } from '@gatehouse/contracts'
import type { importEndpoints } from '@gatehouse/contracts/scans'
import { readReport, type Report, REPORT_BYTES_MAX, type ReportFormat } from '@gatehouse/formats/reports'
import { isSavedFile, memberOf, type RequestContext } from '@gatehouse/http'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { mergeObservations } from '@gatehouse/scan-engine'
import { findSameImport, insertImport } from '@gatehouse/store/findings'
import type { ImportSource } from '@gatehouse/store/scans'
import { memberEntry } from '../audited.ts'
import { observationsOf, scanTypeOf } from '../imports/observations.ts'
import { packResult } from '../jobs/shard-results.ts'
import { ownProject } from '../projects/own-project.ts'
import type { AppsecPorts } from './handler.ts'

const NAME_CHARS_MAX = 200

/** Handlers of reports from other scanners. */
export function importHandlers(ports: AppsecPorts): Handlers<typeof importEndpoints, RequestContext> {
  const { store, audit, room, wake } = ports
  return {
    async importFindings({ params: { projectId }, body, context }) {
      const project = await ownProject(projectId, ports, context)
      const { file, format, complete = false, branch = null, commitSha = null } = body
      if (file === undefined || !isSavedFile(file)) throw NO_FILE
      const report = await reportIn(file, format)
      const name = nameOf(file.name)
      const source: ImportSource = {
        kind: 'import',
        format: report.format,
        tool: report.tool,
        toolVersion: report.toolVersion,
        name,
        sha256: file.sha256,
        isComplete: complete,
      }
      const about = { projectId: project.id, ...shown(report) }
      const of = { organizationId: project.organizationId, projectId: project.id, branch }
      const same = await findSameImport(store, of, source)
      if (same !== undefined) return { scanId: same.id, ...about, isRepeated: true }
      const observations = observationsOf(report, name)
      const parts = [...observations].map(([scanner, some]) => ({
        scanner,
        findings: mergeObservations(some).length,
        result: packResult({ observations: some, gaps: [], scanner }),
      }))
      const id = uuidv7()
      const scan = { ...of, id, scanType: scanTypeOf(observations.keys()), source, commitSha }
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
  }
}

const NO_FILE = new Failure('invalid_request', 'Send the report as the form part `file`.')

async function reportIn(
  file: { readonly path: string; readonly size_bytes: number },
  format: ReportFormat | undefined,
): Promise<Report> {
  if (file.size_bytes > REPORT_BYTES_MAX) {
    throw new Failure('body_too_large', `A report can have at most ${REPORT_BYTES_MAX / 1024 / 1024} MiB.`)
  }
  return readReport(await readFile(file.path), format)
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
      .slice(0, NAME_CHARS_MAX) || 'report.json'
  )
}
