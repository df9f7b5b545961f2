import { compareText, type CoverageGap, UNANALYSED_FILES_MAX, type UnanalysedFile } from '@gatehouse/scan-engine'
import { languageOf } from '../languages/all.ts'

/** Why files are not analysed. */
const REASONS = {
  installed: 'in a folder of installed packages',
  ignored: 'excluded by .semgrepignore or .gatehouseignore',
  binary: 'no text',
  encoding: 'in an unsupported encoding',
} as const

export type LeftReason = keyof typeof REASONS

/** Maximum number of files that the text of a gap names; further ones are only counted. */
const NAMED_MAX = 3

/** Files that were left out for a reason. */
interface LeftFiles {
  readonly count: number
  /** The first ones, sorted by path. */
  readonly named: readonly string[]
  /** Files in a recognized language, sorted by path, at most {@link UNANALYSED_FILES_MAX}. */
  readonly code: readonly (readonly [path: string, language: string])[]
  /** Number of further files in a recognized language. */
  readonly unlisted: number
}

/** Mutable counters of one process. */
interface Counting {
  count: number
  readonly named: string[]
  readonly code: (readonly [path: string, language: string])[]
  unlisted: number
}

/** Counts files that were not analysed, by reason. */
export class LeftOut {
  readonly #files = new Map<LeftReason, Counting>()

  add(reason: LeftReason, path: string): void {
    const language = languageOf(path)?.name
    this.#merge(reason, {
      count: 1,
      named: [path],
      code: language === undefined ? [] : [[path, language]],
      unlisted: 0,
    })
  }

  /** Adds the counts of another instance. @param told output of {@link LeftOut.tell} */
  take(leftTold: LeftReport): void {
    for (const [reason, files] of leftTold) this.#merge(reason, files)
  }

  tell(): LeftReport {
    return [...this.#files]
  }

  /** A gap for each reason. */
  gaps(): readonly CoverageGap[] {
    return [...this.#files]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([reason, files]) => leftFilesGap(reason, files))
  }

  #merge(reason: LeftReason, { count, named, code, unlisted }: LeftFiles): void {
    let known = this.#files.get(reason)
    if (known === undefined) this.#files.set(reason, (known = { count: 0, named: [], code: [], unlisted: 0 }))
    known.count += count
    for (const name of named) addFirst(known.named, name)
    const listed = code.slice(0, UNANALYSED_FILES_MAX - known.code.length)
    known.code.push(...listed)
    known.unlisted += unlisted + code.length - listed.length
  }
}

/** Inserts a name and keeps the first names in order. */
function addFirst(names: string[], name: string): void {
  const at = names.findIndex((item) => compareText(name, item) < 0)
  names.splice(at === -1 ? names.length : at, 0, name)
  names.length = Math.min(names.length, NAMED_MAX)
}

function leftFilesGap(reason: LeftReason, { count, named, code, unlisted }: LeftFiles): CoverageGap {
  const files = count === 1 ? '1 file' : `${count} files`
  const more = count > named.length ? ' and others' : ''
  const detail = `Not analyzed, because ${REASONS[reason]}: ${files} (${named.join(', ')}${more}).`
  const unanalysed = code
    .map(([path, language]): UnanalysedFile => ({ path, language, cause: reason, extent: 'file' }))
    .toSorted((a, b) => compareText(a.path, b.path))
  return {
    scanner: 'SAST_PATTERN',
    reason: 'skipped',
    detail,
    ...(code.length > 0 && { unanalysed }),
    ...(unlisted > 0 && { unlisted }),
  }
}

/** Counts of a {@link LeftOut} as JSON. */
export type LeftReport = readonly (readonly [LeftReason, LeftFiles])[]
