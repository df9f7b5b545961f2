export type Constant = string | number | boolean | null

/** Locations that a value passed, the last first. */
export interface Trail {
  readonly node: number
  readonly before: Trail | undefined
  readonly length: number
}

/** Own limit: a trail is shown in a few steps; it does not grow beyond this length. */
const TRAIL_MAX = 40

/** Possible values of a register or member. Immutable. */
export interface Value {
  /** Sorted numbers of atoms, each once. */
  readonly atoms: readonly number[]
  /** The trail of each atom; the first one found is kept. Ignored in comparisons. */
  readonly trails: readonly (Trail | undefined)[]
  /** The value itself, where it is a single known constant; undefined: unknown. */
  readonly constant: Constant | undefined
}

const none: readonly never[] = []

/** An unknown value without labels. */
export const NOTHING: Value = { atoms: none, trails: none, constant: undefined }

export function constantOf(constant: Constant): Value {
  return { atoms: none, trails: none, constant }
}

export function single(atom: number, trail?: Trail): Value {
  return { atoms: [atom], trails: [trail], constant: undefined }
}

/** Returns the union of two values: the first itself where the other adds nothing. */
export function union(a: Value, b: Value): Value {
  if (a === b) return a
  const constant = a.constant === b.constant ? a.constant : undefined
  if (b.atoms.length === 0 || (a.atoms.length === 1 && b.atoms.length === 1 && a.atoms[0] === b.atoms[0])) {
    if (constant === a.constant) return a
    return a.atoms.length === 0 ? NOTHING : { atoms: a.atoms, trails: a.trails, constant }
  }
  if (a.atoms.length === 0) return b.constant === undefined ? b : { atoms: b.atoms, trails: b.trails, constant }
  return merge(a, b, constant)
}

function merge(a: Value, b: Value, constant: Constant | undefined): Value {
  const atoms: number[] = []
  const trails: (Trail | undefined)[] = []
  let i = 0
  let k = 0
  while (i < a.atoms.length || k < b.atoms.length) {
    const left = a.atoms[i] ?? Infinity
    const right = b.atoms[k] ?? Infinity
    if (left <= right) {
      atoms.push(left)
      trails.push(a.trails[i])
      i += 1
      if (left === right) k += 1
    } else {
      atoms.push(right)
      trails.push(b.trails[k])
      k += 1
    }
  }
  if (atoms.length === a.atoms.length && constant === a.constant) return a
  return { atoms, trails, constant }
}

/** Maps each atom; atoms mapped to -1 are dropped. */
export function mapAtoms(value: Value, change: (atom: number) => number): Value {
  const { atoms } = value
  // Usually nothing changes: then nothing is allocated.
  let changed: number[] | undefined
  for (let index = 0; index < atoms.length; index += 1) {
    const next = change(atoms[index]!)
    if (changed === undefined && next !== atoms[index]) changed = atoms.slice(0, index)
    changed?.push(next)
  }
  return changed === undefined ? value : fromPairs(changed, value.trails, value.constant)
}

/** A value of atoms in any order, -1 standing for none. */
export function fromPairs(
  values: readonly number[],
  trails: readonly (Trail | undefined)[],
  constant: Constant | undefined,
): Value {
  const order = values.map((_, index) => index).filter((index) => values[index] !== -1)
  order.sort((a, b) => values[a]! - values[b]! || a - b)
  const atoms: number[] = []
  const remaining: (Trail | undefined)[] = []
  for (const index of order) {
    if (atoms.at(-1) === values[index]) continue
    atoms.push(values[index]!)
    remaining.push(trails[index])
  }
  return atoms.length === 0 && constant === undefined ? NOTHING : { atoms, trails: remaining, constant }
}

/** The same, having passed a node. */
export function passed(value: Value, node: number): Value {
  if (value.atoms.length === 0) return value
  let last: Trail | undefined
  let next: Trail | undefined
  const trails = value.trails.map((trail, index) => {
    if (index === 0 || trail !== last) {
      last = trail
      next = longerTrail(trail, node)
    }
    return next
  })
  return { atoms: value.atoms, trails, constant: value.constant }
}

function longerTrail(before: Trail | undefined, node: number): Trail {
  if (before === undefined) return { node, before, length: 1 }
  return before.node === node || before.length >= TRAIL_MAX ? before : { node, before, length: before.length + 1 }
}

/** Whether two values are equal, regardless of their trails. */
export function isEqual(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a.constant !== b.constant || a.atoms.length !== b.atoms.length) return false
  return a.atoms.every((atom, index) => atom === b.atoms[index])
}

/** Returns the selected atoms of a value. Its other properties become unknown. */
export function onlyAtoms(value: Value, isKept: (atom: number) => boolean): Value {
  const stored = mapAtoms(value, (atom) => (isKept(atom) ? atom : -1))
  return stored.constant === undefined ? stored : { ...stored, constant: undefined }
}

/** Whether two objects have equal fields. */
export function sameFields(a: ReadonlyMap<number, Value>, b: ReadonlyMap<number, Value>): boolean {
  if (a.size !== b.size) return false
  for (const [key, value] of a) if (!isEqual(value, b.get(key) ?? NOTHING)) return false
  return true
}
