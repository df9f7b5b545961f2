import type { FindingSeverity } from '@gatehouse/contracts'

/** Types of scans that run without a server. */
export const LOCAL_SCAN_TYPES = ['FULL', 'SAST_ONLY', 'SECRETS_ONLY', 'SCA_ONLY', 'IAC_ONLY', 'K8S_ONLY'] as const
export const REPORT_FORMATS = ['table', 'json', 'sarif', 'html', 'csv'] as const

/** What a person may say of a scan. */
export interface ScanOptions {
  readonly type: (typeof LOCAL_SCAN_TYPES)[number]
  /** Files and folders of rules for the static analysis, beside those that come with the program. */
  readonly rules?: readonly string[]
  /** Run these alone. */
  readonly onlyRules?: true
  /** A folder for results of files that have not changed since. */
  readonly cache?: string
  readonly failOn: readonly FindingSeverity[]
  readonly format: (typeof REPORT_FORMATS)[number]
  /** A file for the report; absent: standard output. */
  readonly output?: string
  readonly baseline?: string
  /** A file of the form of a baseline with what people said of findings. */
  readonly triage?: string
  readonly writeBaseline?: string
  /** A build gate as `0,5,20,-1`, or a file with one: it decides in the place of `failOn`. */
  readonly gate?: string
  readonly gateFile?: string
  /** A file for the record of what the gate decided. */
  readonly decision?: string
  /** Search the history of the repository for secrets, too: all of it, or what came after a commit or a day. */
  readonly history?: true
  readonly since?: string
  /** Ask those who issue secrets whether the ones that were found still work. */
  readonly verifySecrets?: true
  readonly branch?: string
  readonly commit?: string
  /** The folder of advisories; absent: that of the data folder. */
  readonly advisories?: string
  /** Ask a service about packages in place of what was imported. */
  readonly online?: true
  /** Which one; absent: the public one. */
  readonly osv?: string
  /** Threads that scan; absent: as many as there are processors. */
  readonly threads?: number
  /** Keep the severity of findings in tests, examples and documentation. */
  readonly fullSeverity?: true
  /** Scan what rules of the folder leave out, too. */
  readonly all?: true
}
