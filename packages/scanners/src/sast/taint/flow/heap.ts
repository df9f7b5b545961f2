import { ANY_KEY, type Atoms } from './atoms.ts'
import { PLAIN } from './quals.ts'
import { mapAtoms, NOTHING, single, type Trail, union, type Value } from './values.ts'

/** What is known of one object. Never changed. */
export interface Thing {
  /** By keys that are known; nothing else is there. */
  readonly fields: ReadonlyMap<number, Value>
  /** What members of which the key is not known may hold. */
  readonly rest: Value
  /** Things of which it has all members that are not among the fields: what calls put there, what it was copied from. */
  readonly base: Value
}

const noFields: ReadonlyMap<number, Value> = new Map()

export const BLANK: Thing = { fields: noFields, rest: NOTHING, base: NOTHING }

/** What objects hold at one point of a function. A place that is not here is as it was when it came to the function. */
export class Heap {
  readonly atoms: Atoms
  #things: Map<number, Thing>
  #isShared: boolean

  constructor(atoms: Atoms, things = new Map<number, Thing>(), isShared = false) {
    this.atoms = atoms
    this.#things = things
    this.#isShared = isShared
  }

  get size(): number {
    return this.#things.size
  }

  fork(): Heap {
    this.#isShared = true
    return new Heap(this.atoms, this.#things, true)
  }

  get(place: number): Thing | undefined {
    return this.#things.get(place)
  }

  set(place: number, thing: Thing): void {
    if (this.#isShared) {
      this.#things = new Map(this.#things)
      this.#isShared = false
    }
    this.#things.set(place, thing)
  }

  /** What a member of a value may be. */
  read(value: Value, key: number): Value {
    let all: Value | undefined
    for (let index = 0; index < value.atoms.length; index += 1) {
      const one = this.#readAtom(value.atoms[index]!, key, value.trails[index])
      all = all === undefined ? one : union(all, one)
    }
    return all ?? NOTHING
  }

  #readAtom(atom: number, key: number, trail: Trail | undefined): Value {
    const { atoms } = this
    if (atoms.isData(atom)) return single(atom, trail)
    const place = atoms.placeOf(atom)
    const thing = this.#things.get(place)
    if (thing === undefined) return atoms.isMade(atom) ? NOTHING : single(atoms.child(atom, key), trail)
    const value = this.readPlace(place, thing, key, trail)
    if (atom === place) return value
    return atoms.isMade(atom) ? this.seenThrough(value, atom) : this.#ownSeenThrough(value, place, key, atom)
  }

  /** Members of an object that this function made, with what is said of the object said of them. */
  seenThrough(value: Value, atom: number): Value {
    const qual = this.atoms.qualOf(atom)
    if (qual === PLAIN) return value
    const seen = mapAtoms(value, (one) => this.atoms.with(one, qual))
    const { marks } = this.atoms.quals.of(qual)
    if (marks.length === 0 || seen.atoms.length > 0) return seen
    let all = seen
    for (const mark of marks) all = union(all, single(this.atoms.origin({ type: 'source', mark }, true)))
    return all
  }

