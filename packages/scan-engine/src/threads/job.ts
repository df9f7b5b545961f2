import type { ScannerRecipe } from '../recipe.ts'
import type { Shard, ShardResult } from '../scanner.ts'

/** What a thread is told: a shard to scan, a scan to end, or to leave what it has. */
export type ThreadOrder =
  | {
      readonly type: 'scan'
      /** Names a scanner that the thread has made, or is to make now. */
      readonly key: string
      readonly recipe?: ScannerRecipe
      /** The folder of the tree, as `realpath` says it. */
      readonly root: string
      readonly shard: Shard
      /** What the shards carried to the end of the scan, which is then what is wanted; its files are all that there are, and beside them all that have not changed. */
      readonly carries?: readonly string[]
      /** Counts the files that are done: shared, so that it is known when the thread is lost. */
      readonly filesDone: Int32Array<SharedArrayBuffer>
      /** The time of the scan, ms since 1970. */
      readonly now_ms: number
    }
  | { readonly type: 'stop' }

/** What it tells: files done since the last word, and in the end the result or why there is none. */
export type ThreadWord =
  | { readonly type: 'progress'; readonly files: number }
  | { readonly type: 'done'; readonly result: ShardResult }
  /** It has no scanner of that key: the recipe is needed. */
  | { readonly type: 'unknown' }
  | { readonly type: 'failed'; readonly message: string }
