import type { SuggestedRepair } from '@gatehouse/contracts/scans'
import { Failure } from '@gatehouse/kernel'
import { OWN_PACK, suggestFix } from '@gatehouse/sast'
import type { FindingRow } from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'
import { readFromSource, type SourcePorts } from '../jobs/workspaces.ts'

/** Own limit of sources fetched in parallel for repairs: each may be as large as a scan's source. */
const AT_ONCE_MAX = 2
const RETRY_S = 10

let running = 0

/**
 * Generates the repair of a finding's rule, verified on a copy of the scanned file.
 * @throws {Failure} `conflict` with a `reason` if there is none or the source is gone, `rate_limited` for too many requests, or if
 *   the source is invalid
 */
export async function suggestRepair(
  finding: FindingRow,
  scan: ScanRow,
  ports: SourcePorts,
  signal: AbortSignal,
): Promise<SuggestedRepair> {
  const { details, filePath, ruleId, scanner, startLine } = finding
  const { metadata, startColumn } = details as { metadata?: { fix?: unknown }; startColumn?: number | null }
  if (typeof metadata?.fix !== 'string') {
    throw none('no_safe_fix', 'No automatic fix exists for this finding.')
  }
  if (scan.source.kind === 'inventory' || (scan.source.kind === 'upload' && scan.sourceFile === null)) {
    throw none('source_removed', 'The source of this scan was deleted. Scan again.')
  }
  const content = await withConcurrencyLimit(() => readFromSource(scan, filePath, ports, signal))
  const part = scanner === 'SAST_PATTERN' ? 'code' : 'configuration'
  const made = await suggestFix({ ruleId, filePath, startLine, startColumn }, content, { ...OWN_PACK, part })
  if (typeof made === 'string') throw none('no_safe_fix', `No safe fix is known for this finding. ${made}`)
  const { diff, code, title, check } = made
  return {
    diff,
    optionalUnifiedDiff: diff,
    summary: `${title} The diff replaces the code at ${filePath}:${startLine} with the rule's fix.`,
    developerFix: code,
    verificationSteps: [
      ...(check === undefined ? [] : [`Before you apply it: ${check}`]),
      'Verified: the diff was applied to a copy of the scanned file; the file parses, the finding is gone, and there are no new findings.',
      `At ${scan.commitSha === null ? 'the source that was scanned' : `commit ${scan.commitSha}`}, run git apply with the diff.`,
      "Run the project's tests: the rule cannot determine what callers expect.",
      `Scan again: ${ruleId} no longer matches at ${filePath}:${startLine}.`,
    ],
    source: 'rule',
  }
}

function none(reason: 'no_safe_fix' | 'source_removed', sentence: string): Failure {
  return new Failure('conflict', sentence, { extra: { reason } })
}

async function withConcurrencyLimit<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE_MAX) {
    throw new Failure('rate_limited', 'Other fixes are being computed. Try again shortly.', { retryAfter_s: RETRY_S })
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
  }
}
