import type { Clock } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import { eachFinding, type FindingRow } from '@gatehouse/store/findings'
import {
  claimHostReview,
  hasLaterReview,
  type HostReportTask,
  type HostReview,
  saveHostReview,
} from '@gatehouse/store/projects'
import type { ScanRow } from '@gatehouse/store/scans'
import { sarifExport } from '../artifacts/export-findings.ts'
import { HostFailure } from './call.ts'
import type { ChangedLines, HostRepository } from './repository.ts'
import { commentOf, type Report, resolvedText, statusOf, summaryOf } from './report-text.ts'

/** Own limits of comments on lines per pull request, and of findings that are read for a report. */
const INLINE_MAX = 30
const FINDINGS_MAX = 5_000
/** Own limit of SARIF before compression; GitHub accepts 10 MB after it. */
const SARIF_CHARS_MAX = 32 * 1024 * 1024

interface Ports {
  readonly store: Store
  readonly clock: Clock
  readonly version: string
}

export interface ReportOptions {
  readonly task: HostReportTask
  readonly scan: ScanRow
  readonly host: HostRepository
  /** Address of the scan for links. */
  readonly url: string
  /** Reserves the comments of the pull request. */
  readonly deliveryId: string
  /** End of the reservation. */
  readonly until: Date
}

/**
 * Reports a scan to the git host: commit status, comments on its pull request, code scanning results. A repeated report continues where
 * the previous one ended.
 * @returns a note on what was left out
 * @throws {HostFailure}
 */
export async function reportScan(options: ReportOptions, ports: Ports): Promise<string> {
  const { task, scan, host, url } = options
  const found = await readFindings(scan, ports.store)
  const added = found.open.filter((finding) => task.isFirst || finding.isNew)
  const review =
    scan.prNumber === null ? undefined : await reviewPullRequest(options, found, added, scan.prNumber, ports)
  if (review !== REVIEWED) await host.setStatus(scan.commitSha!, statusOf({ scan, added, url }))
  const upload = scan.status === 'COMPLETED' ? await uploadResults(options, ports) : ''
  return [review ?? '', upload].filter((note) => note !== '').join('; ')
}

interface Found {
  /** Open findings, the most severe first. */
  readonly open: readonly FindingRow[]
  /** Coverage gaps. */
  readonly gaps: readonly FindingRow[]
  /** Whether there are more findings. */
  readonly isCut: boolean
}

async function readFindings(scan: ScanRow, store: Store): Promise<Found> {
  const open: FindingRow[] = []
  const gaps: FindingRow[] = []
  for await (const batch of eachFinding(store, scan.organizationId, scan.id, { status: ['OPEN', 'IN_PROGRESS'] })) {
    for (const row of batch) {
      if (row.isGap) gaps.push(row)
      else if (row.severity !== 'INFO') open.push(row)
    }
    if (open.length + gaps.length > FINDINGS_MAX) return { open: open.slice(0, FINDINGS_MAX), gaps, isCut: true }
  }
  return { open, gaps, isCut: false }
}

/** The commit status is set too. */
const REVIEWED = ''

/** @returns {@link REVIEWED}, or why not */
async function reviewPullRequest(
  { scan, host, url, deliveryId, until }: ReportOptions,
  found: Found,
  fresh: readonly FindingRow[],
  prNumber: number,
  { store, clock }: Ports,
): Promise<string> {
  const { organizationId, projectId, id: scanId } = scan
  const which = { organizationId, projectId, prNumber }
  if (await hasLaterReview(store, { ...which, scanId })) return 'a later scan of the pull request is reported instead'
  const now = new Date(clock.now())
  const claimed = await claimHostReview(store, which, deliveryId, { now, until })
  if (claimed === undefined) throw new HostFailure('another report of the pull request is in progress', null)
  let review = claimed
  const save = async (change: Partial<HostReview>, isDone = false): Promise<void> => {
    review = { ...review, ...change }
    if (await saveHostReview(store, which, deliveryId, review, isDone)) return
    throw new HostFailure('another report of the pull request is in progress', null)
  }
  const introduced = new Set([...claimed.introduced, ...fresh.map(({ fingerprint }) => fingerprint)])
  const added = found.open.filter(({ fingerprint }) => introduced.has(fingerprint))
  const report = { scan, added, url }
  if (scan.status === 'COMPLETED') await save({ introduced: added.map(({ fingerprint }) => fingerprint) })
  await host.setStatus(scan.commitSha!, statusOf(report))
  const summary = summaryOf(report)
  const isThere = review.summaryId !== null && (await host.updateComment(prNumber, review.summaryId, summary))
  if (!isThere) await save({ summaryId: await host.comment(prNumber, summary) })
  if (scan.status === 'COMPLETED') {
    await resolveFixed({ scan, host, prNumber }, found, () => review.inline, save)
    await commentLines({ scan, host, prNumber }, report, () => review.inline, save)
  }
  await save({}, true)
  return REVIEWED
}

