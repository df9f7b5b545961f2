import type { SarifSeverity } from '../sarif/sarif.ts'

/** Finding in reports for people. Contains no secrets. */
export interface ReportedFinding {
  readonly severity: SarifSeverity
  readonly scanner: string
  readonly title: string
  readonly description: string
  readonly filePath: string
  readonly startLine: number
  readonly endLine: number
  readonly ruleId: string
  readonly cweId?: string
  readonly cveId?: string
  /** 0–1 */
  readonly confidence: number
  readonly status: string
  readonly snippet?: string
  /** If absent, there is nothing to compare with. */
  readonly isNew?: boolean
  readonly fingerprint: string
}
