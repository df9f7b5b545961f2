import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { AttackRecord, Report, ReportMeta } from '@gatehouse/contracts/reports'
import type { StoredReport } from '@gatehouse/store/redteam'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Maximum size of all records before compression: a browser and a pipeline can still process it. Own limit. */
export const REPORT_BYTES_MAX = 64 * 1024 * 1024
/** Of each text of a record for which there is no room any more. */
const SHORT_UNITS = 300

/** Returns the file name of a run's report: unique, in chronological order, and in the format of docs/spec/redteam.md. */
export function reportFilename(runId: string): string {
  return `report-${runId}.json`
}

/** Packs a report for storage, with a bounded size. */
export async function packReport(report: Report): Promise<StoredReport> {
  const bounded = boundedReport(report, REPORT_BYTES_MAX)
  const filename = reportFilename(report.runId)
  return {
    filename,
    targetUrl: report.targetUrl,
    meta: metaOf(report, filename),
    content: await pack(JSON.stringify(bounded)),
  }
}

/** As a text: JSON. */
export async function unpackReport(content: Buffer): Promise<string> {
  return (await unpack(content)).toString()
}

export async function parseReport(content: Buffer): Promise<Report> {
  // The stored value was created by packReport.
  return JSON.parse(await unpackReport(content)) as Report
}

/**
 * Bounds the total size of a report's records. Records over the limit keep only the beginnings of their texts, with verdict and evidence,
 * and are marked as cut.
 */
export function boundedReport(report: Report, most_bytes: number): Report {
  let bytes = 0
  const rounds = report.rounds.map(({ round, results }) => ({
    round,
    results: results.map((record) => {
      bytes += Buffer.byteLength(JSON.stringify(record))
      return bytes <= most_bytes ? record : shortened(record)
    }),
  }))
  return { ...report, rounds }
}

function shortened(record: AttackRecord): AttackRecord {
  const { attack, request, response } = record
  const { history: _history, ...rest } = attack
  return {
    ...record,
    attack: { ...rest, turns: attack.turns.slice(0, 1).map(short) },
    request: request === null ? null : short(request),
    response: response === null ? null : short(response),
    conversation: [],
    toolCalls: [],
  }
}

function short(text: string): string {
  return text.length <= SHORT_UNITS ? text : `${text.slice(0, SHORT_UNITS).toWellFormed()}… [cut: the report is full]`
}

function metaOf({ runId, timestamp, targetUrl, summary, findings }: Report, filename: string): ReportMeta {
  const { score, scoreStatus, grade, confidenceInterval, totalAttacks, passed, failed, errors } = summary
  return {
    filename,
    reportFile: filename,
    runId,
    timestamp,
    targetUrl,
    score,
    scoreStatus,
    grade,
    confidenceInterval,
    totalAttacks,
    passed,
    failed,
    errors,
    findings: findings.length,
  }
}
