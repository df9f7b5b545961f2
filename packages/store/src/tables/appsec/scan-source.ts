/**
 * Source of a scan for workers; credentials are encrypted separately. `atHead`: no commit was requested. `byApprover`: sent by a member
 * who may accept suppressions.
 */
export type ScanSource =
  | { readonly kind: 'upload'; readonly name: string; readonly sha256: string; readonly byApprover?: true }
  | {
      readonly kind: 'git'
      readonly url: string
      readonly branch?: string
      readonly commit?: string
      readonly atHead?: true
    }
  | { readonly kind: 'svn'; readonly url: string; readonly revision?: string; readonly username?: string }
  /** The packages that a scan has found; `scannedAt` is when they were last read from a source, as ISO 8601 has it. */
  | { readonly kind: 'inventory'; readonly scanId: string; readonly scannedAt: string }
