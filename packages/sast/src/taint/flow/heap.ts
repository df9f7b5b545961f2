import { ANY_KEY, type Atoms } from './atoms.ts'
import { PLAIN } from './quals.ts'
import { isEqual, mapAtoms, NOTHING, onlyAtoms, sameFields, single, type Trail, union, type Value } from './values.ts'

/** State of one object. Immutable. */
export interface AbstractObject {
  /** By known key; no other content. */
  readonly fields: ReadonlyMap<number, Value>
  /** Possible values of members with unknown keys. */
  readonly rest: Value
  /** Objects whose members it shares, except its own fields: results of calls, sources of copies. */
  readonly base: Value
  /** Of an external object: whether `base` replaces its whole original content. */
  readonly isOver: boolean
}

const noFields: ReadonlyMap<number, Value> = new Map()

export const BLANK: AbstractObject = { fields: noFields, rest: NOTHING, base: NOTHING, isOver: false }

/** Gatehouse-specific limit: maximum depth of the search for objects that may be shared. */
const HELD_DEPTH = 2

/** Limits the value of an object at a key. */
type ValueLimit = (value: Value, place: number, key: number) => Value

/** Contents of objects at one point of a function. A place without an entry is unchanged since the function's start. */
export class Heap {
  readonly atoms: Atoms
  /** Set in a flow-insensitive run: widens large member values. Flows then cover the contents of shared variables. */
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

  /** Returns all object states by place. */
  get things(): ReadonlyMap<number, AbstractObject> {
    return this.#things
  }

  /** Replaces all object states. */
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

  /** Returns the possible values of a member. */
  read(value: Value, key: number): Value {
    let all: Value | undefined
    for (let index = 0; index < value.atoms.length; index += 1) {
      const atom = this.#readAtom(value.atoms[index]!, key, value.trails[index])
      all = all === undefined ? atom : union(all, atom)
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

  /** Returns a member of an object with the object's qualifier. A stored value does not inherit the object's source marks. */
  seenThrough(value: Value, atom: number, key: number): Value {
    const { atoms } = this
    const qual = atoms.qualOf(atom)
    if (qual === PLAIN) return value
    if (atoms.isMade(atom)) return this.#madeSeenThrough(value, qual)
    const bare = atoms.quals.unmarked(qual)
    const own = atoms.child(atoms.placeOf(atom), key)
    return mapAtoms(value, (item) => atoms.with(item, atoms.placeOf(item) === own ? qual : bare))
  }

  #madeSeenThrough(value: Value, qual: number): Value {
    const seen = mapAtoms(value, (item) => this.atoms.with(item, qual))
    const { marks } = this.atoms.quals.of(qual)
    if (marks.length === 0 || seen.atoms.length > 0) return seen
    let all = seen
    for (const mark of marks) all = union(all, single(this.atoms.origin({ type: 'source', mark }, true)))
    return all
  }

  /** Returns a member of one object. */
  readPlace(place: number, thing: AbstractObject, key: number, trail?: Trail): Value {
    const field = thing.fields.get(key)
    if (field !== undefined) return field
    const { atoms } = this
    let all = thing.rest
    if (!thing.isOver && !atoms.isMade(place)) all = union(single(atoms.child(place, key), trail), all)
    if (thing.base.atoms.length > 0)
      all = union(
        all,
        mapAtoms(thing.base, (item) => atoms.child(item, key)),
      )
    if (key === ANY_KEY) for (const value of thing.fields.values()) all = union(all, value)
    return all
  }

  /** Returns the place of a value that is exactly one object; -1 otherwise. */
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

  /** Writes a member: replaces its value where object and key are unambiguous, otherwise adds to it. */
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

  /** Links a member state to the objects above it, so that a traversal finds it. */
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
   * Marks an object as arbitrarily changed: `now` replaces its content. Stored objects that may be shared are kept, since they may be
   * unchanged. @returns whether that is new
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
      const current = onlyAtoms(this.readPlace(place, thing, key), (atom) => this.#isHeld(atom, own, HELD_DEPTH))
      if (current.atoms.length > 0) fields.set(key, union(current, single(atoms.child(now, key))))
    }
    const rest = onlyAtoms(thing.rest, (atom) => this.#isHeld(atom, -1, HELD_DEPTH))
    const base = single(now)
    if (thing.isOver && isEqual(thing.base, base) && sameFields(thing.fields, fields)) return false
    this.set(place, { fields, rest, base, isOver: true })
    this.link(place)
    return true
  }

  /** Whether an atom is a stored object that may be shared, not one of the original content. */
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
      if (value.atoms.some((item) => this.#isHeld(item, inner, depth - 1))) return true
    }
    return thing.rest.atoms.some((item) => this.#isHeld(item, -1, depth - 1))
  }

  /** Records a possible addition to an object from the same members of `base`. @returns whether that is new */
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

  /** Joins two objects; returns the first itself where the other adds nothing. */
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

  /** Joins another heap into this one. @returns whether that changed anything */
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
