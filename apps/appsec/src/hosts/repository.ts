/** File of a repository at one commit. */
export interface HostFile {
  readonly content: Uint8Array
  /** Identifies this version of the file for {@link HostRepository.commitFile}. */
  readonly version: string
}

export interface HostBranch {
  readonly commit: string
  /** Undefined where the git host does not tell it to every token. */
  readonly isProtected: boolean | undefined
}

export interface HostPullRequest {
  readonly number: number
  /** Address of its page. */
  readonly url: string
  /** Description as it is stored. */
  readonly body: string
}

export interface CommitStatus {
  readonly state: 'pending' | 'success' | 'failure' | 'error'
  /** Distinguishes the statuses of one commit. */
  readonly context: string
  readonly description: string
  /** Page with details; Bitbucket requires it. */
  readonly url: string
}

export interface LineComment {
  readonly path: string
  readonly line: number
  /** Head of the pull request. */
  readonly commit: string
  readonly body: string
}

export interface FileCommit {
  readonly branch: string
  /** Head of the branch. The commit fails if the branch has moved. */
  readonly parent: string
  readonly path: string
  readonly content: Uint8Array
  /** Version that the content replaces. */
  readonly version: string
  readonly message: string
}

/** Lines of the new files that a pull request adds, by path. */
export type ChangedLines = ReadonlyMap<string, ReadonlySet<number>>

/** Code of a repository. */
export interface HostCode {
  /** Checks that the repository is readable. */
  check(): Promise<void>
  branch(name: string): Promise<HostBranch | undefined>
  /** @param ref commit id */
  readFile(path: string, ref: string): Promise<HostFile | undefined>
  /** @throws {HostFailure} with `isConflict` if the branch exists */
  createBranch(name: string, commit: string): Promise<void>
  /** Replaces one file. @throws {HostFailure} with `isConflict` if the file or the branch has changed */
  commitFile(commit: FileCommit): Promise<void>
}

/** Pull requests of a repository, and what is shown on them. */
export interface HostReviews {
  /** Returns the open pull request from a branch. */
  findPullRequest(branch: string, base: string): Promise<HostPullRequest | undefined>
  openPullRequest(request: {
    readonly branch: string
    readonly base: string
    readonly title: string
    readonly body: string
  }): Promise<HostPullRequest>
  setStatus(commit: string, status: CommitStatus): Promise<void>
  /** Comments on a pull request. @returns the id of the comment */
  comment(number: number, body: string): Promise<string>
  /** @returns false if the comment was deleted */
  updateComment(number: number, id: string, body: string): Promise<boolean>
  /** Returns the changed lines; undefined if the git host does not list them. */
  changedLines(number: number): Promise<ChangedLines | undefined>
  /** Comments on a line of a pull request. @returns the id of the comment; undefined if the line is not in the diff */
  commentLine(number: number, comment: LineComment): Promise<string | undefined>
  /** Marks the comment of a fixed finding as resolved. A deleted comment is ignored. */
  resolveComment(number: number, id: string, body: string): Promise<void>
  /** Uploads results to the code scanning of the git host, if it has one. */
  readonly uploadSarif?: (sarif: {
    readonly commit: string
    readonly ref: string
    readonly sarif: Uint8Array
  }) => Promise<void>
}

/** One repository of a git host. Methods throw `HostFailure`. */
export interface HostRepository extends HostCode, HostReviews {}
