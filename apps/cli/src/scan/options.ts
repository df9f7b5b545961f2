import type { FindingSeverity } from '@gatehouse/contracts/scans'

/** Types of scans that run without a server. */
export const LOCAL_SCAN_TYPES = ['FULL', 'SAST_ONLY', 'SECRETS_ONLY', 'SCA_ONLY', 'IAC_ONLY', 'K8S_ONLY'] as const
export const REPORT_FORMATS = ['table', 'json', 'sarif', 'html', 'csv'] as const

/** Options of a scan. */
export interface ScanOptions {
  readonly type: (typeof LOCAL_SCAN_TYPES)[number]
  /** Image archive, image layout or registry reference to scan instead of a source. */
  readonly image?: string
  /** `os/architecture[/variant]` of the image. */
  readonly platform?: string
  /** Files and folders with static analysis rules, in addition to the built-in ones. */
  readonly rules?: readonly string[]
  /** Disables the built-in rules. */
  readonly onlyRules?: true
  /** Folder for cached results of unchanged files. */
  readonly cache?: string
  readonly failOn: readonly FindingSeverity[]
  readonly format: (typeof REPORT_FORMATS)[number]
  /** Report file; default: standard output. */
  readonly output?: string
  readonly baseline?: string
  /** File in baseline format with triage statuses. */
  readonly triage?: string
  readonly writeBaseline?: string
  /** Build gate as `0,5,20,-1`, or a file with a gate. Replaces `failOn`. */
  readonly gate?: string
  readonly gateFile?: string
  /** Output file of the gate's decision record. */
  readonly decision?: string
  /** Also scans the history of the repository for secrets: completely, or since a commit or date. */
  readonly history?: true
  readonly since?: string
  /** Verifies secrets with their issuers. */
  readonly verifySecrets?: true
  readonly branch?: string
  readonly commit?: string
  /** Advisory folder; default: in the data folder. */
  readonly advisories?: string
  /** Queries an online service instead of imported advisories. */
  readonly online?: true
  /** Address of the service; default: the public one. */
  readonly osv?: string
  /** Number of threads; default: number of processors. */
  readonly threads?: number
  /** Keeps the severity of findings in tests, examples, and documentation. */
  readonly fullSeverity?: true
  /** Also scans ignored files. */
  readonly all?: true
}
