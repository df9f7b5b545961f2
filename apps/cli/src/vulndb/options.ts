/** What all commands of advisories take. */
export interface FolderOptions {
  readonly folder?: string
  readonly json?: true
}

export interface ImportOptions extends FolderOptions {
  /** Names of ecosystems, separated by commas. */
  readonly ecosystem?: string
  /** A copy of OSV's export; absent: OSV's own. */
  readonly mirror?: string
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

/** Ours: 220,000 records fit into 160; the process takes some 200 MB more than its objects. */
export const MEMORY_MB_DEFAULT = 256
export const MEMORY_MB_MIN = 64
export const MEMORY_MB_MAX = 65_536
