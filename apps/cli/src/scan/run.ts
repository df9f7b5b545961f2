import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FindingSeverity } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'
import { fingerprint, runScan } from '@gatehouse/scanners'
import { EXIT, type Io } from '../command.ts'
import { VERSION } from '../version.ts'
import { readBaseline, writeBaseline } from './baseline.ts'
import type { ScanOptions } from './options.ts'
import { progressLine } from './progress.ts'
import { asCsv, asHtml } from './report-pages.ts'
import { asJson, asSarif, asTable, type ScanReport } from './report.ts'
import { openScanners } from './scanners.ts'
import { openSource } from './source.ts'
import { threadsFor } from './threads.ts'

const WRITERS: Readonly<Record<ScanOptions['format'], (report: ScanReport) => string>> = {
  table: asTable,
  json: asJson,
  sarif: asSarif,
  html: asHtml,
  csv: asCsv,
}

/**
 * Scans a source and writes the report.
 * @returns the exit code
 * @throws {Failure} what is wrong with the source or the baseline
 */
export async function scanSource(given: string, options: ScanOptions, io: Io): Promise<number> {
  const stop = new AbortController()
  void io.untilStopped().then((signal) => stop.abort(new Failure('unavailable', `The scan was ended by ${signal}.`)))
  const known = options.baseline === undefined ? undefined : readBaseline(resolve(io.cwd, options.baseline))
  const source = await openSource(given, options, io, stop.signal)
  const line = progressLine(io)
  const open = openScanners(options, io)
  const { scanners, snapshot } = open
  const threads = threadsFor(source.tree, options.threads)
  try {
    const startedAt = new Date()
    const result = await runScan({
      tree: source.tree,
      scanners: threads === undefined ? scanners : scanners.map(threads.spread),
      atOnce: threads?.count ?? 1,
      signal: stop.signal,
      onProgress: (board) => line.show(board),
    })
    line.clear()
    const report: ScanReport = {
      name: source.name,
      ...(source.commit === undefined ? {} : { commit: source.commit }),
      tool: { name: 'Gatehouse', version: VERSION },
      startedAt,
      endedAt: new Date(),
      findings: fingerprint(result.observations, known),
      gaps: result.gaps,
      filesScanned: result.filesScanned,
      ...(snapshot === undefined ? {} : { advisories: snapshot }),
      scanners: scanners.map(({ name }) => name),
      failed: result.failed,
      compared: known !== undefined,
    }
    const text = WRITERS[options.format](report)
    if (options.output === undefined) io.stdout.write(text)
    else await writeFile(resolve(io.cwd, options.output), text)
    if (options.writeBaseline !== undefined)
      await writeBaseline(resolve(io.cwd, options.writeBaseline), report.findings)
    return codeOf(report, options.failOn)
  } finally {
    line.clear()
    await threads?.close()
    open.close()
    await source.close()
  }
}

/** A scan that did not run in full is never a pass. */
function codeOf({ findings, failed, gaps }: ScanReport, failOn: readonly FindingSeverity[]): number {
  const counts = findings.some(({ observation, known }) => known === undefined && failOn.includes(observation.severity))
  if (counts) return EXIT.refused
  const isBlind = gaps.some(({ reason }) => reason === 'no_advisories')
  return failed.length > 0 || isBlind ? EXIT.failure : EXIT.ok
}
