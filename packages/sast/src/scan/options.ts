import type { RuleText } from '../rules/load.ts'
import type { IgnoreTrust } from './ignores.ts'

/** Which rules a scan runs. All of it can be sent to a thread. */
export interface PackSource {
  /** Whether the built-in rules run. */
  readonly own: boolean
  /** Built-in rules to run: for code (the default) or for configuration. */
  readonly part?: 'code' | 'configuration'
  /** Additional rule files, already read. */
  readonly files: readonly RuleText[]
}

/** Location of cached results for unchanged files. */
export interface CacheLocation {
  /** Absolute. */
  readonly folder: string
  /** Isolates cache entries: equal files with different salts share no entry. */
  readonly salt?: string
  /** Bytes on disk after which the oldest go. */
  readonly bytes_max?: number
}

/** Options of the static analysis. */
export interface SastOptions {
  readonly rules: PackSource
  readonly cache?: CacheLocation
  /**
   * Absolute path of a folder for data-flow facts until the end of the scan: those of a large tree are as large as the tree. It exists for
   * the duration of the scan, on the scanning machine. Default: facts are carried in memory.
   */
  readonly aside?: string
  /** Whether files excluded by `.semgrepignore` and similar are analysed. */
  readonly all?: boolean
  /** Whether the scan consists of static analysis alone: it fails where there is no source code to analyse. */
  readonly isOnly?: boolean
  /** Trusted lines of ignore files; default: all. */
  readonly ignoreTrust?: IgnoreTrust
}

/** Only the built-in rules. */
export const OWN_PACK: PackSource = { own: true, files: [] }
