import { Failure } from '@gatehouse/kernel'
import { cleaned } from '../process/clean.ts'
import { ByteReader } from '../process/byte-reader.ts'
import { openBlobs } from './blob-reader.ts'
import { type Change, LISTING, readChanges } from './history-changes.ts'
import { type LocalOptions, type LocalRepository, openRepository } from './local.ts'
import { isRef } from './refs.ts'

export interface HistoryOptions extends LocalOptions {
  /** A branch, tag or commit; default: all refs. */
  readonly branch?: string
  /** Lower bound: a commit, branch or tag, or a date or time as ISO 8601, which is compared with the committer's date. */
  readonly since?: string
  /** Filter by file name. Default: all files. An excluded file with text content is read too. */
  readonly wants?: (path: string) => boolean
  /** Smaller limits for tests. */
  readonly limits?: Partial<typeof HISTORY_LIMITS>
}

/** Version of a file in the history. */
export interface HistoryVersion extends Change {
  readonly bytes: Uint8Array
  /** Path of this content in HEAD (or at the tip of the branch); null if it no longer exists there. */
  readonly headPath: string | null
  /** Whether the commit is outside of the requested range, used to detect existing contents. */
  readonly isOutside: boolean
}

export interface GitHistory {
  /** Yields every content once, with the commit that introduced it first. Iterate once, to the end or a break. */
  versions(): AsyncGenerator<HistoryVersion>
  /** Current counts of the requested range. */
  readonly read: { readonly commits: number; readonly blobs: number; readonly bytes: number }
  /** Returns skipped parts, one sentence each; complete after the last version was read. */
  left(): readonly string[]
}

/** Own limits, above any handwritten history; excess is reported. */
export const HISTORY_LIMITS = {
  commits: 1_000_000,
  /** Files and folders of all versions. */
  objects: 10_000_000,
  /** Different contents. */
  blobs: 2_000_000,
  /** Maximum size of one content, GitHub's file size limit. */
  blobBytes: 100 * 1024 * 1024,
  headFiles: 1_000_000,
}

/** Batch size of content requests. The ids fit into a pipe buffer, which prevents a deadlock. */
const ASKED_TOGETHER = 256

/**
 * Opens the history of a local repository.
 * @throws {Failure} `invalid_request` for a missing repository, branch or commit; `unavailable` without git
 */
export async function openHistory(options: HistoryOptions): Promise<GitHistory> {
  const repository = await openRepository(options)
  const tip = await tipOf(repository, options.branch)
  const range = await rangeOf(repository, options)
  const history = new History(repository, options, tip, range)
  if ((await repository.ask(['rev-parse', '--is-shallow-repository'])).trim() === 'true') {
    history.leave('The history is incomplete (shallow clone). Run git fetch --unshallow.')
  }
  return { versions: () => history.versions(), read: history.read, left: () => history.left }
}

