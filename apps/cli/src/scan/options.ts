import type { FindingSeverity } from '@gatehouse/contracts'

/** Types of scans that run without a server. */
export const LOCAL_SCAN_TYPES = ['FULL', 'SAST_ONLY', 'SECRETS_ONLY', 'SCA_ONLY', 'IAC_ONLY', 'K8S_ONLY'] as const
export const REPORT_FORMATS = ['table', 'json', 'sarif', 'html', 'csv'] as const

/** Options of a scan. */
export interface ScanOptions {
  readonly type: (typeof LOCAL_SCAN_TYPES)[number]
  /** Files and folders with static analysis rules, in addition to the built-in ones. */
  readonly rules?: readonly string[]
  /** Run these alone. */
  readonly onlyRules?: true
  /** A folder for results of files that have not changed since. */
  readonly cache?: string
  readonly failOn: readonly FindingSeverity[]
  readonly format: (typeof REPORT_FORMATS)[number]
  /** A file for the report; default: standard output. */
  readonly output?: string
  readonly baseline?: string
  /** File in baseline format with triage statuses. */
  readonly triage?: string
  readonly writeBaseline?: string
  /** Build gate as `0,5,20,-1`, or a file with one: it replaces `failOn`. */
  readonly gate?: string
  readonly gateFile?: string
  /** Output file of the gate's decision record. */
  readonly decision?: string
  /** Also scans the history of the repository for secrets: all of it, or since a commit or date. */
  readonly history?: true
  readonly since?: string
  /** Asks issuers whether found secrets are still valid. */
  readonly verifySecrets?: true
  readonly branch?: string
  readonly commit?: string
  /** The folder of advisories; default: that of the data folder. */
  readonly advisories?: string
  /** Asks an online service instead of imported advisories. */
  readonly online?: true
  /** Address of the service; default: the public one. */
  readonly osv?: string
  /** Threads that scan; default: as many as there are processors. */
  readonly threads?: number
  /** Keeps the severity of findings in tests, examples, and documentation. */
  readonly fullSeverity?: true
  /** Also scans ignored files. */
  readonly all?: true
}
