import { PATH_MAX } from '../facts.ts'
import type { Cell } from '../ir.ts'
import { ANY_KEY } from './atoms.ts'
import type { FunctionRun } from './function-run.ts'
import { fromPairs, mapAtoms, single, type Value } from './values.ts'

/** Own limit: a value with more atoms is widened to fewer atoms. */
export const ATOMS_MAX = 48

/** Own limit: the same in a flow-insensitive run. */
const ATOMS_FLAT_MAX = 4

/** Own limit: keys of a truncated path. */
const CUT_FROM = 2

/**
 * Widens a value to few atoms that cover all given ones. Parts of one object become any part of it; where that is not enough, they are
 * collected in an internal variable, so that no flow is lost.
 * @param isOften whether the limit is exceeded so often that long paths have to be truncated
 */
export function widened(run: FunctionRun, input: Value, where: string, isOften: boolean): Value {
  const value = isOften ? cut(run, input) : input
  if (isGathered(run, value, where)) return gathered(run, value, where)
  if (value.atoms.length <= (run.isFlat ? ATOMS_FLAT_MAX : ATOMS_MAX)) return value
  run.spend(value.atoms.length)
  if (run.isFlat) return gathered(run, value, where)
  const fewer = shorter(run, value)
  if (fewer.atoms.length <= ATOMS_MAX) return fewer
  return gathered(run, fewer, where)
}

/** A variable that no code names, with all that a value is in it. */
function gathered(run: FunctionRun, value: Value, where: string): Value {
  const cell = cellFor(run, where)
  const { atoms } = run
  run.gathered.add(where)
  run.give(value, run.flows.port({ type: 'cell', cell }), 0, true)
  const atom = atoms.origin({ type: 'cell', cell }, true)
  return single(value.atoms.every((item) => atoms.isData(item)) ? atoms.data(atom) : atom)
}

function cellFor(run: FunctionRun, where: string): Cell {
  return { owner: run.fn.id, name: `%${where}` }
}

/** Whether a part of a value is already in such a variable: then the whole value is added to it, which ensures termination. */
function isGathered(run: FunctionRun, value: Value, where: string): boolean {
  if (value.atoms.length < 2 || !run.gathered.has(where)) return false
  const place = run.atoms.origin({ type: 'cell', cell: cellFor(run, where) }, true)
  return value.atoms.some((atom) => run.atoms.placeOf(atom) === place)
}

/** Truncates long paths: the value becomes any part of its prefix. */
function cut(run: FunctionRun, value: Value): Value {
  const { atoms } = run
  return mapAtoms(value, (atom) => {
    const path = atoms.pathOf(atom)
    if (path.length < CUT_FROM || path[1] === '*') return atom
    const place = atoms.child(atoms.child(atoms.rootOf(atom), atoms.key(path[0]!)), ANY_KEY)
    const whole = atoms.with(place, atoms.qualOf(atom))
    return atoms.isData(atom) ? atoms.data(whole) : whole
  })
}

function shorter(run: FunctionRun, value: Value): Value {
  const { atoms } = run
  const groups = new Map<string, number[]>()
  for (const atom of value.atoms) {
    const key = `${atoms.rootOf(atom)} ${atoms.qualOf(atom)} ${atoms.isData(atom)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [atom])
    else group.push(atom)
  }
  const change = new Map<number, number>()
  for (const group of groups.values()) {
    if (group.length > 1) for (const atom of group) change.set(atom, common(run, group))
  }
  return fromPairs(
    value.atoms.map((atom) => change.get(atom) ?? atom),
    value.trails,
    undefined,
  )
}

/** Returns the atom that covers several parts of one object. */
function common(run: FunctionRun, group: readonly number[]): number {
  const { atoms } = run
  const paths = group.map((atom) => atoms.pathOf(atom))
  const [first] = paths
  let length = 0
  while (first![length] !== undefined && paths.every((path) => path[length] === first![length])) length += 1
  let place = atoms.rootOf(group[0]!)
  for (const key of first!.slice(0, length)) place = atoms.child(place, atoms.key(key))
  if (paths.every((path) => path.length > length) && length < PATH_MAX) place = atoms.child(place, ANY_KEY)
  const atom = atoms.with(place, atoms.qualOf(group[0]!))
  return atoms.isData(group[0]!) ? atoms.data(atom) : atom
}
