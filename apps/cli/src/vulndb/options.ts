/** Options of all advisory commands. */
export interface FolderOptions {
  readonly folder?: string
  readonly json?: true
}

export interface ImportOptions extends FolderOptions {
  /** Names of ecosystems, separated by commas. */
  readonly ecosystem?: string
  /** Mirror of OSV's export; default: OSV itself. */
  readonly mirror?: string
  readonly kev?: string
  readonly epss?: string
  readonly replace?: true
  readonly memory: number
}

export interface UpdateOptions extends FolderOptions {
  readonly memory: number
}

export interface RemoveOptions extends FolderOptions {
  /** Names of ecosystems, separated by commas; default: all advisories. */
  readonly ecosystem?: string
  readonly memory: number
}

export interface StatusOptions extends FolderOptions {
  readonly maxAge?: number
}

/** Own limit: 220,000 records need 160; the process uses about 200 MB beside its heap. */
export const MEMORY_MB_DEFAULT = 256
export const MEMORY_MB_MIN = 64
export const MEMORY_MB_MAX = 65_536
