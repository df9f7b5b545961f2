import type { CoverageGap } from '../../engine/observation.ts'
import { compareText } from '../../engine/merge.ts'

/** Why files are not analysed. */
const REASONS = {
  installed: 'in a folder of installed packages',
  vendored: 'in a folder of code of others',
  shortened: 'written by a program that shortens code, of which the source is to be scanned',
  generated: 'made by a program, as the first lines say',
  ignored: 'named by .semgrepignore or .gatehouseignore',
  binary: 'no text',
} as const

export type LeftReason = keyof typeof REASONS

/** Files that are named, of those that are counted. */
const NAMED_MAX = 3

/** Files that were left out for a reason. */
interface LeftFiles {
  count: number
  /** The first ones by their paths. */
  named: string[]
}

/** Counts what was not analysed and why. */
export class LeftOut {
  readonly #files = new Map<LeftReason, LeftFiles>()

  add(reason: LeftReason, path: string): void {
    this.#merge(reason, { count: 1, named: [path] })
  }

  /** Adds what another one has counted. @param told as {@link LeftOut.tell} says it */
  take(told: LeftTold): void {
    for (const [reason, files] of told) this.#merge(reason, files)
  }

  tell(): LeftTold {
    return [...this.#files]
  }

  /** A gap for each reason. */
  gaps(): readonly CoverageGap[] {
    return [...this.#files]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([reason, { count, named }]) => {
        const files = count === 1 ? '1 file' : `${count} files`
        const more = count > named.length ? ' and others' : ''
        const detail = `Not analysed, because ${REASONS[reason]}: ${files} (${named.join(', ')}${more}).`
        return { scanner: 'SAST_PATTERN', reason: 'skipped', detail }
      })
  }

  #merge(reason: LeftReason, { count, named }: LeftFiles): void {
    const known = this.#files.get(reason) ?? { count: 0, named: [] }
    this.#files.set(reason, {
      count: known.count + count,
      named: [...known.named, ...named].toSorted(compareText).slice(0, NAMED_MAX),
    })
  }
}

/** What a {@link LeftOut} has counted, as JSON has it. */
export type LeftTold = readonly (readonly [LeftReason, LeftFiles])[]
