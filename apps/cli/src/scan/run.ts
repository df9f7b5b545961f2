import { writeFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { FINDING_SEVERITIES } from '@gatehouse/contracts/scans'
import { Failure } from '@gatehouse/kernel'
import {
  attributedGaps,
  blindnessIn,
  decideGate,
  distinctGaps,
  gateTraitsOf,
  gateUnanalysed,
  notRunGaps,
} from '@gatehouse/scan-engine/gate'
import {
  type CoverageGap,
  classifyPaths,
  fingerprint,
  type Fingerprinted,
  entryPointsIn,
  type LocalScan,
  type MergedObservation,
  runScan,
} from '@gatehouse/scan-engine'
import { advisoryCoverage } from '@gatehouse/sca'
import { ignoreLinesIn } from '@gatehouse/sast'
import type { ScanThreads } from '@gatehouse/scan-engine/threads'
import { EXIT, type Io } from '../command.ts'
import { progressLine } from '../terminal.ts'
import { VERSION } from '../version.ts'
import { type Known, readKnown, resultsOf, writeBaseline } from './baseline.ts'
import { decide, gateOf, suppressionsOf } from './gate.ts'
import { type HistoryScan, scanHistoryOf, withHistory } from './history.ts'
import type { ScanOptions } from './options.ts'
import { scanLine } from './progress.ts'
import { asTable, shortly } from './report-table.ts'
import { asCsv, asHtml, asJson, asSarif, isOpen, type ScanReport } from './report.ts'
import { checkImageOptions, openImageSource } from './image.ts'
import { openImageScanners, openScanners, type OpenScanners, type ScannerOptions } from './scanners.ts'
import { type OpenSource, openSource } from './source.ts'
import { threadsFor } from './threads.ts'
import { verifyFound } from './verify-found.ts'

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
 * @throws {Failure} if the source, baseline, or gate is invalid
 */
export async function scanSource(text: string, scanOptions: ScanOptions, io: Io): Promise<number> {
  const options: ScanOptions = scanOptions.since === undefined ? scanOptions : { ...scanOptions, history: true }
  if (options.image !== undefined) checkImageOptions(text, options)
  if (options.history === true && options.type !== 'FULL' && options.type !== 'SECRETS_ONLY') {
    throw new Failure(
      'invalid_request',
      `--history and --since search for secrets, which --type ${options.type} excludes.`,
    )
  }
  const gate = gateOf(options, io)
  const known = readKnown(pathsOf(options, io))
  const seen = await scanTree(text, options, known, io)
  const open = {
    ...seen.report,
    gaps: [
      ...seen.report.gaps,
      ...notRunGaps(options.image === undefined ? options.type : 'IMAGE', new Set(seen.report.scanners)),
    ],
  }
  const report = gate === undefined ? open : { ...open, gate: await decide(gate, open, known, options, io) }
  await write(WRITERS[options.format](report), options.output, io)
  if (options.output !== undefined) io.stderr.write(`${shortly(report)}\n`)
  if (options.writeBaseline !== undefined) {
    await writeBaseline(resolve(io.cwd, options.writeBaseline), seen.marked, known)
  }
  return codeOf(report, options.failOn)
}

/** Result of a scan before triage and gate. */
export interface ScannedSource {
  readonly report: ScanReport
  readonly marked: readonly Fingerprinted[]
}

/**
 * Scans a source.
 * @throws {Failure} if it is invalid
 */
export async function scanTree(
  text: string,
  options: ScannerOptions &
    Pick<
      ScanOptions,
      | 'image'
      | 'platform'
      | 'branch'
      | 'commit'
      | 'all'
      | 'history'
      | 'since'
      | 'threads'
      | 'verifySecrets'
      | 'fullSeverity'
    >,
  known: Known,
  io: Io,
): Promise<ScannedSource> {
  const stop = new AbortController()
  void io.untilStopped().then((signal) => stop.abort(new Failure('unavailable', `The scan was stopped by ${signal}.`)))
  const image = options.image === undefined ? undefined : await openImageSource(options.image, options, io, stop.signal)
  const source = image ?? (await openSource(text, options, io, stop.signal))
  let open: OpenScanners | undefined
  let threads: ScanThreads | undefined
  const line = progressLine(io)
  try {
    if (options.cache !== undefined) checkCache(resolve(io.cwd, options.cache), source)
    open = image === undefined ? await openScanners(options, io) : await openImageScanners(image, options, io)
    const startedAt = new Date()
    const { scanners } = open
    threads = threadsFor(source.tree, scanners, options.threads)
    const spread = threads?.spread ?? ((scanner) => scanner)
    const result = await runScan({
      tree: source.tree,
      scanners: scanners.map(spread),
      atOnce: threads?.count ?? 1,
      signal: stop.signal,
      onProgress: (board) => line.show(scanLine(board, source.tree)),
    })
    line.clear()
    const history = options.history === true ? await scanHistoryOf(source, options, io, stop.signal) : undefined
    const current = [...result.observations, ...result.suppressed]
    const seen = withHistory(current, history?.observations ?? []).map(accepted)
    const entries = image === undefined ? await entryPointsIn(source.tree) : undefined
    const { kept, left } = worst(classifyPaths(seen, options.fullSeverity !== true, entries))
    const verified =
      options.verifySecrets === true ? await verifyFound(kept, source.tree, io, stop.signal) : { seen: kept, gaps: [] }
    const marked = fingerprint(verified.seen, known.findings)
    const ignoreLines = options.all === true ? 0 : await countIgnoreLines(source, scanners)
    const ran = { result, history, ignoreLines }
    const report = reportOf(source, open, ran, startedAt, resultsOf(marked, known))
    return { marked, report: { ...report, gaps: [...report.gaps, ...left, ...verified.gaps] } }
  } finally {
    line.clear()
    await threads?.close()
    await open?.close()
    await source.close()
  }
}

/** @throws {Failure} if the cache is inside the source, which could then contain forged results */
function checkCache(folder: string, { folder: root, isFetched }: OpenSource): void {
  if (isFetched || relative(root, folder).split(sep)[0] === '..') return
  throw new Failure(
    'invalid_request',
    'The --cache folder must be outside the scanned folder, because its contents are trusted.',
  )
}

/** Own limit: reports are built in memory. The service keeps twice as many. */
const FINDINGS_MAX = 100_000

/** Keeps the most severe findings up to the limit, and reports the number of others. */
function worst(seen: readonly MergedObservation[]): {
  readonly kept: readonly MergedObservation[]
  readonly left: readonly CoverageGap[]
} {
  const [first] = seen
  if (first === undefined || seen.length <= FINDINGS_MAX) return { kept: seen, left: [] }
  const mergedObservations = FINDING_SEVERITIES.flatMap((word) => seen.filter(({ severity }) => severity === word))
  const detail = `Only ${FINDINGS_MAX} findings are kept; ${seen.length - FINDINGS_MAX} findings with the lowest severity were dropped.`
  return {
    kept: mergedObservations.slice(0, FINDINGS_MAX),
    left: [{ scanner: first.scanner, reason: 'too_large', detail }],
  }
}

interface RanScan {
  readonly result: LocalScan
  readonly history: HistoryScan | undefined
  readonly ignoreLines: number
}

async function countIgnoreLines({ tree }: OpenSource, scanners: OpenScanners['scanners']): Promise<number> {
  return scanners.some(({ name }) => READERS_OF_LISTS.has(name)) ? (await ignoreLinesIn(tree)).length : 0
}

/** Scanners that respect ignore files. */
const READERS_OF_LISTS: ReadonlySet<string> = new Set(['SAST_PATTERN', 'IAC', 'K8S'])

/** Users decide about suppressions in their own files. */
function accepted(mergedObservation: MergedObservation): MergedObservation {
  if (mergedObservation.suppression === undefined) return mergedObservation
  return {
    ...mergedObservation,
    metadata: { ...mergedObservation.metadata, suppression: { ...mergedObservation.suppression, counts: true } },
  }
}

function reportOf(
  { name, commit, gaps }: OpenSource,
  { scanners, snapshot, manifest }: OpenScanners,
  { result, history, ignoreLines }: RanScan,
  startedAt: Date,
  findings: ScanReport['findings'],
): ScanReport {
  const names = scanners.map((scanner) => scanner.name)
  const { inventory } = result
  const coverage = inventory && advisoryCoverage(inventory.components, manifest)
  return {
    name,
    ...(commit === undefined ? {} : { commit }),
    tool: { name: 'Gatehouse', version: VERSION },
    startedAt,
    endedAt: new Date(),
    findings,
    gaps: distinctGaps([...result.gaps, ...attributedGaps(gaps, names), ...(history?.gaps ?? [])]),
    filesScanned: result.filesScanned,
    ignoreLines,
    ...(snapshot === undefined ? {} : { advisories: snapshot }),
    ...(coverage === undefined ? {} : { advisoryCoverage: coverage }),
    ...(history === undefined ? {} : { history: history.read }),
    scanners: names,
    failed: result.failed,
  }
}

/** Writes a document to a file, or to standard output. */
export async function write(text: string, output: string | undefined, io: Pick<Io, 'cwd' | 'stdout'>): Promise<void> {
  if (output === undefined) io.stdout.write(text)
  else await writeFile(resolve(io.cwd, output), text)
}

/** Returns the paths of the files with known findings. */
export function pathsOf(
  { baseline, triage }: Pick<ScanOptions, 'baseline' | 'triage'>,
  { cwd }: Pick<Io, 'cwd'>,
): Parameters<typeof readKnown>[0] {
  return {
    ...(baseline !== undefined && { baseline: resolve(cwd, baseline) }),
    ...(triage !== undefined && { triage: resolve(cwd, triage) }),
  }
}

/** An incomplete scan is never a pass. */
function codeOf(report: ScanReport, failOn: ScanOptions['failOn']): number {
  const { findings, failed, gaps, gate } = report
  if (gate === undefined) {
    const isRefused = findings.some(
      (finding) => isOpen(finding) && finding.isNew !== false && failOn.includes(finding.severity),
    )
    if (isRefused) return EXIT.refused
    // A gate decides itself about code that was not analysed.
    if (gateUnanalysed(gaps, report.commit !== undefined).files > 0) return EXIT.failure
  } else if (isOverLimits(report, gate.gate)) return EXIT.refused
  return failed.length > 0 || blindnessIn(gaps).length > 0 ? EXIT.failure : EXIT.ok
}

/** Returns whether the gate would fail even for a complete scan. Incompleteness alone has another exit code. */
function isOverLimits(report: ScanReport, gate: NonNullable<ScanReport['gate']>['gate']): boolean {
  const findings = report.findings.map((finding) => ({
    ...finding,
    isNew: finding.isNew === true,
    ...gateTraitsOf(finding.metadata),
  }))
  const decided = decideGate({
    gate,
    findings,
    scanStatus: 'COMPLETED',
    gaps: 0,
    blind: [],
    suppressions: suppressionsOf(report),
    unanalysed: gateUnanalysed(report.gaps, report.commit !== undefined),
  })
  return decided.gateResult === 'FAILED'
}
