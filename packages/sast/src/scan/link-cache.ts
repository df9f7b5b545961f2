import { createHash } from 'node:crypto'
import { compareText } from '@gatehouse/scan-engine'
import {
  type Linked,
  packedPositions,
  Positions,
  type ProjectFile,
  withNumbers,
  withPositions,
} from '../taint/index.ts'
import { aboutOf } from './cache.ts'
import { entryAt, keep, readEntry } from './kept.ts'
import type { CacheLocation } from './options.ts'
import type { Pack } from './pack.ts'
import type { FlowFacts } from './said.ts'

/** Input of the link step. */
export interface LinkInput {
  readonly said: readonly FlowFacts[]
  /** Languages of all scanned files, which select the rules. */
  readonly languages: readonly string[]
  readonly projects: readonly ProjectFile[]
}

/**
 * Cache of link results, by data-flow facts, rules and engine version. The facts of a file do not change when its code only moves, or when
 * an edit does not affect values: the findings are then reused without linking. A damaged entry is ignored.
 */
export class LinkCache {
  readonly #folder: string
  readonly #about: string

  constructor(place: CacheLocation, pack: Pack) {
    this.#folder = place.folder
    this.#about = aboutOf(place, pack)
  }

  /** Returns the cached result for the same input with current locations, or computes and caches it. */
  of(input: LinkInput, make: () => Linked): Linked {
    const place = this.#placeOf(input)
    const positionsOf = positionsIn(input.said)
    const known = readEntry(place)
    if (known !== undefined) {
      try {
        // A valid digest at its start proves that an entry is complete.
        return withPositions(known as Linked, positionsOf)
      } catch {
        // The entry does not belong to the facts of these files.
      }
    }
    const linked = make()
    keep(place, withNumbers(linked, positionsOf))
    return linked
  }

  #placeOf({ said, languages, projects }: LinkInput): string {
    const key = createHash('sha256').update(JSON.stringify(['links', this.#about, languages, projects]))
    const shapes = said.map(({ head: { path, shape } }) => JSON.stringify([path, shape]))
    for (const shape of shapes.toSorted(compareText)) key.update(shape)
    return entryAt(this.#folder, key.digest('hex'), '.links')
  }
}

/** Returns a reader of positions; it reads a file once, and only if it has findings. */
function positionsIn(texts: readonly FlowFacts[]): (filePath: string) => Positions {
  const byPath = new Map(texts.map((item) => [item.head.path, item]))
  const known = new Map<string, Positions>()
  return (filePath) => {
    let positions = known.get(filePath)
    if (positions === undefined) {
      positions = new Positions(packedPositions(byPath.get(filePath)?.read() ?? EMPTY))
      known.set(filePath, positions)
    }
    return positions
  }
}

const EMPTY = JSON.stringify({ places: [] })
