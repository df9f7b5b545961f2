// Terms of the application-security service: docs/spec/appsec.md §2 and §3.

export const SCAN_TYPES = [
  'FULL',
  'INCREMENTAL',
  'SAST_ONLY',
  'SCA_ONLY',
  'SECRETS_ONLY',
  'IAC_ONLY',
  'ZERO_DAY_ONLY',
  'CONTAINER_ONLY',
  'K8S_ONLY',
  'DAST_ONLY',
  'IMAGE',
] as const
export type ScanType = (typeof SCAN_TYPES)[number]

export const SCANNER_NAMES = [
  'SECRETS_PATTERN',
  'SECRETS_LLM',
  'SAST_PATTERN',
  'SAST_LLM',
  'SCA',
  'MALICIOUS_PKG',
  'IAC',
  'K8S',
  'CONTAINER',
  'ZERO_DAY',
  'DAST',
] as const
export type ScannerName = (typeof SCANNER_NAMES)[number]

export const SCAN_STATUSES = ['QUEUED', 'RUNNING', 'PAUSED', 'STOPPED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const
export type ScanStatus = (typeof SCAN_STATUSES)[number]

/** Statuses in which workers may process a scan. */
export const ACTIVE_SCAN_STATUSES: ReadonlySet<ScanStatus> = new Set<ScanStatus>(['QUEUED', 'RUNNING', 'PAUSED'])

/** Severities of findings in descending order. Guards have four lower-case severities. */
export const FINDING_SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'] as const
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number]

export const FINDING_STATUSES = ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'FALSE_POSITIVE', 'ACCEPTED_RISK'] as const
export type FindingStatus = (typeof FINDING_STATUSES)[number]

export const SOURCE_TYPES = [
  'UPLOAD',
  'GIT_CLONE',
  'SVN_CHECKOUT',
  'WEBHOOK',
  'CONTAINER_IMAGE',
  'DAST_TARGET',
  'PRECOMMIT',
  'IMPORT',
  'SBOM',
] as const
export type SourceType = (typeof SOURCE_TYPES)[number]

export const GATE_RESULTS = ['PENDING', 'PASSED', 'FAILED'] as const
export type GateResult = (typeof GATE_RESULTS)[number]

/** Name of the session cookie, whose value is a secret. */
export const SESSION_COOKIE = 'gatehouse_session'

/** Roles of an organization in ascending order. */
export const ORG_ROLES = ['VIEWER', 'DEVELOPER', 'SECURITY', 'ADMIN'] as const
export type OrgRole = (typeof ORG_ROLES)[number]
