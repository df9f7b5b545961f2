import { type Origin, type Path, PATH_MAX } from '../facts.ts'
import type { Cell } from '../ir.ts'
import { PLAIN, Quals } from './quals.ts'

/** The number of any key. */
export const ANY_KEY = 0

/** The pseudo key of what the keys of an object are: whoever has all of the object has them, whoever has one member has not. */
export const KEYS_KEY = '#keys'

/** What atoms hang on. */
interface Root {
  /** Undefined for an object that this function makes. */
  readonly origin: Origin | undefined
  /** The call that gives it; -1 for others. */
  readonly call: number
  /** Whether it stands for several objects, so that a write into one is no write into all. */
  readonly isMany: boolean
  /** Whether a call or what is written into it says nothing here: no object of this function. */
  readonly isOutside: boolean
}

/**
 * The values of one file as numbers. A place is a root (a parameter, the result of a call, an object that is made, ...) and a
 * path from there; it is an object as well as where its value came from. An atom is a place with what is said of it (a
 * {@link Quals | qual}) that is either the thing itself (it has members, and can be written into) or something made of it
 * (`data`: a text, a number). A place is the atom of which nothing is said.
 */
export class Atoms {
  readonly quals = new Quals()
  /** How long paths may become now: at most {@link PATH_MAX}. What is longer stays what it is. */
  depth = PATH_MAX
  readonly #keys = ['*']
  readonly #keyIds = new Map<string, number>([['*', ANY_KEY]])
  readonly #roots: Root[] = []
  readonly #rootIds = new Map<string, number>()
  // By path.
  readonly #paths: Path[] = [[]]
  readonly #pathIds = new Map<number, number>()
  readonly #isVague = [false]
  // By atom.
  readonly #root: number[] = []
  readonly #path: number[] = []
  readonly #place: number[] = []
  readonly #qual: number[] = []
  readonly #isData: boolean[] = []
  readonly #above: number[] = []
  readonly #key: number[] = []
  readonly #first: number[] = []
  readonly #children = new Map<number, number>()
  readonly #variants = new Map<number, number>()
  readonly #olds = new Map<number, number>()
  readonly #news = new Map<number, number>()

  key(text: string): number {
    let id = this.#keyIds.get(text)
    if (id === undefined) {
      id = this.#keys.push(text) - 1
      this.#keyIds.set(text, id)
    }
    return id
  }

  keyText(key: number): string {
    return this.#keys[key]!
  }

  /** The place of an origin itself. */
  origin(origin: Origin, isMany = false): number {
    return this.#rootPlace(originKey(origin), origin, isMany)
  }

  /** The place of what an instruction makes; `site` is its number in its function, with a path where it makes several. */
  made(site: number | string): number {
    return this.#rootPlace(`m${site}`, undefined, false)
  }

  originOf(atom: number): Origin | undefined {
    return this.#roots[this.#root[atom]!]!.origin
  }

  pathOf(atom: number): Path {
    return this.#paths[this.#path[atom]!]!
  }

  pathIdOf(atom: number): number {
    return this.#path[atom]!
  }

  path(id: number): Path {
    return this.#paths[id]!
  }

  placeOf(atom: number): number {
    return this.#place[atom]!
  }

  qualOf(atom: number): number {
    return this.#qual[atom]!
  }

  isData(atom: number): boolean {
    return this.#isData[atom]!
  }

  isMade(atom: number): boolean {
    return this.#roots[this.#root[atom]!]!.origin === undefined
  }

  /** Of a place: the one that it is a member of (-1: none), and as what. */
  above(place: number): number {
    return this.#above[place]!
  }

  lastKey(place: number): number {
    return this.#key[place]!
  }

  /** The place that an atom's path begins at. */
  rootOf(atom: number): number {
    return this.#first[this.#root[atom]!]!
  }

  callOf(atom: number): number {
    return this.#roots[this.#root[atom]!]!.call
  }

  /** Whether code has a name for what an atom's path begins at, so that it can be read anywhere. */
  isNamed(atom: number): boolean {
    const type = this.#roots[this.#root[atom]!]!.origin?.type
    return type === 'parameter' || type === 'cell' || type === 'import' || type === 'global' || type === 'class'
  }

  isOutside(atom: number): boolean {
    return this.#roots[this.#root[atom]!]!.isOutside
  }

  /** Whether a place is one object at any one time. */
  isOne(place: number): boolean {
    const path = this.#path[place]!
    return !this.#roots[this.#root[place]!]!.isMany && !this.#isVague[path]! && this.#paths[path]!.length < this.depth
  }

  /** A longer path; itself where it is as long as may be. */
  longer(path: number, key: number): number {
    const before = this.#paths[path]!
    if (before.length >= this.depth) return path
    const at = path * 0x400000 + key
    let id = this.#pathIds.get(at)
    if (id === undefined) {
      id = this.#paths.push([...before, this.#keys[key]!]) - 1
      this.#isVague.push(this.#isVague[path]! || key === ANY_KEY)
      this.#pathIds.set(at, id)
    }
    return id
  }

