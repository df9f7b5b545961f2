// Reports of other scanners: readers of their formats.
export { parseBoundedJson } from './bounded-json.ts'
export { readReport, REPORT_BYTES_MAX, REPORT_FINDINGS_MAX } from './read-report.ts'
export { ReportNode, reportFailure } from './node.ts'
export {
  type Report,
  type ReportedFinding,
  type ReportedPackage,
  REPORT_FORMATS,
  type ReportFormat,
  type ReportSubject,
} from './report.ts'
