import type { FindingSeverity, FindingStatus, ScannerName } from '@gatehouse/contracts'
import type { Fingerprinted } from '../fingerprint.ts'

/** A finding with what people said of it, as all documents of a scan tell of it; the `Finding` of the service is one. */
export interface ResultFinding {
  readonly scanner: ScannerName
  readonly ruleId: string
  readonly severity: FindingSeverity
  readonly title: string
  readonly description: string
  /** Empty where the finding is about the scan as a whole. */
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
  /** Absent: there is nothing to compare with. */
  readonly isNew?: boolean
  readonly status: FindingStatus
  readonly statusNote?: string | null | undefined
  readonly metadata: Readonly<Record<string, unknown>>
}

/** What somebody has said of a finding. */
export interface Triage {
  readonly status: FindingStatus
  readonly note?: string | undefined
}

/** What a scan without a service saw, as a finding. */
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
