import { createHash } from 'node:crypto'
import { compareText } from '@gatehouse/scan-engine'
import { type Linked, placesIn, Positions, type ProjectFile, withNumbers, withPlaces } from '../taint/index.ts'
import { aboutOf } from './cache.ts'
import { entryAt, keep, kept } from './kept.ts'
import type { CachePlace } from './options.ts'
import type { Pack } from './pack.ts'
import type { Said } from './said.ts'

/** What the findings of a program hang on. */
export interface LinkInput {
  readonly said: readonly Said[]
  /** Languages of all that is scanned, which decide what rules there are. */
  readonly languages: readonly string[]
  readonly projects: readonly ProjectFile[]
}

/**
 * What was found by joining the files of a program, by what these say, the rules and the program that joins. What a file says has
 * not changed where its code has only moved, or where what was written anew does nothing with values: all that is found is then found
 * without a look at what they say. A damaged entry is none.
 */
export class LinkCache {
  readonly #folder: string
  readonly #about: string

  constructor(place: CachePlace, pack: Pack) {
    this.#folder = place.folder
    this.#about = aboutOf(place, pack)
  }

  /** What is kept for the same input, with the places where it stands now, or what is found now, which is kept. */
  of(input: LinkInput, make: () => Linked): Linked {
    const place = this.#placeOf(input)
    const positionsOf = positionsIn(input.said)
    const known = kept(place)
    if (known !== undefined) {
      try {
        // What has its digest before it is what was kept in that place.
        return withPlaces(known as Linked, positionsOf)
      } catch {
        // It is not what these files say.
      }
    }
    const made = make()
    keep(place, withNumbers(made, positionsOf))
    return made
  }

  #placeOf({ said, languages, projects }: LinkInput): string {
    const key = createHash('sha256').update(JSON.stringify(['links', this.#about, languages, projects]))
    const shapes = said.map(({ head: { path, shape } }) => JSON.stringify([path, shape]))
    for (const shape of shapes.toSorted(compareText)) key.update(shape)
    return entryAt(this.#folder, key.digest('hex'), '.links')
  }
}

/** Of a file it is read once, where something was found in it. */
function positionsIn(said: readonly Said[]): (filePath: string) => Positions {
  const byPath = new Map(said.map((one) => [one.head.path, one]))
  const known = new Map<string, Positions>()
  return (filePath) => {
    let positions = known.get(filePath)
    if (positions === undefined) {
      positions = new Positions(placesIn(byPath.get(filePath)?.read() ?? EMPTY))
      known.set(filePath, positions)
    }
    return positions
  }
}

const EMPTY = JSON.stringify({ places: [] })
