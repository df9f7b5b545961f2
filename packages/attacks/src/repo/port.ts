/** A file of a folder, as a listing shows it. */
export interface FolderFile {
  /** Relative to the folder, with `/` between. */
  readonly path: string
  readonly size_bytes: number
}

/**
 * The folder that is read: given by the caller, who confines it. Links are not followed, and nothing outside is shown.
 */
export interface FolderPort {
  /** Every file, in a fixed order; folders that nobody wrote, such as `node_modules`, are left out. It ends where its caller stops. */
  readonly list: () => AsyncIterable<FolderFile>
  /** The text of a file; undefined where it is no text, is gone, or holds more than this. @param most_bytes  at most */
  readonly read: (path: string, most_bytes: number) => Promise<string | undefined>
}

/** How much of a folder is read. All are ours: a service of fifty people stays below each. */
export interface RepoLimits {
  readonly filesListed: number
  readonly filesRead: number
  /** Larger files are made by machines. */
  readonly fileBytes: number
  readonly allBytes: number
}

export const REPO_LIMITS: RepoLimits = {
  filesListed: 50_000,
  filesRead: 3_000,
  fileBytes: 512 * 1024,
  allBytes: 32 * 1024 * 1024,
}
