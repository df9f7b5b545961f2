import { ANY_KEY, type Atoms } from './atoms.ts'
import { PLAIN } from './quals.ts'
import { isEqual, mapAtoms, NOTHING, onlyAtoms, sameFields, single, type Trail, union, type Value } from './values.ts'

/** What is known of one object. Never changed. */
export interface AbstractObject {
  /** By keys that are known; nothing else is there. */
  readonly fields: ReadonlyMap<number, Value>
  /** What members of which the key is not known may hold. */
  readonly rest: Value
  /** Things of which it has all members that are not among the fields: what calls put there, what it was copied from. */
  readonly base: Value
  /** Of what came from elsewhere: whether `base` stands for all of it, and not what it came with. */
  readonly isOver: boolean
}

const noFields: ReadonlyMap<number, Value> = new Map()

export const BLANK: AbstractObject = { fields: noFields, rest: NOTHING, base: NOTHING, isOver: false }

/** Ours: how deep objects are looked for that others may know. */
const HELD_DEPTH = 2

/** Bounds the value that an object holds at a key. */
type ValueLimit = (value: Value, place: number, key: number) => Value

/** What objects hold at one point of a function. A place that is not here is as it was when it came to the function. */
export class Heap {
  readonly atoms: Atoms
  /**
   * Given where it says what objects hold at any time, so that nothing is ever replaced: puts much that a member may be in few
   * words. What shared variables hold is not kept here then, since flows tell of it.
   */
  limit: ((value: Value, place: number, key: number) => Value) | undefined
  /** Counts changes. */
  version = 0
  #things: Map<number, AbstractObject>
  #isShared: boolean

  constructor(atoms: Atoms, things = new Map<number, AbstractObject>(), isShared = false) {
    this.atoms = atoms
    this.#things = things
    this.#isShared = isShared
  }

  get size(): number {
    return this.#things.size
  }

  /** All that is known of objects, by their places. */
  get things(): ReadonlyMap<number, AbstractObject> {
    return this.#things
  }

  /** Puts other things in the place of all. */
  reset(things: Map<number, AbstractObject>): void {
    this.#things = things
    this.#isShared = false
  }

  fork(): Heap {
    this.#isShared = true
    return new Heap(this.atoms, this.#things, true)
  }

  get(place: number): AbstractObject | undefined {
    return this.#things.get(place)
  }

  set(place: number, thing: AbstractObject): void {
    if (this.#isShared) this.reset(new Map(this.#things))
    this.version += 1
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
    return atom === place ? value : this.seenThrough(value, atom, key)
  }

  /** A member of an object, with what is said of the object said of it. What was put there is no source because the object was one. */
  seenThrough(value: Value, atom: number, key: number): Value {
    const { atoms } = this
    const qual = atoms.qualOf(atom)
    if (qual === PLAIN) return value
    if (atoms.isMade(atom)) return this.#madeSeenThrough(value, qual)
    const bare = atoms.quals.unmarked(qual)
    const own = atoms.child(atoms.placeOf(atom), key)
    return mapAtoms(value, (one) => atoms.with(one, atoms.placeOf(one) === own ? qual : bare))
  }

  #madeSeenThrough(value: Value, qual: number): Value {
    const seen = mapAtoms(value, (one) => this.atoms.with(one, qual))
    const { marks } = this.atoms.quals.of(qual)
    if (marks.length === 0 || seen.atoms.length > 0) return seen
    let all = seen
    for (const mark of marks) all = union(all, single(this.atoms.origin({ type: 'source', mark }, true)))
    return all
  }

  /** A member of one object. */
  readPlace(place: number, thing: AbstractObject, key: number, trail?: Trail): Value {
    const field = thing.fields.get(key)
    if (field !== undefined) return field
    const { atoms } = this
    let all = thing.rest
    if (!thing.isOver && !atoms.isMade(place)) all = union(single(atoms.child(place, key), trail), all)
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
    if (this.limit !== undefined) return -1
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
      if (this.limit !== undefined && this.atoms.originOf(place)?.type === 'cell') continue
      this.#writePlace(place, key, value, isSure)
      this.link(place)
    }
  }

