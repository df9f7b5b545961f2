import { type Path, PATH_MAX } from '../facts.ts'

/** The empty path: all of a value. */
export const WHOLE = 0

/** Ours: more different paths than a tree of code has; what comes after is taken for all of the value. */
const PATHS_MAX = 200_000

/** Numbers paths, so that they can stand in keys. */
export class Paths {
  readonly #numbers = new Map<string, number>([['', WHOLE]])
  readonly #paths: Path[] = [[]]

  number(path: Path): number {
    if (path.length === 0) return WHOLE
    const kept = path.length > PATH_MAX ? path.slice(0, PATH_MAX) : path
    const key = kept.join('\0')
    let number = this.#numbers.get(key)
    if (number === undefined) {
      if (this.#paths.length >= PATHS_MAX) return WHOLE
      number = this.#paths.push(kept) - 1
      this.#numbers.set(key, number)
    }
    return number
  }

  path(number: number): Path {
    return this.#paths[number]!
  }

  /** The first keys of a path. */
  start(number: number, length: number): number {
    const path = this.#paths[number]!
    return path.length <= length ? number : this.number(path.slice(0, length))
  }

  /**
   * Where the part `given` of a value gets to, when its part `from` gets to `to`: all that is in what is given goes with it,
   * and a part of it goes alone.
   * @returns -1 where nothing of it does
   */
  moved(given: number, from: Path, to: Path): number {
    if (from.length === 0 && to.length === 0) return given
    const path = this.#paths[given]!
    const common = Math.min(path.length, from.length)
    for (let at = 0; at < common; at += 1) if (!isSameKey(path[at]!, from[at]!)) return -1
    if (path.length <= from.length) return this.number(to)
    return this.number([...to, ...path.slice(from.length)])
  }
}

function isSameKey(a: string, b: string): boolean {
  return a === b || a === '*' || b === '*'
}
