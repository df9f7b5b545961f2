import { writeFile } from 'node:fs/promises'
import { FINDING_STATUSES } from '@gatehouse/contracts/scans'
import { isoTime, systemClock } from '@gatehouse/kernel'
import type { Fingerprinted, KnownFinding } from '@gatehouse/scan-engine'
import { type ResultFinding, resultOf, type Triage } from '@gatehouse/scan-engine/results'
import { z } from 'zod'
import { readJsonFile } from '../json-file.ts'

const REASON_CHARS_MAX = 2_000

const Entry = z.object({
  identity: z.string(),
  fingerprint: z.string(),
  filePath: z.string(),
  startLine: z.int(),
  rule: z.string(),
  /** For display only. */
  title: z.string().optional(),
  /** Status of the finding, its reason, and its expiry date. */
  status: z.enum(FINDING_STATUSES).default('OPEN'),
  reason: z.string().max(REASON_CHARS_MAX).optional(),
  until: z.iso.date().optional(),
})
type Entry = z.output<typeof Entry>

const Baseline = z.object({ version: z.literal(1), findings: z.array(Entry).max(1_000_000) })

/** Findings known before a scan. */
export interface Known {
  /** Used to recognize moved findings. */
  readonly findings: readonly KnownFinding[]
  /** Whether a baseline defines which findings are new. */
  readonly isCompared: boolean
  /** Fingerprints of the baseline, for counting resolved findings. */
  readonly baseline: ReadonlySet<string>
  readonly triage: ReadonlyMap<string, Triage & Pick<Entry, 'until'>>
  /** Fingerprints with an expired status. */
  readonly expired: ReadonlySet<string>
}

/**
 * Reads known findings. `baseline` defines which findings are new, and contains statuses. `triage` is a file in the same format with
 * statuses only.
 * @throws {Failure} `invalid_request` if a file is not a baseline
 */
export function readKnown(files: { readonly baseline?: string; readonly triage?: string }): Known {
  const read = (path: string | undefined) =>
    path === undefined ? [] : readJsonFile(path, 'baseline', Baseline).findings
  const [baseline, judged] = [read(files.baseline), read(files.triage)]
  const byFingerprint = new Map([...baseline, ...judged].map((item) => [item.fingerprint, item]))
  const all = [...byFingerprint.values()]
  const expired = all.filter(isExpired)
  return {
    findings: all,
    isCompared: files.baseline !== undefined,
    baseline: new Set(baseline.map(({ fingerprint }) => fingerprint)),
    triage: new Map(all.filter((item) => !isExpired(item)).map((item) => [item.fingerprint, triageOf(item)])),
    expired: new Set(expired.map(({ fingerprint }) => fingerprint)),
  }
}

function triageOf({ status, reason, until }: Entry): Triage & Pick<Entry, 'until'> {
  return { status, ...(reason !== undefined && { note: reason }), ...(until !== undefined && { until }) }
}

function isExpired({ status, until }: Entry): boolean {
  return status !== 'OPEN' && until !== undefined && until < isoTime(systemClock.now()).slice(0, 'YYYY-MM-DD'.length)
}

/** Returns the findings of a scan with their triage statuses. */
export function resultsOf(marked: readonly Fingerprinted[], known: Known): readonly ResultFinding[] {
  return marked.map((item) => {
    const { known: before, ...fresh } = item
    // A finding with an expired status is not known.
    const isKnown = known.baseline.has(item.fingerprint) && !known.expired.has(item.fingerprint)
    const reported = isKnown && before !== undefined ? item : fresh
    return resultOf(reported, {
      compared: known.isCompared,
      triage: known.triage.get(item.fingerprint) ?? suppressionOf(item),
    })
  })
}

function suppressionOf({ observation: { suppression } }: Fingerprinted): Triage | undefined {
  if (suppression === undefined) return undefined
  const { marker, reason } = suppression
  return {
    status: 'ACCEPTED_RISK',
    note: `Suppressed by a ${marker} comment${reason === undefined ? '.' : `: ${reason}`}`,
  }
}

/** Writes digests, locations, titles, and statuses, but no secrets. Keeps earlier statuses. */
export async function writeBaseline(path: string, marked: readonly Fingerprinted[], known: Known): Promise<void> {
  const findings = marked.map(({ identity, fingerprint, observation }) => {
    const { filePath, startLine, ruleId, title } = observation
    const result = known.triage.get(fingerprint)
    return {
      identity,
      fingerprint,
      filePath,
      startLine,
      rule: ruleId,
      title,
      ...(result !== undefined && result.status !== 'OPEN' && { status: result.status }),
      ...(result?.note !== undefined && { reason: result.note }),
      ...(result?.until !== undefined && { until: result.until }),
    }
  })
  await writeFile(path, `${JSON.stringify({ version: 1, findings }, null, 2)}\n`)
}