  #writePlace(place: number, key: number, value: Value, isSure: boolean): void {
    const thing = this.#things.get(place) ?? BLANK
    const fields = new Map(thing.fields)
    if (key !== ANY_KEY) {
      const before = fields.get(key)
      const joined = isSure ? value : union(before ?? this.readPlace(place, thing, key), value)
      const next = joined === before || this.limit === undefined ? joined : this.limit(joined, place, key)
      if (before !== undefined && isEqual(before, next)) return
      this.set(place, { ...thing, fields: fields.set(key, next) })
      return
    }
    const all = union(thing.rest, value)
    const rest = all === thing.rest || this.limit === undefined ? all : this.limit(all, place, ANY_KEY)
    let isNew = !isEqual(rest, thing.rest)
    for (const [name, before] of fields) {
      const joined = union(before, value)
      const next = joined === before || this.limit === undefined ? joined : this.limit(joined, place, name)
      if (isEqual(before, next)) continue
      isNew = true
      fields.set(name, next)
    }
    if (isNew || this.#things.get(place) === undefined) this.set(place, { ...thing, fields, rest })
  }

  /** Lets the objects above know that something is known of a member, so that whoever looks at them sees it. */
  link(place: number): void {
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
        this.set(above, {
          ...thing,
          fields: new Map(thing.fields).set(key, union(this.readPlace(above, thing, key), single(at))),
        })
      }
    }
  }

  /**
   * Anything may have been done with an object: `now` stands for all that it holds. Objects that it held and that others may
   * know are kept, since they may still be the same ones. @returns whether that is new
   */
  replace(place: number, now: number): boolean {
    const { atoms } = this
    const thing = this.#things.get(place) ?? BLANK
    const keys = new Set(thing.fields.keys())
    for (const base of thing.base.atoms) {
      for (const key of this.#things.get(atoms.placeOf(base))?.fields.keys() ?? []) keys.add(key)
    }
    const fields = new Map<number, Value>()
    for (const key of keys) {
      const own = atoms.isMade(place) ? -1 : atoms.child(place, key)
      const held = onlyAtoms(this.readPlace(place, thing, key), (atom) => this.#isHeld(atom, own, HELD_DEPTH))
      if (held.atoms.length > 0) fields.set(key, union(held, single(atoms.child(now, key))))
    }
    const rest = onlyAtoms(thing.rest, (atom) => this.#isHeld(atom, -1, HELD_DEPTH))
    const base = single(now)
    if (thing.isOver && isEqual(thing.base, base) && sameFields(thing.fields, fields)) return false
    this.set(place, { fields, rest, base, isOver: true })
    this.link(place)
    return true
  }

  /** Whether an atom is an object that others may know too: one that was put there, not one that was there with the rest. */
  #isHeld(atom: number, own: number, depth: number): boolean {
    const { atoms } = this
    if (atoms.isData(atom)) return false
    if (atoms.isMade(atom)) return true
    const place = atoms.placeOf(atom)
    if (place !== own && atoms.originOf(atom)?.type !== 'after') return true
    const thing = depth === 0 ? undefined : this.#things.get(place)
    if (thing === undefined) return false
    for (const [key, value] of thing.fields) {
      const inner = atoms.child(place, key)
      if (value.atoms.some((one) => this.#isHeld(one, inner, depth - 1))) return true
    }
    return thing.rest.atoms.some((one) => this.#isHeld(one, -1, depth - 1))
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
    this.link(place)
    return true
  }

  /** The join of two objects; the first itself where the other adds nothing. */
  joinObjects(place: number, a: AbstractObject, b: AbstractObject, limit?: ValueLimit): AbstractObject {
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
    const isOver = a.isOver && b.isOver
    if (isSame && rest === a.rest && base === a.base && isOver === a.isOver) return a
    return { fields, rest, base, isOver }
  }

  /** Takes in what may be instead. @returns whether that changed anything */
  join(other: Heap, limit: ValueLimit): boolean {
    if (this.#things === other.#things) return false
    let isChanged = false
    const takeIn = (place: number, a: AbstractObject | undefined, b: AbstractObject | undefined): void => {
      if (a === b) return
      const isMade = this.atoms.isMade(place)
      if (isMade && b === undefined) return
      const next = isMade && a === undefined ? b! : this.joinObjects(place, a ?? BLANK, b ?? BLANK, limit)
      if (next === a) return
      isChanged = true
      this.set(place, next)
    }
    for (const [place, thing] of other.#things) takeIn(place, this.#things.get(place), thing)
    for (const [place, thing] of this.#things) if (!other.#things.has(place)) takeIn(place, thing, undefined)
    return isChanged
  }
}
