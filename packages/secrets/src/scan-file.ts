import type { CoverageGap } from '@gatehouse/scan-engine'
import { allowedBy, type Allowed, readAllowance } from './find/allow.ts'
import { binaryNature, type Nature } from './find/nature.ts'
import { type Hit, scanText } from './find/scan-text.ts'
import { snippetOf } from './mask.ts'
import type { Sighting } from './observe.ts'
import { endPosition, LineCounter } from './read/places.ts'
import type { TextWindow } from './read/windows.ts'

/** Maximum number of distinct secrets per file. A file with more is reported as a dump of secrets. */
export const FILE_SECRETS_MAX = 500
/** Maximum number of bytes of a binary file that are searched: executables are scanned, disk images are not. */
export const BINARY_BYTES_MAX = 32 * 1024 * 1024

/** Source of a file's bytes, and the data for its report. */
export interface FileSource {
  /** The path within the tree. */
  readonly path: string
  /** Path within the archive at {@link path}. */
  readonly entry?: string
  readonly nature: Nature
  /** More for the metadata of findings: the commit and blob of history. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Secrets of one file before their digests are computed. */
export interface FileSightings {
  readonly source: FileSource
  readonly sightings: readonly Sighting[]
  readonly gaps: readonly CoverageGap[]
}

/** Collects the secrets of one file window by window. */
export class FileScan {
  readonly #source: FileSource
  readonly #today: string
  readonly #lines = new LineCounter()
  readonly #seen = new Map<string, Sighting>()
  readonly #gaps: CoverageGap[] = []
  #bytes = 0
  #full = false

  /** @param today `YYYY-MM-DD` in UTC: the date for expiry of suppressions */
  constructor(source: FileSource, today: string) {
    this.#source = source
    this.#today = today
  }

  /** @returns false if the rest of the file is not needed */
  add({ text, from, to, next, encoding }: TextWindow): boolean {
    const nature = encoding === 'binary' ? binaryNature(this.#source.nature) : this.#source.nature
    const { hits, allowances } = scanText(text, nature)
    const comments = allowances.flatMap((at) => readAllowance(text, at) ?? [])
    let passed = 0
    for (const hit of hits) {
      if (hit.start < from || hit.start >= to) continue
      while ((comments[passed]?.end ?? Infinity) <= hit.start) passed++
      const allowed = allowedBy(comments, passed, hit.start, hit.rule.id, this.#today)
      this.#see(hit, text, hits, allowed)
    }
    this.#lines.skip(text, next)
    this.#bytes += to - from
    if (encoding !== 'binary' || this.#bytes < BINARY_BYTES_MAX) return true
    this.#gap(
      'too_large',
      `Only the first ${BINARY_BYTES_MAX / 1024 / 1024} MiB of this binary file were searched for secrets.`,
    )
    return false
  }

  #see(hit: Hit, text: string, hits: readonly Hit[], allowed: Allowed | undefined): void {
    const key = keyOf(hit)
    const seen = this.#seen.get(key)
    const isAllowed = allowed?.state === 'allowed'
    // One location without a suppression is sufficient for a finding, which is then displayed there.
    if (seen !== undefined && (isAllowed || seen.allowed?.state !== 'allowed')) {
      seen.occurrences++
      return
    }
    if (seen === undefined && this.#seen.size >= FILE_SECRETS_MAX) {
      if (!this.#full)
        this.#gap(
          'too_large',
          `The file contains more than ${FILE_SECRETS_MAX} secrets; only the first ones are listed.`,
        )
      this.#full = true
      return
    }
    const first = this.#lines.placeOf(text, hit.start)
    const last = endPosition(text, hit.start, hit.end, first)
    this.#seen.set(key, {
      hit: { ...hit, value: copied(hit.value), ...expiryOf(hit, this.#today) },
      first,
      last,
      snippet: snippetOf(text, hit, hits),
      allowed,
      occurrences: (seen?.occurrences ?? 0) + 1,
    })
  }

  #gap(reason: CoverageGap['reason'], detail: string): void {
    this.#gaps.push({
      scanner: 'SECRETS_PATTERN',
      reason,
      filePath: this.#source.path,
      detail: named(this.#source, detail),
    })
  }

  /** Returns the secrets, each value once. */
  finish(): FileSightings {
    return { source: this.#source, sightings: [...this.#seen.values()], gaps: this.#gaps }
  }
}

function keyOf({ rule, value }: Hit): string {
  return `${rule.family}\0${value}`
}

/** Returns reduced properties for an expired token. */
function expiryOf({ facts }: Hit, today: string): Pick<Hit, 'facts'> {
  const expires = facts?.['expires']
  return typeof expires === 'string' && expires < today ? { facts: { ...facts, expired: true } } : {}
}

/** Returns a copy of a slice, because a slice keeps the whole text in memory. */
function copied(slice: string): string {
  return Buffer.from(slice, 'latin1').toString('latin1')
}

/** Adds the file name inside an archive to a message. */
function named({ entry }: FileSource, detail: string): string {
  return entry === undefined ? detail : `${entry}: ${detail}`
}
