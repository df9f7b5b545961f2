import { appsec } from '../../../api/clients.ts'
import { useSession } from '../../../api/session.ts'
import { messages } from '../../../messages/appsec/shared.ts'

export type Project = Awaited<ReturnType<typeof appsec.readProject>>
export type Scan = Awaited<ReturnType<typeof appsec.readScan>>
export type Finding = Awaited<ReturnType<typeof appsec.readFinding>>
export type BuildGate = Project['buildGate']
export type ScanType = Scan['scanType']
export type FindingStatus = Finding['status']

/** Roles of an organization in ascending order, as in the service. */
export const ROLES = ['VIEWER', 'DEVELOPER', 'SECURITY', 'ADMIN'] as const
export type Role = (typeof ROLES)[number]

/** Returns whether the user has this role or a higher one. Controls only the view, because the service enforces permissions. */
export function useMay(role: Role): boolean {
  const mine = useSession().data?.appsec.account?.role ?? ''
  return ROLES.indexOf(mine as Role) >= ROLES.indexOf(role)
}

export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'] as const
export const STATUSES = ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'FALSE_POSITIVE', 'ACCEPTED_RISK'] as const

export const STATUS_NAMES: Readonly<Record<FindingStatus, string>> = {
  OPEN: messages.kinds.open,
  IN_PROGRESS: messages.kinds.inProgress,
  RESOLVED: messages.kinds.resolved,
  FALSE_POSITIVE: messages.kinds.falsePositive,
  ACCEPTED_RISK: messages.kinds.acceptedRisk,
}

/** Short description of each scanner. */
export const SCANNER_TITLES: Readonly<Record<string, string>> = {
  SECRETS_PATTERN: messages.kinds.secrets,
  SECRETS_LLM: messages.kinds.secretsModel,
  SAST_PATTERN: messages.kinds.sast,
  SAST_LLM: messages.kinds.sastModel,
  SCA: messages.kinds.dependencies,
  MALICIOUS_PKG: messages.kinds.maliciousPackages,
  IAC: messages.kinds.infrastructure,
  K8S: messages.kinds.kubernetes,
  CONTAINER: messages.kinds.containers,
  ZERO_DAY: messages.kinds.zeroDay,
  DAST: messages.kinds.dast,
}

/** Scanners of this version, for filters. */
export const AVAILABLE_SCANNERS = ['SECRETS_PATTERN', 'SAST_PATTERN', 'SCA', 'MALICIOUS_PKG', 'IAC', 'K8S'] as const

/** Available scan types. */
export const SCAN_TYPES = [
  { value: 'FULL', label: messages.kinds.full, says: messages.kinds.sourceCodeSecretsDependencies },
  { value: 'SAST_ONLY', label: messages.kinds.sast, says: messages.kinds.weaknessesInSourceCodeWithData },
  { value: 'SECRETS_ONLY', label: messages.kinds.secrets, says: messages.kinds.keysTokensAndPasswordsInFiles },
  { value: 'SCA_ONLY', label: messages.kinds.dependencies, says: messages.kinds.knownVulnerabilitiesMalicious },
  { value: 'IAC_ONLY', label: messages.kinds.infrastructure, says: messages.kinds.terraformCloudformation },
  { value: 'K8S_ONLY', label: messages.kinds.kubernetes, says: messages.kinds.manifestsAndHelmCharts },
  { value: 'INCREMENTAL', label: messages.kinds.incremental, says: messages.kinds.sourceCodeAndSecretsInChanged },
] as const satisfies readonly { readonly value: ScanType; readonly label: string; readonly says: string }[]

export function scanTypeName(type: string): string {
  return SCAN_TYPES.find(({ value }) => value === type)?.label ?? type.replaceAll('_', ' ').toLowerCase()
}

/** Terminal statuses. */
const ENDED: ReadonlySet<Scan['status']> = new Set(['STOPPED', 'COMPLETED', 'FAILED', 'CANCELLED'])
export const isOver = (status: Scan['status']): boolean => ENDED.has(status)

/** Formats the findings of a severity. A scan that did not complete shows a dash, because 0 would be wrong. */
export function countText(scan: Scan, severity: (typeof SEVERITIES)[number]): string {
  const counts = {
    CRITICAL: scan.criticalCount,
    HIGH: scan.highCount,
    MEDIUM: scan.mediumCount,
    LOW: scan.lowCount,
    INFO: scan.infoCount,
  }
  return scan.status === 'COMPLETED' || counts[severity] > 0 ? numberText(counts[severity]) : '–'
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** Formats a size in bytes. */
export function bytesText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000
    unit++
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`
}

/** Formats a number with the user's thousands separators. */
export const numberText = (value: number): string => value.toLocaleString()

/** Returns an address that is safe as a link: only http and https. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}
