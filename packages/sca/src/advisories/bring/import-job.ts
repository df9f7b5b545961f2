import type { FailureCode } from '@gatehouse/kernel'
import type { ImportReport } from '../import.ts'

/** What the thread of an import is told when it starts. */
export interface ImportJob {
  readonly folder: string
  readonly sources: readonly string[]
  readonly update: boolean
  readonly kevPath?: string
  readonly epssPath?: string
}

/** What it tells. A failure is one that a person can do something about; a defect carries its stack. */
export type ImportMessage =
  | { readonly type: 'progress'; readonly records: number; readonly recordsTotal?: number }
  | { readonly type: 'done'; readonly report: ImportReport }
  | { readonly type: 'failure'; readonly code: FailureCode; readonly message: string }
  | { readonly type: 'defect'; readonly stack: string }
