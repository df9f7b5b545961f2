import type { ScannerName, ScanType } from '@gatehouse/contracts/scans'
import type { Report, ReportedFinding, ReportSubject } from '@gatehouse/formats/reports'
import { MASK, type Observation, withoutValues } from '@gatehouse/scan-engine'
import { packageOf } from '@gatehouse/sca'

/** Scanner of the service that reports the same kind of finding. */
const SCANNERS: Readonly<Record<ReportSubject, ScannerName>> = {
  code: 'SAST_PATTERN',
  secret: 'SECRETS_PATTERN',
  package: 'SCA',
  image: 'CONTAINER',
  configuration: 'IAC',
  kubernetes: 'K8S',
  web: 'DAST',
}

const TYPES: Readonly<Partial<Record<ScannerName, ScanType>>> = {
  SAST_PATTERN: 'SAST_ONLY',
  SECRETS_PATTERN: 'SECRETS_ONLY',
  SCA: 'SCA_ONLY',
  CONTAINER: 'CONTAINER_ONLY',
  IAC: 'IAC_ONLY',
  K8S: 'K8S_ONLY',
  DAST: 'DAST_ONLY',
}

/** Scanner of a report without findings, by format. */
const SCANNER_OF_FORMAT: Readonly<Record<Report['format'], ScannerName>> = {
  sarif: 'SAST_PATTERN',
  semgrep: 'SAST_PATTERN',
  gitleaks: 'SECRETS_PATTERN',
  zap: 'DAST',
  cyclonedx: 'SCA',
  trivy: 'SCA',
  'npm-audit': 'SCA',
}

/** Returns the observations of a report by scanner; at least one scanner. */
export function observationsOf(report: Report, file: string): ReadonlyMap<ScannerName, readonly Observation[]> {
  const { format, tool, toolVersion: version, findings } = report
  const importedFrom = { tool, version, file, format }
  const all = Map.groupBy(
    findings.map((finding) => observationOf(finding, importedFrom)),
    ({ scanner }) => scanner,
  )
  return all.size === 0 ? new Map([[SCANNER_OF_FORMAT[format], []]]) : all
}

/** Returns the scan type for these scanners. */
export function scanTypeOf(scanners: Iterable<ScannerName>): ScanType {
  const [first, second] = scanners
  return second === undefined && first !== undefined ? (TYPES[first] ?? 'FULL') : 'FULL'
}

interface ImportedFrom {
  readonly tool: string
  readonly version: string | null
  readonly file: string
  readonly format: string
}

function observationOf(finding: ReportedFinding, importedFrom: ImportedFrom): Observation {
  const { subject, request, package: of, snippet, outsidePath, aliases = [], references, cvss } = finding
  const isSecret = subject === 'secret'
  const text = (value: string): string => (isSecret ? withoutLiterals(value) : value)
  const named = of?.purl === undefined ? of?.name : packageOf(of.purl)
  return {
    scanner: SCANNERS[subject],
    ruleId: finding.ruleId,
    severity: finding.severity,
    title: text(finding.title),
    description: text(finding.description),
    filePath: finding.filePath,
    startLine: finding.startLine,
    endLine: finding.endLine,
    ...(finding.startColumn !== undefined && { startColumn: finding.startColumn }),
    ...(finding.endColumn !== undefined && { endColumn: finding.endColumn }),
    ...(snippet !== undefined && !isSecret && { snippet: withoutValues(snippet) }),
    ...(finding.cweId !== undefined && { cweId: finding.cweId }),
    ...(finding.cveId !== undefined && { cveId: finding.cveId }),
    owasp: [],
    confidence: Math.min(1, Math.max(0, finding.confidence)),
    identity: identityOf(finding, importedFrom.tool, named),
    metadata: {
      importedFrom,
      ...(named !== undefined && { package: named }),
      ...(of?.version !== undefined && { version: of.version }),
      ...(of?.fixedVersion !== undefined && { fixedVersion: of.fixedVersion }),
      ...(of?.purl !== undefined && { purl: of.purl }),
      ...(cvss !== undefined && { cvss }),
      ...(aliases.length > 0 && { aliases }),
      ...(references !== undefined && { references }),
      ...(outsidePath !== undefined && { outsidePath }),
      ...(request !== undefined && { url: request.url, method: request.method, parameter: request.parameter }),
    },
  }
}

/** A vulnerable package has the identity that the dependency scanner gives it. No line, and no secret value. */
function identityOf(finding: ReportedFinding, tool: string, named: string | undefined): readonly string[] {
  const { subject, ruleId, request, filePath, outsidePath = '' } = finding
  if (named !== undefined) return [ruleId, named]
  if (request !== undefined) return ['import', tool, ruleId, request.method, request.url, request.parameter ?? '']
  if (finding.stableId !== undefined) return ['import', tool, ruleId, finding.stableId]
  if (subject === 'secret') return ['import', tool, ruleId, filePath, outsidePath]
  return ['import', tool, ruleId, finding.snippet?.replace(/\s+/g, ' ') ?? finding.title]
}

/** Quoted literals in messages about credentials are probably the credential. */
function withoutLiterals(text: string): string {
  return withoutValues(text).replaceAll(/(["'`])[^"'`\s]{6,}\1/g, `$1${MASK}$1`)
}
