import type { FindingSeverity } from '@gatehouse/contracts'

/** Types of scans that run without a server. */
export const LOCAL_SCAN_TYPES = ['FULL', 'SECRETS_ONLY', 'SCA_ONLY'] as const
export const REPORT_FORMATS = ['table', 'json', 'sarif', 'html', 'csv'] as const

/** What a person may say of a scan. */
export interface ScanOptions {
  readonly type: (typeof LOCAL_SCAN_TYPES)[number]
  readonly failOn: readonly FindingSeverity[]
  readonly format: (typeof REPORT_FORMATS)[number]
  /** A file for the report; absent: standard output. */
  readonly output?: string
  readonly baseline?: string
  readonly writeBaseline?: string
  readonly branch?: string
  readonly commit?: string
  /** The folder of advisories; absent: that of the data folder. */
  readonly advisories?: string
  /** Threads that scan; absent: as many as there are processors. */
  readonly threads?: number
  /** Scan what rules of the folder leave out, too. */
  readonly all?: true
}
