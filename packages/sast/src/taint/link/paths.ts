import { type Path, PATH_MAX } from '../facts.ts'
import { Pairs } from './pairs.ts'

/** The empty path: all of a value. */
export const WHOLE = 0

/** Own limit: more paths than a tree of code has; further paths cover the whole value. */
const PATHS_MAX = 200_000

/** Numbers paths for use in keys. */
export class Paths {
  readonly #keys = new Map<string, number>()
  /** A path by its prefix and its last key. */
  readonly #longer = new Pairs()
  readonly #paths: Path[] = [[]]

  number(path: Path): number {
    return this.#extended(WHOLE, path, 0)
  }

  path(number: number): Path {
    return this.#paths[number]!
  }

  /** The first keys of a path. */
  start(number: number, length: number): number {
    const path = this.#paths[number]!
    if (path.length <= length) return number
    let start = WHOLE
    for (let at = 0; at < length; at += 1) start = this.#child(start, path[at]!)
    return start
  }

  /**
   * Maps the part `given` of a value when its part `from` flows to `to`: everything below `given` flows along, and a part of it flows
   * alone.
   * @returns -1 where no part flows
   */
  moved(value: number, from: Path, to: Path): number {
    if (from.length === 0 && to.length === 0) return value
    const path = this.#paths[value]!
    const common = Math.min(path.length, from.length)
    for (let at = 0; at < common; at += 1) if (!isSameKey(path[at]!, from[at]!)) return -1
    const moved = this.number(to)
    return path.length <= from.length ? moved : this.#extended(moved, path, from.length)
  }

  /** Appends the rest of a path to another path, up to the maximum length. */
  #extended(start: number, path: Path, from: number): number {
    let number = start
    const capacity = PATH_MAX - this.#paths[start]!.length
    for (let at = from; at < path.length && at < from + capacity; at += 1) {
      number = this.#child(number, path[at]!)
      if (number === WHOLE) return WHOLE
    }
    return number
  }

  #child(parent: number, key: string): number {
    let keyed = this.#keys.get(key)
    if (keyed === undefined) {
      keyed = this.#keys.size
      this.#keys.set(key, keyed)
    }
    const known = this.#longer.find(parent, keyed)
    if (known !== -1) return known + 1
    if (this.#paths.length >= PATHS_MAX) return WHOLE
    this.#paths.push([...this.#paths[parent]!, key])
    return this.#longer.number(parent, keyed) + 1
  }
}

function isSameKey(a: string, b: string): boolean {
  return a === b || a === '*' || b === '*'
}