async function tipOf(repository: LocalRepository, branch: string | undefined): Promise<string | undefined> {
  if (branch === undefined) return commitOf(repository, 'HEAD')
  for (const name of [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`, branch]) {
    const found = isRef(branch) ? await commitOf(repository, name) : undefined
    if (found !== undefined) return found
  }
  throw new Failure('invalid_request', `Branch, tag or commit "${branch.slice(0, 100)}" not found in the repository.`)
}

interface Range {
  readonly args: readonly string[]
  /** Boundary commits: their contents are not part of the range. */
  readonly ends: readonly string[]
  readonly isPart: boolean
}

async function rangeOf(repository: LocalRepository, { branch, since }: HistoryOptions): Promise<Range> {
  const from = branch === undefined ? ['--all'] : [(await tipOf(repository, branch))!]
  if (since === undefined) return { args: from, ends: [], isPart: false }
  if (/^\d{4}-\d{2}-\d{2}/.test(since)) {
    const date = new Date(since)
    if (Number.isNaN(date.getTime())) throw new Failure('invalid_request', `Invalid date "${since.slice(0, 100)}".`)
    const args = [`--since=${date.toISOString()}`, ...from]
    const listing = await repository.ask(['rev-list', '--boundary', ...args, '--'])
    const ends = listing.split('\n').flatMap((line) => (line.startsWith('-') ? [line.slice(1)] : []))
    return { args, ends, isPart: true }
  }
  const commit = isRef(since) ? await commitOf(repository, since) : undefined
  if (commit !== undefined) return { args: from, ends: [commit], isPart: true }
  throw new Failure('invalid_request', `"${since.slice(0, 100)}" is neither a commit in the repository nor a date.`)
}

async function commitOf(repository: LocalRepository, name: string): Promise<string | undefined> {
  return (await repository.tryAsk(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]))?.trim()
}

/** One traversal of a history. */
class History {
  readonly read = { commits: 0, blobs: 0, bytes: 0 }
  readonly left: string[] = []
  readonly #repository: LocalRepository
  readonly #tip: string | undefined
  readonly #range: Range
  readonly #wants: (path: string) => boolean
  readonly #limits: typeof HISTORY_LIMITS
  readonly #signal: AbortSignal
  /** Contents in the range, if HEAD contains others. */
  readonly #seen = new Set<string>()
  readonly #head = new Map<string, string>()
  #tooLarge = 0
  #missing = 0

  constructor(repository: LocalRepository, options: HistoryOptions, tip: string | undefined, range: Range) {
    this.#repository = repository
    this.#tip = tip
    this.#range = range
    this.#wants = options.wants ?? (() => true)
    this.#limits = { ...HISTORY_LIMITS, ...options.limits }
    this.#signal = options.signal
  }

  leave(sentence: string): void {
    this.left.push(sentence)
  }

  async *versions(): AsyncGenerator<HistoryVersion> {
    const blobs = openBlobs(this.#repository)
    const contents = async function* (this: History, changes: readonly Change[], isOutside: boolean) {
      const sizes = await blobs.sizes(changes.map(({ blobId }) => blobId))
      const wanted = changes.filter(({ path }, at) => this.#fits(sizes[at], path))
      let at = 0
      for await (const bytes of blobs.contents(wanted.map(({ blobId }) => blobId))) {
        const change = wanted[at++]!
        if (this.#isFull()) return
        if (bytes === undefined) this.#missing += 1
        else if (this.#wants(change.path) || isText(bytes)) yield this.#version(change, bytes, isOutside)
      }
    }.bind(this)
    try {
      await this.#readHead()
      for await (const changes of batched(this.#changes())) {
        yield* contents(changes, false)
        if (this.#isFull()) {
          this.#end()
          break
        }
      }
      if (this.#range.isPart) {
        for (const changes of this.#outside()) yield* contents(changes, true)
      }
    } finally {
      blobs.close()
    }
    // A killed process looks like a completed one.
    this.#signal.throwIfAborted()
    const { blobBytes } = this.#limits
    if (this.#tooLarge > 0) this.leave(`${counted(this.#tooLarge)} larger than ${blobBytes / 1024 / 1024} MiB.`)
    if (this.#missing > 0) this.leave(`${counted(this.#missing)} not in this copy of the repository.`)
  }

  #isFull(): boolean {
    return this.read.blobs >= this.#limits.blobs
  }

  #end(): void {
    this.leave(`The history limit was reached: only ${this.read.blobs} file versions were read.`)
  }

  #fits(size: number | null | undefined, path: string): boolean {
    const { blobBytes } = this.#limits
    if (size === null || size === 0) return false
    if (size === undefined) this.#missing += 1
    else if (!this.#wants(path)) return size <= UNWANTED_BYTES_MAX
    else if (size > blobBytes) this.#tooLarge += 1
    return size !== undefined && size <= blobBytes
  }

  #version(change: Change, bytes: Uint8Array, isOutside: boolean): HistoryVersion {
    if (!isOutside) {
      this.read.blobs += 1
      this.read.bytes += bytes.length
    }
    return { ...change, bytes, isOutside, headPath: this.#head.get(change.blobId) ?? null }
  }

  /** Reads the current files, by content. */
  async #readHead(): Promise<void> {
    if (this.#tip === undefined) return
    const listing = this.#repository.start(['ls-tree', '-r', '-z', '--full-tree', this.#tip])
    try {
      const reader = new ByteReader(listing.stdout)
      let entries = 0
      for (;;) {
        const entry = await reader.until(0, ENTRY_BYTES_MAX)
        if (entry === undefined) break
        const [, blobId = '', path = ''] = /^100\d+ blob ([0-9a-f]+)\t([^]*)$/.exec(entry.toString('utf8')) ?? []
        // Counts entries, not contents, because a tree may reference one content a billion times.
        entries += 1
        if (entries > this.#limits.headFiles) {
          this.leave(
            `HEAD contains more than ${this.#limits.headFiles} files: for some secrets it is unknown whether they are still in HEAD.`,
          )
          return
        }
        if (blobId !== '' && !this.#head.has(blobId)) this.#head.set(blobId, path)
      }
      const { code } = await listing.ended
      if (code !== 0)
        this.leave(
          'git could not list all files in HEAD: for some secrets it is unknown whether they are still in HEAD.',
        )
    } finally {
      listing.kill()
    }
  }

  /** Yields contents in order of introduction, each once, folders included. */
  async *#changes(): AsyncGenerator<Change> {
    const { commits, objects } = this.#limits
    const { args, ends } = this.#range
    const list = this.#repository.start(['rev-list', ...LISTING, `--max-count=${commits}`, ...args, '--stdin'])
    list.stdin.end(ends.map((end) => `^${end}\n`).join(''))
    const tell = { commit: () => void (this.read.commits += 1), missing: () => void (this.#missing += 1) }
    let listed = 0
    try {
      for await (const change of readChanges(new ByteReader(list.stdout), tell)) {
        listed += 1
        if (listed > objects) {
          this.#end()
          return
        }
        if (this.#range.isPart) this.#seen.add(change.blobId)
        yield change
      }
      const { code, stderr } = await list.ended
      if (code !== 0) this.leave(`git could not read the complete history: ${cleaned(stderr, [], [])}.`)
      if (this.read.commits >= commits) this.leave(`Only the newest ${commits} commits were read.`)
    } finally {
      list.kill()
    }
  }

  *#outside(): Generator<readonly Change[]> {
    let some: Change[] = []
    for (const [blobId, path] of this.#head) {
      if (this.#seen.has(blobId) || !this.#wants(path)) continue
      some.push({ commit: this.#tip ?? '', authoredAt: new Date(0), path, blobId })
      if (some.length < ASKED_TOGETHER) continue
      yield some
      some = []
    }
    if (some.length > 0) yield some
  }
}

/** Maximum size of media files that are read to detect text under a misleading name. */
const UNWANTED_BYTES_MAX = 1024 * 1024
/** Same number of bytes as git examines. */
const SNIFFED_BYTES = 8_000

function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, SNIFFED_BYTES).includes(0)
}

const ENTRY_BYTES_MAX = 64 * 1024

async function* batched(changes: AsyncIterable<Change>): AsyncGenerator<readonly Change[]> {
  let some: Change[] = []
  for await (const change of changes) {
    some.push(change)
    if (some.length < ASKED_TOGETHER) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

function counted(versions: number): string {
  return versions === 1 ? '1 file version is' : `${versions} file versions are`
}
