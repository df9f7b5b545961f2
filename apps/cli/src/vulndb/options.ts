/** What all commands of advisories take. */
export interface FolderOptions {
  readonly folder?: string
  readonly json?: true
}

export interface ImportOptions extends FolderOptions {
  readonly kev?: string
  readonly epss?: string
  readonly replace?: true
  readonly memory: number
}

export interface UpdateOptions extends FolderOptions {
  readonly memory: number
}

export interface StatusOptions extends FolderOptions {
  readonly maxAge?: number
}

/** Ours: what 220,000 records take with a little to spare; the process takes about as much again. */
export const MEMORY_MB_DEFAULT = 384
export const MEMORY_MB_MIN = 64
export const MEMORY_MB_MAX = 65_536
