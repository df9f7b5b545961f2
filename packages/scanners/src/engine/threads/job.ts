import type { ScannerName } from '@gatehouse/contracts'
import type { Shard, ShardResult } from '../scanner.ts'

/** What a thread is told: a shard to scan, or to leave the one that it has. */
export type ThreadOrder =
  | {
      readonly type: 'scan'
      readonly scanner: ScannerName
      /** The folder of the tree, as `realpath` says it. */
      readonly root: string
      readonly shard: Shard
      /** The time of the scan, ms since 1970. */
      readonly now_ms: number
    }
  | { readonly type: 'stop' }

/** What it tells: files done since the last word, and in the end the result or why there is none. */
export type ThreadWord =
  | { readonly type: 'progress'; readonly files: number }
  | { readonly type: 'done'; readonly result: ShardResult }
  | { readonly type: 'failed'; readonly message: string }
