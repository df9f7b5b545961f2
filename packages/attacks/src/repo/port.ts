/** A file of a folder, as a listing shows it. */
export interface FolderFile {
  /** Relative to the folder, with `/` between. */
  readonly path: string
  readonly size_bytes: number
}

/** Folder to read: provided by the caller, who confines it. Links are not followed, and nothing outside is visible. */
export interface FolderPort {
  /** Yields every file in a fixed order; generated folders such as `node_modules` are left out. Ends when the caller stops. */
  readonly list: () => AsyncIterable<FolderFile>
  /** Returns the text of a file; undefined for a file that is not text, missing or too large. @param most_bytes  maximum size */
  readonly read: (path: string, most_bytes: number) => Promise<string | undefined>
}

/** Limits for reading a folder. Own limits: a service of fifty people stays below each. */
export interface RepoLimits {
  readonly filesListed: number
  readonly filesRead: number
  /** Larger files are generated. */
  readonly fileBytes: number
  readonly allBytes: number
}

export const REPO_LIMITS: RepoLimits = {
  filesListed: 50_000,
  filesRead: 3_000,
  fileBytes: 512 * 1024,
  allBytes: 32 * 1024 * 1024,
}
