import { type Instruction } from '../ir.ts'
import { ANY_KEY } from './atoms.ts'
import type { FunctionRun } from './function-run.ts'
import { BLANK } from './heap.ts'
import { melted } from './held.ts'
import { keyOf } from './key-of.ts'
import { asTyped } from './marking.ts'
import { readStatic } from './statics.ts'
import { fieldType } from './types.ts'
import { type Constant, constantOf, mapAtoms, union, type Value } from './values.ts'

type Of<Op extends Instruction['op']> = Extract<Instruction, { op: Op }>

/** Kinds of members. */
export function member(run: FunctionRun, item: Of<'member'>, site: number, isAgain: boolean): Value {
  const object = run.get(item.object)
  const key = keyOf(run, item.key, item.index)
  const read = ofConstant(object.constant, item.key) ?? run.state.heap.read(object, key)
  const shared = readStatic(run, object, key)
  const known = shared.atoms.length === 0 ? read : union(read, shared)
  const isMissing =
    item.makes === true && known.atoms.length === 0 && known.constant === undefined && object.atoms.length > 0
  const found = isMissing ? builtinMember(run, object, key, site, isAgain) : known
  const value = asTyped(run, found, fieldOf(run, item))
  if (item.index === undefined || key !== ANY_KEY) return value
  const index = melted(run, run.get(item.index))
  const at = { block: run.block, index: site - run.plan.firstSite[run.block]! }
  if (index.atoms.length === 0 || run.guards.isWritten(item.object, at)) return value
  return union(
    value,
    mapAtoms(index, (atom) => run.atoms.with(atom, run.file.index)),
  )
}

/** The type of a field of a variable that is declared with a class of the file. */
function fieldOf(run: FunctionRun, item: Of<'member'>): string | undefined {
  const { language, classes } = run.file.file
  if (classes.length === 0 || language !== 'python') return undefined
  const read = run.guards.inside.all(item.object)[0]?.one
  if (read?.op !== 'read') return undefined
  const { types, parameters } = run.fn
  const type = types?.get(read.from) ?? parameters.find(({ register }) => register === read.from)?.type
  return fieldType(language, classes, type, item.key)
}

/** Whether a member no longer carries the labels of its object: it was assigned or validated. */
export function isReplaced(run: FunctionRun, item: Of<'member'>): boolean {
  const { heap } = run.state
  const key = keyOf(run, item.key, item.index)
  const place = key === ANY_KEY ? -1 : heap.oneOf(run.get(item.object))
  if (place === -1 || run.atoms.isMade(place)) return false
  const own = run.atoms.child(place, key)
  return (
    heap
      .get(place)
      ?.fields.get(key)
      ?.atoms.every((atom) => run.atoms.placeOf(atom) !== own) === true
  )
}

/** A built-in member of an object. */
function builtinMember(run: FunctionRun, object: Value, key: number, site: number, isAgain: boolean): Value {
  const place = run.atoms.made(site)
  if (isAgain) run.age((atom) => run.atoms.rootOf(atom) === place)
  const value = run.put(place, BLANK)
  run.state.heap.write(object, key, value)
  return value
}

function ofConstant(constant: Constant | undefined, key: string | undefined): Value | undefined {
  return typeof constant === 'string' && key === 'length' ? constantOf(constant.length) : undefined
}
