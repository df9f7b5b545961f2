/** Formats of scanner reports. */
export const REPORT_FORMATS = ['sarif', 'cyclonedx', 'trivy', 'zap', 'semgrep', 'gitleaks', 'npm-audit'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** Severities in descending order. */
export const REPORT_SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'] as const
export type ReportSeverity = (typeof REPORT_SEVERITIES)[number]

/** Subject of a finding: it decides which scanner of a service reports the same. */
export type ReportSubject = 'code' | 'secret' | 'package' | 'image' | 'configuration' | 'kubernetes' | 'web'

/** Package of a finding. */
export interface ReportedPackage {
  readonly name: string
  readonly version?: string | undefined
  readonly fixedVersion?: string | undefined
  /** Canonical package URL. */
  readonly purl?: string | undefined
}

/** Request of a finding in a running application. */
export interface ReportedRequest {
  readonly url: string
  readonly method: string
  readonly parameter?: string | undefined
}

/** Finding of a report. Texts have no control characters and no secret. */
export interface ReportedFinding {
  readonly subject: ReportSubject
  readonly ruleId: string
  readonly severity: ReportSeverity
  readonly title: string
  readonly description: string
  /** Relative to the project; empty if the finding has no file, or the file is outside the project. */
  readonly filePath: string
  /** Path of a file outside the project, as reported. */
  readonly outsidePath?: string | undefined
  readonly startLine: number
  readonly endLine: number
  readonly startColumn?: number | undefined
  readonly endColumn?: number | undefined
  readonly snippet?: string | undefined
  readonly cweId?: string | undefined
  readonly cveId?: string | undefined
  /** Further names of the vulnerability. */
  readonly aliases?: readonly string[] | undefined
  /** 0–1 */
  readonly confidence: number
  readonly cvss?: number | undefined
  readonly package?: ReportedPackage | undefined
  readonly request?: ReportedRequest | undefined
  readonly references?: readonly string[] | undefined
  /** Survives moved lines: a fingerprint of the tool, or absent. */
  readonly stableId?: string | undefined
}

export interface Report {
  readonly format: ReportFormat
  readonly tool: string
  readonly toolVersion: string | null
  readonly findings: readonly ReportedFinding[]
  /** Results that are no findings: passed checks, suppressed results. */
  readonly skipped: number
}

/** Report without its format. */
export type ReportContent = Omit<Report, 'format'>