interface Place {
  readonly scan: ScanRow
  readonly host: HostRepository
  readonly prNumber: number
}
type Save = (change: Partial<HostReview>) => Promise<void>
type Inline = HostReview['inline']

/** Resolves the comments of findings that are no longer open. */
async function resolveFixed(
  { scan, host, prNumber }: Place,
  { open, gaps, isCut }: Found,
  inline: () => Inline,
  save: Save,
): Promise<void> {
  if (isCut) return
  const remaining = new Set(open.map(({ fingerprint }) => fingerprint))
  for (const [fingerprint, { id, path, scanner }] of Object.entries(inline())) {
    // A file that was not analyzed may still have the finding.
    const isUnknown = gaps.some((gap) => gap.scanner === scanner && (gap.filePath === '' || gap.filePath === path))
    if (remaining.has(fingerprint) || isUnknown) continue
    // oxlint-disable-next-line no-await-in-loop -- an interruption repeats at most one call
    await host.resolveComment(prNumber, id, resolvedText(scan))
    const { [fingerprint]: _, ...rest } = inline()
    // oxlint-disable-next-line no-await-in-loop
    await save({ inline: rest })
  }
}

/** Comments once on each new finding whose lines the pull request changes. */
async function commentLines(
  { scan, host, prNumber }: Place,
  { added, url }: Omit<Report, 'added'> & { readonly added: readonly FindingRow[] },
  inline: () => Inline,
  save: Save,
): Promise<void> {
  const missing = added.filter(({ fingerprint, startLine }) => startLine > 0 && !Object.hasOwn(inline(), fingerprint))
  if (missing.length === 0) return
  const changed = await host.changedLines(prNumber)
  for (const finding of missing) {
    if (Object.keys(inline()).length >= INLINE_MAX) return
    const line = lineIn(changed, finding)
    if (line === undefined) continue
    const { filePath: path, fingerprint, scanner } = finding
    const comment = { path, line, commit: scan.commitSha!, body: commentOf(finding, url) }
    // oxlint-disable-next-line no-await-in-loop -- each comment is recorded before the next
    const id = await host.commentLine(prNumber, comment)
    // oxlint-disable-next-line no-await-in-loop
    if (id !== undefined) await save({ inline: { ...inline(), [fingerprint]: { id, path, scanner } } })
  }
}

/** Returns the first changed line of a finding. Without a list of changed lines: its first line. */
function lineIn(changed: ChangedLines | undefined, { filePath, startLine, endLine }: FindingRow): number | undefined {
  if (changed === undefined) return startLine
  const lines = changed.get(filePath)
  if (lines === undefined) return undefined
  const last = Math.max(startLine, endLine ?? startLine)
  return lines.values().find((line) => line >= startLine && line <= last)
}

/** Uploads the results where the git host has code scanning. */
async function uploadResults({ scan, host }: ReportOptions, { store, version }: Ports): Promise<string> {
  if (host.uploadSarif === undefined) return ''
  let text = ''
  for await (const chunk of sarifExport(scan, {}, { store, version })) {
    text += chunk
    if (text.length > SARIF_CHARS_MAX) return 'the results are too large for code scanning'
  }
  const ref = scan.prNumber === null ? `refs/heads/${scan.branch ?? ''}` : `refs/pull/${scan.prNumber}/head`
  try {
    await host.uploadSarif({ commit: scan.commitSha!, ref, sarif: Buffer.from(text) })
    return ''
  } catch (error) {
    // Code scanning is not part of every GitHub plan, and needs a permission of its own.
    if (error instanceof HostFailure && (error.status === 403 || error.status === 404)) {
      return `code scanning is not available: ${error.message}`
    }
    throw error
  }
}
