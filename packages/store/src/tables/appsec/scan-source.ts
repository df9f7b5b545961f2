/**
 * Source of a scan for workers; credentials are encrypted separately. `atHead`: no commit was requested. `byApprover`: sent by a member
 * who may accept suppressions. `baseBranch`: an incremental scan without a base commit compares with the head of this branch.
 */
export type ScanSource =
  | { readonly kind: 'upload'; readonly name: string; readonly sha256: string; readonly byApprover?: true }
  | {
      readonly kind: 'git'
      readonly url: string
      readonly branch?: string
      readonly commit?: string
      readonly atHead?: true
      readonly baseBranch?: string
    }
  | { readonly kind: 'svn'; readonly url: string; readonly revision?: string; readonly username?: string }
  /** Packages of an earlier scan. `scannedAt` is the time of their last scan from a source, in ISO 8601. */
  | { readonly kind: 'inventory'; readonly scanId: string; readonly scannedAt: string }
  | ImportSource

/** Report of another scanner. */
export interface ImportSource {
  readonly kind: 'import'
  readonly format: string
  /** Reports of the same tool continue each other. */
  readonly tool: string
  readonly toolVersion: string | null
  /** File name of the report. */
  readonly name: string
  readonly sha256: string
  /** Whether findings that the report no longer contains are resolved. */
  readonly isComplete: boolean
}

/** Returns the tool of an import; null for a scan of the service. */
export function importTool(source: ScanSource): string | null {
  return source.kind === 'import' ? source.tool : null
}
