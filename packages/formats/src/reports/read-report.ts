import { parseBoundedJson } from './bounded-json.ts'
import { readCycloneDx } from './cyclonedx.ts'
import { readGitleaks } from './gitleaks.ts'
import { reportFailure, ReportNode } from './node.ts'
import { readNpmAudit } from './npm-audit.ts'
import { type Report, type ReportContent, REPORT_FORMATS, type ReportFormat } from './report.ts'
import { readSarif } from './sarif.ts'
import { readSemgrep } from './semgrep.ts'
import { readTrivy } from './trivy.ts'
import { readZap } from './zap.ts'

/** Own limit of a report: several times the size of a CodeQL log of a large repository. */
export const REPORT_BYTES_MAX = 32 * 1024 * 1024
/** Own limit of findings in a report. */
export const REPORT_FINDINGS_MAX = 50_000

const READERS: Readonly<Record<ReportFormat, (root: ReportNode) => ReportContent>> = {
  sarif: readSarif,
  cyclonedx: readCycloneDx,
  trivy: readTrivy,
  zap: readZap,
  semgrep: readSemgrep,
  gitleaks: readGitleaks,
  'npm-audit': readNpmAudit,
}

/**
 * Reads a report of another scanner. Nothing in it is executed, resolved or loaded.
 * @param format default: detected
 * @throws {Failure} `invalid_request` with the location of the error
 */
export function readReport(bytes: Uint8Array, format?: ReportFormat): Report {
  const root = new ReportNode(parseBoundedJson(bytes), '')
  const detected = detect(root)
  const chosen = format ?? detected
  if (chosen === undefined) {
    throw reportFailure(`the format was not recognized. Set format to one of ${REPORT_FORMATS.join(', ')}`)
  }
  if (detected !== undefined && format !== undefined && detected !== format) {
    throw reportFailure(`the file is a report in the format ${detected}, not ${format}`)
  }
  const content = READERS[chosen](root)
  if (content.findings.length > REPORT_FINDINGS_MAX) {
    throw reportFailure(`${content.findings.length} findings; the limit is ${REPORT_FINDINGS_MAX}. Split the report`)
  }
  return { format: chosen, ...content }
}

function detect(root: ReportNode): ReportFormat | undefined {
  if (root.isArray) return detectList(root)
  // Trivy and gitleaks wrote `null` for a report without findings.
  if (!root.isPresent) return undefined
  if (!root.isObject) throw root.wrong('an object or an array')
  const has = (name: string): boolean => root.get(name).isPresent
  if (root.get('bomFormat').value === 'CycloneDX') return 'cyclonedx'
  if (root.get('runs').isArray) return 'sarif'
  if (has('site') && (has('@version') || has('@generated') || has('@programName'))) return 'zap'
  if (has('auditReportVersion') || (has('advisories') && has('metadata'))) return 'npm-audit'
  if (has('SchemaVersion') || has('ArtifactName') || has('ClusterName')) return 'trivy'
  const [first] = root.get('results').isArray ? root.get('results').list() : []
  if (
    root.get('results').isArray &&
    (first === undefined
      ? has('version') || has('paths') || has('errors')
      : first.isObject && first.get('check_id').isPresent)
  ) {
    return 'semgrep'
  }
  return undefined
}

/** Empty lists are reports of gitleaks without findings, and of Trivy 0.19 and earlier. */
function detectList(root: ReportNode): ReportFormat | undefined {
  const [first] = root.list()
  if (first === undefined || !first.isObject) return undefined
  if (first.get('Target').isPresent) return 'trivy'
  const isLeak =
    (first.get('RuleID').isPresent && first.get('File').isPresent) ||
    (first.get('offender').isPresent && first.get('file').isPresent)
  return isLeak ? 'gitleaks' : undefined
}
