import type { ScannerRecipe } from '../recipe.ts'
import type { Shard, ShardResult } from '../scanner.ts'

/** Order to a scan thread: scan a shard, finish a scan, or abort the current work. */
export type ThreadOrder =
  | {
      readonly type: 'scan'
      /** Key of a scanner that the thread has cached, or must create. */
      readonly key: string
      readonly recipe?: ScannerRecipe
      /** Folder of the tree, as `realpath` returns it. */
      readonly root: string
      readonly shard: Shard
      /** Data of the shards for the final step. Its files are all files of the scan, including unchanged ones. */
      readonly carries?: readonly string[]
      /** Counter of completed files: in shared memory, so that it survives the loss of the thread. */
      readonly filesDone: Int32Array<SharedArrayBuffer>
      /** The time of the scan, ms since 1970. */
      readonly now_ms: number
    }
  | { readonly type: 'stop' }

/** Message of a scan thread: progress, and finally the result or an error. */
export type ThreadMessage =
  | { readonly type: 'progress'; readonly files: number }
  | { readonly type: 'done'; readonly result: ShardResult }
  /** It has no scanner of that key: the recipe is needed. */
  | { readonly type: 'unknown' }
  | { readonly type: 'failed'; readonly message: string }
