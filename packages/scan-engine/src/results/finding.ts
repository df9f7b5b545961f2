import type { FindingSeverity, FindingStatus, ScannerName } from '@gatehouse/contracts/scans'
import type { Fingerprinted } from '../fingerprint.ts'

/** Finding with its triage, the common model of all documents of a scan; the service's `Finding` is compatible. */
export interface ResultFinding {
  readonly scanner: ScannerName
  readonly ruleId: string
  readonly severity: FindingSeverity
  readonly title: string
  readonly description: string
  /** Empty when the finding concerns the entire scan. */
  readonly filePath: string
  readonly startLine: number
  readonly endLine: number
  readonly startColumn?: number | null | undefined
  readonly endColumn?: number | null | undefined
  readonly snippet?: string | null | undefined
  readonly cweId?: string | null | undefined
  readonly cveId?: string | null | undefined
  readonly owasp: readonly string[]
  readonly confidence: number
  readonly fingerprint: string
  /** All scanners that saw it. */
  readonly seenBy?: readonly ScannerName[]
  /** Absent without a baseline. */
  readonly isNew?: boolean
  readonly status: FindingStatus
  readonly statusNote?: string | null | undefined
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Triage of a finding. */
export interface Triage {
  readonly status: FindingStatus
  readonly note?: string | undefined
}

/** Converts an observation of a scan without a service to a finding. */
export function resultOf(
  { observation, fingerprint, known }: Fingerprinted,
  { compared, triage }: { readonly compared: boolean; readonly triage?: Triage | undefined },
): ResultFinding {
  const { identity: _inside, suppression: _said, absorbed: _absorbed, ...rest } = observation
  return {
    ...rest,
    fingerprint,
    status: triage?.status ?? 'OPEN',
    ...(triage?.note !== undefined && { statusNote: triage.note }),
    ...(compared && { isNew: known === undefined }),
  }
}