  /** What was said of a thing that came from elsewhere holds for what it came with, not for what was put there since. */
  #ownSeenThrough(value: Value, place: number, key: number, atom: number): Value {
    const { atoms } = this
    const own = atoms.child(place, key)
    const qual = atoms.qualOf(atom)
    return mapAtoms(value, (one) => (atoms.placeOf(one) === own ? atoms.with(one, qual) : one))
  }

  /** A member of one object. */
  readPlace(place: number, thing: Thing, key: number, trail?: Trail): Value {
    const field = thing.fields.get(key)
    if (field !== undefined) return field
    const { atoms } = this
    let all = thing.rest
    if (!atoms.isMade(place)) all = union(single(atoms.child(place, key), trail), all)
    if (thing.base.atoms.length > 0)
      all = union(
        all,
        mapAtoms(thing.base, (one) => atoms.child(one, key)),
      )
    if (key === ANY_KEY) for (const value of thing.fields.values()) all = union(all, value)
    return all
  }

  /** The object that a value is, where it is one and no other; -1 for none. */
  oneOf(value: Value): number {
    let place = -1
    for (const atom of value.atoms) {
      if (this.atoms.isData(atom)) return -1
      const own = this.atoms.placeOf(atom)
      if (place !== -1 && place !== own) return -1
      place = own
    }
    return place !== -1 && this.atoms.isOne(place) ? place : -1
  }

  /** Gives a member a value: instead of what it had where it is known which object and which member, else beside it. */
  write(object: Value, key: number, value: Value): void {
    const isSure = key !== ANY_KEY && this.oneOf(object) !== -1
    for (const atom of object.atoms) {
      if (this.atoms.isData(atom)) continue
      const place = this.atoms.placeOf(atom)
      this.#writePlace(place, key, value, isSure)
      this.#link(place)
    }
  }

  #writePlace(place: number, key: number, value: Value, isSure: boolean): void {
    const thing = this.#things.get(place) ?? BLANK
    const fields = new Map(thing.fields)
    if (key !== ANY_KEY) {
      const next = isSure ? value : union(this.readPlace(place, thing, key), value)
      if (fields.get(key) === next) return
      this.set(place, { ...thing, fields: fields.set(key, next) })
      return
    }
    for (const [name, before] of fields) fields.set(name, union(before, value))
    this.set(place, { ...thing, fields, rest: union(thing.rest, value) })
  }

  /** Lets the objects above know that something is known of a member, so that whoever looks at them sees it. */
  #link(place: number): void {
    const { atoms } = this
    for (let at = place; atoms.above(at) !== -1; at = atoms.above(at)) {
      const above = atoms.above(at)
      const thing = this.#things.get(above) ?? BLANK
      const key = atoms.lastKey(at)
      if (key === ANY_KEY) {
        const rest = union(thing.rest, single(at))
        if (rest === thing.rest) return
        this.set(above, { ...thing, rest })
      } else {
        if (thing.fields.has(key)) return
        this.set(above, { ...thing, fields: new Map(thing.fields).set(key, this.readPlace(above, thing, key)) })
      }
    }
  }

  /** Something may have been put into an object that is in `base` at the same members. @returns whether that is new */
  add(place: number, base: number): boolean {
    const { atoms } = this
    const before = this.#things.get(place)
    const thing = before ?? BLANK
    const all = union(thing.base, single(base))
    let isNew = all !== thing.base || before === undefined
    const fields = new Map(thing.fields)
    for (const [key, value] of fields) {
      const next = union(value, single(atoms.child(base, key)))
      if (next !== value) isNew = true
      fields.set(key, next)
    }
    if (!isNew) return false
    this.set(place, { ...thing, fields, base: all })
    this.#link(place)
    return true
  }

  /** Changes all atoms, those of places too: what becomes the same comes together. */
  rename(change: (atom: number) => number): void {
    const renamed = new Map<number, Thing>()
    let isSame = true
    const value = (before: Value): Value => mapAtoms(before, change)
    for (const [place, thing] of this.#things) {
      const fields = new Map<number, Value>()
      let isKept = true
      for (const [key, before] of thing.fields) {
        const next = value(before)
        if (next !== before) isKept = false
        fields.set(key, next)
      }
      const rest = value(thing.rest)
      const base = value(thing.base)
      const to = change(place)
      const next = isKept && rest === thing.rest && base === thing.base ? thing : { fields, rest, base }
      if (next !== thing || to !== place) isSame = false
      const there = renamed.get(to)
      renamed.set(to, there === undefined ? next : this.joinThings(to, there, next))
    }
    if (isSame) return
    this.#things = renamed
    this.#isShared = false
  }

  /** One or the other; the first itself where the other adds nothing. */
  joinThings(place: number, a: Thing, b: Thing, limit?: (value: Value, place: number, key: number) => Value): Thing {
    if (a === b) return a
    let isSame = true
    const fields = new Map<number, Value>()
    const join = (key: number): void => {
      const first = a.fields.get(key)
      const joined = union(first ?? this.readPlace(place, a, key), b.fields.get(key) ?? this.readPlace(place, b, key))
      const value = limit === undefined || joined === first ? joined : limit(joined, place, key)
      fields.set(key, first !== undefined && isEqual(first, value) ? first : value)
      if (fields.get(key) !== first) isSame = false
    }
    for (const key of a.fields.keys()) join(key)
    for (const key of b.fields.keys()) if (!a.fields.has(key)) join(key)
    const rest = union(a.rest, b.rest)
    const base = union(a.base, b.base)
    return isSame && rest === a.rest && base === a.base ? a : { fields, rest, base }
  }

  /** Takes in what may be instead. @returns whether that changed anything */
  join(other: Heap, limit: (value: Value, place: number, key: number) => Value): boolean {
    if (this.#things === other.#things) return false
    let isChanged = false
    const takeIn = (place: number, a: Thing | undefined, b: Thing | undefined): void => {
      if (a === b) return
      const isMade = this.atoms.isMade(place)
      if (isMade && b === undefined) return
      const next = isMade && a === undefined ? b! : this.joinThings(place, a ?? BLANK, b ?? BLANK, limit)
      if (next === a) return
      isChanged = true
      this.set(place, next)
    }
    for (const [place, thing] of other.#things) takeIn(place, this.#things.get(place), thing)
    for (const [place, thing] of this.#things) if (!other.#things.has(place)) takeIn(place, thing, undefined)
    return isChanged
  }
}

export function isEqual(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a.constant !== b.constant || a.atoms.length !== b.atoms.length) return false
  return a.atoms.every((atom, index) => atom === b.atoms[index])
}
