import type { RuleText } from '../rules/load.ts'
import type { IgnoreTrust } from './ignores.ts'

/** Which rules a scan runs. All of it can be sent to a thread. */
export interface PackSource {
  /** Whether those that come with the program run. */
  readonly own: boolean
  /** Which of those: for code, which is what is meant where nothing is said, or for configuration. */
  readonly part?: 'code' | 'configuration'
  /** Rule files beside them, read already. */
  readonly files: readonly RuleText[]
}

/** Where results of files are kept that have not changed since. */
export interface CachePlace {
  /** Absolute. */
  readonly folder: string
  /** Keeps what is kept for one from others: equal files of two of them have nothing in common. */
  readonly salt?: string
  /** Bytes on disk after which the oldest go. */
  readonly bytes_max?: number
}

/** How the static analysis goes about it. */
export interface SastOptions {
  readonly rules: PackSource
  readonly cache?: CachePlace
  /**
   * A folder where what files say of the flow of data stands until the end of the scan, absolute: of a large tree it is as much as
   * the tree. It is there as long as the scan, on the machine that scans. Absent: it is carried.
   */
  readonly aside?: string
  /** Whether what files such as `.semgrepignore` name is analysed all the same. */
  readonly all?: boolean
  /** Which lines of such files count; absent: all. */
  readonly ignoreTrust?: IgnoreTrust
}

/** Those that come with the program, and no others. */
export const OWN_PACK: PackSource = { own: true, files: [] }
