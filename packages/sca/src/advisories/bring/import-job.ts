import type { FailureCode } from '@gatehouse/kernel'
import type { ImportReport } from '../import.ts'

/** Start parameters of an import thread. */
export interface ImportJob {
  readonly folder: string
  readonly sources: readonly string[]
  readonly update: boolean
  readonly without?: string
  readonly kevPath?: string
  readonly epssPath?: string
}

/** Message of an import thread. Users can resolve a failure; a defect has a stack. */
export type ImportMessage =
  | { readonly type: 'progress'; readonly records: number; readonly recordsTotal?: number }
  | { readonly type: 'done'; readonly report: ImportReport }
  | { readonly type: 'failure'; readonly code: FailureCode; readonly message: string }
  | { readonly type: 'defect'; readonly stack: string }