  /** A member of what an atom is: with the same said of it. Data has no members but is in all of them. */
  child(atom: number, key: number): number {
    if (this.#isData[atom]! || this.#paths[this.#path[atom]!]!.length >= this.depth) return atom
    const at = atom * 0x400000 + key
    let child = this.#children.get(at)
    if (child === undefined) {
      child = this.#makeChild(atom, key)
      this.#children.set(at, child)
    }
    return child
  }

  /** The same place with more said of it. @returns -1 where no rule is left */
  with(atom: number, qual: number): number {
    if (qual === PLAIN) return atom
    const joined = this.quals.join(this.#qual[atom]!, qual)
    return joined === -1 ? -1 : this.#variant(this.#place[atom]!, joined, this.#isData[atom]!)
  }

  /** The same once it was decoded. */
  decoded(atom: number): number {
    const qual = this.quals.decoded(this.#qual[atom]!)
    return qual === this.#qual[atom] ? atom : this.#variant(this.#place[atom]!, qual, this.#isData[atom]!)
  }

  /** The same, being none of the sources that are not kept. */
  withMarks(atom: number, isKept: (source: number) => boolean): number {
    const qual = this.quals.withMarks(this.#qual[atom]!, isKept)
    return qual === this.#qual[atom] ? atom : this.#variant(this.#place[atom]!, qual, this.#isData[atom]!)
  }

  /** The same as something made of it. */
  data(atom: number): number {
    return this.#isData[atom]! ? atom : this.#variant(this.#place[atom]!, this.#qual[atom]!, true)
  }

  /** The same without the sources that it is, as what it was new: what flows are told by. */
  told(atom: number): number {
    const recent = this.#news.get(this.#place[atom]!) ?? this.#place[atom]!
    return this.#variant(recent, this.quals.unmarked(this.#qual[atom]!), false)
  }

  /** The same of a round before in a loop: it stands for several. */
  old(atom: number): number {
    let old = this.#olds.get(atom)
    if (old !== undefined) return old
    const root = this.#root[atom]!
    if (this.#news.has(this.#first[root]!)) return atom
    const { origin } = this.#roots[root]!
    const base = this.#rootPlace(`o${root}`, origin, true)
    let place = base
    const above: number[] = []
    for (let at = this.#place[atom]!; this.#above[at] !== -1; at = this.#above[at]!) above.push(at)
    this.#news.set(base, this.#first[root]!)
    for (const at of above.toReversed()) {
      place = this.child(place, this.#key[at]!)
      this.#news.set(place, at)
    }
    old = this.#variant(place, this.#qual[atom]!, this.#isData[atom]!)
    this.#olds.set(atom, old)
    return old
  }

  #makeChild(atom: number, key: number): number {
    const place = this.#place[atom]!
    if (place !== atom) return this.#variant(this.child(place, key), this.#qual[atom]!, false)
    const path = this.longer(this.#path[atom]!, key)
    if (path === this.#path[atom]) return atom
    const child = this.#push(this.#root[atom]!, path, atom, key)
    const recent = this.#news.get(atom)
    if (recent !== undefined) this.#news.set(child, this.child(recent, key))
    return child
  }

  #rootPlace(key: string, origin: Origin | undefined, isMany: boolean): number {
    let root = this.#rootIds.get(key)
    if (root === undefined) {
      const call = origin !== undefined && 'call' in origin ? origin.call : -1
      const isOutside = origin !== undefined && ['function', 'class', 'import', 'global'].includes(origin.type)
      root = this.#roots.push({ origin, call, isMany, isOutside }) - 1
      this.#rootIds.set(key, root)
      this.#first.push(this.#push(root, 0, -1, ANY_KEY))
    }
    return this.#first[root]!
  }

  #variant(place: number, qual: number, isData: boolean): number {
    if (qual === PLAIN && !isData) return place
    const at = place * 0x400000 + qual * 2 + (isData ? 1 : 0)
    let atom = this.#variants.get(at)
    if (atom === undefined) {
      atom = this.#push(this.#root[place]!, this.#path[place]!, this.#above[place]!, this.#key[place]!)
      this.#place[atom] = place
      this.#qual[atom] = qual
      this.#isData[atom] = isData
      this.#variants.set(at, atom)
    }
    return atom
  }

  #push(root: number, path: number, above: number, key: number): number {
    const atom = this.#root.push(root) - 1
    this.#path.push(path)
    this.#place.push(atom)
    this.#qual.push(PLAIN)
    this.#isData.push(false)
    this.#above.push(above)
    this.#key.push(key)
    return atom
  }
}

function originKey(origin: Origin): string {
  switch (origin.type) {
    case 'parameter':
      return `p${origin.index}`
    case 'result':
      return `r${origin.call}`
    case 'after':
      return `a${origin.call}:${origin.index}`
    case 'thrown':
      return `t${origin.call}`
    case 'cell':
      return cellKey(origin.cell)
    case 'source':
      return `s${origin.mark}`
    case 'function':
      return `f${origin.id}`
    case 'class':
      return `k${origin.id}`
    case 'import':
      return `i${origin.name} ${origin.module}`
    case 'global':
    default:
      return `g${origin.name}`
  }
}

export function cellKey(cell: Cell): string {
  return `c${cell.owner}:${cell.name}`
}
