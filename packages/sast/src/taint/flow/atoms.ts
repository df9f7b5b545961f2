import { type Origin, type Path, PATH_MAX } from '../facts.ts'
import type { Cell } from '../ir.ts'
import { PLAIN, Quals } from './quals.ts'

/** The number of any key. */
export const ANY_KEY = 0

/** Pseudo member for the keys of an object: a flow of the whole object includes them, a flow of one member does not. */
export const KEYS_KEY = '#keys'

/** Root of a place. */
interface Root {
  /** Undefined for an object that this function creates. */
  readonly origin: Origin | undefined
  /** Call that returns it; -1 for others. */
  readonly call: number
  /** Whether it represents several objects, so that a write to one is no write to all. */
  readonly isMany: boolean
  /** Whether it is no object of this function, so that calls and writes on it have no effect here. */
  readonly isOutside: boolean
}

/**
 * The values of one file as numbers. A place is a root (a parameter, a call result, a created object, ...) and a path; it identifies an
 * object as well as the origin of a value. An atom is a place with a {@link Quals | qualifier}: either the object itself (with members,
 * writable) or a value derived from it (`data`: a text, a number). A place is the atom without a qualifier.
 */
export class Atoms {
  readonly quals = new Quals()
  /** Current maximum length of paths: at most {@link PATH_MAX}. Longer paths stay at their prefix. */
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

  /** Returns the place of an origin itself. */
  origin(origin: Origin, isMany = false): number {
    return this.#rootPlace(originKey(origin), origin, isMany)
  }

  /** Returns the place of an object that an instruction creates; `site` is its number in its function, with a path for several objects. */
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

  /** Returns the parent of a place (-1: none), and the member name. */
  above(place: number): number {
    return this.#above[place]!
  }

  lastKey(place: number): number {
    return this.#key[place]!
  }

  /** Returns the root place of an atom. */
  rootOf(atom: number): number {
    return this.#first[this.#root[atom]!]!
  }

  callOf(atom: number): number {
    return this.#roots[this.#root[atom]!]!.call
  }

  /** Whether code has a name for the root of an atom, so that it can be read anywhere. */
  isNamed(atom: number): boolean {
    const type = this.#roots[this.#root[atom]!]!.origin?.type
    return type === 'parameter' || type === 'cell' || type === 'import' || type === 'global' || type === 'class'
  }

  isOutside(atom: number): boolean {
    return this.#roots[this.#root[atom]!]!.isOutside
  }

  /** Whether a place is a single object at any time. */
  isOne(place: number): boolean {
    const path = this.#path[place]!
    return !this.#roots[this.#root[place]!]!.isMany && !this.#isVague[path]! && this.#paths[path]!.length < this.depth
  }

  /** Returns an extended path; the same path at the maximum length. */
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

  /** Returns a member of an atom, with the same qualifier. Data has no members; each member access returns the data itself. */
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

  /** Returns the same place with an additional qualifier. @returns -1 where no rule is left */
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

  /** Returns the same atom without the sources that are not kept. */
  withMarks(atom: number, isKept: (source: number) => boolean): number {
    const qual = this.quals.withMarks(this.#qual[atom]!, isKept)
    return qual === this.#qual[atom] ? atom : this.#variant(this.#place[atom]!, qual, this.#isData[atom]!)
  }

  /** Returns the data derived from an atom. */
  data(atom: number): number {
    return this.#isData[atom]! ? atom : this.#variant(this.#place[atom]!, this.#qual[atom]!, true)
  }

  /** Returns the same atom as first created and without its sources, for reporting flows. */
  told(atom: number): number {
    const recent = this.#news.get(this.#place[atom]!) ?? this.#place[atom]!
    return this.#variant(recent, this.quals.unmarked(this.#qual[atom]!), false)
  }

  /** Returns the same atom of an earlier loop iteration: it represents several objects. */
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
