import type { Register } from '../../../ir.ts'
import { evaluate } from '../../evaluate.ts'
import type { BuildingClass } from '../../file-builder.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { emitCall } from '../../operations.ts'
import { pathOf, plainName, typeOf } from './names.ts'
import { firstNamed, hasNamed } from '../../../named.ts'

/** Members with a size. */
const COUNTS = /^(?:Length|LongLength|Count|HasValue|IsEmpty)$/
const COUNTED =
  /(?:^|\.)(?:[sS]tring|StringBuilder|I?List|I?Collection|I?Dictionary|HashSet|Queue|Stack|Nullable|I?Enumerable)$/
/** Members of a tuple by position. */
const ITEM = /^Item([1-8])$/

/** The key of a member that has this name. */
export function keyNamed(name: string): string {
  const item = ITEM.exec(name)
  return item === null ? name : String(Number(item[1]) - 1)
}

/** A class of this file. */
export function classOfType(f: FunctionBuilder, type: string | undefined): BuildingClass | undefined {
  return type === undefined ? undefined : firstNamed(f.file.classes, type)
}

/** Lowers `a.b`; a computed property returns the result of its code. */
export function memberAccess(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const inner = file.child(node, 'expression')
  const name = plainName(f, file.child(node, 'name'))
  const object = evaluate(f, inner)
  if (COUNTS.test(name) && isCounted(f, inner)) return f.combine('test', [object], node, name)
  const value = f.member(object, keyNamed(name), node)
  if (!hasAccessor(f, inner, name)) return value
  const path = pathOf(f, inner)
  const receiverType = typeOf(f, inner)
  const called = { name: path === undefined ? '' : `${path}.${name}`, method: name, receiver: object, receiverType }
  return f.combine('either', [value, emitCall(f, { ...called, arguments: [] }, node)], node)
}

/** Whether an expression may be a text or a collection: custom classes may use these names for anything. */
function isCounted(f: FunctionBuilder, node: number): boolean {
  const type = typeOf(f, node)
  return type === undefined || type.endsWith('[]') || COUNTED.test(type)
}

/** `a.b = v`: the code of a property runs as well. */
export function assignProperty(f: FunctionBuilder, node: number, value: Register): void {
  const { file } = f
  const inner = file.child(node, 'expression')
  const name = plainName(f, file.child(node, 'name'))
  const object = evaluate(f, inner)
  f.store(object, keyNamed(name), value, node)
  if (!hasAccessor(f, inner, `set ${name}`)) return
  const called = { name: '', method: `set ${name}`, receiver: object, receiverType: typeOf(f, inner) }
  emitCall(f, { ...called, arguments: [{ value }] }, node)
}

function hasAccessor(f: FunctionBuilder, object: number, name: string): boolean {
  const item = classOfType(f, typeOf(f, object))
  const plain = name.replace(/^set /, '')
  return hasNamed(item?.methods, name) && hasNamed(item?.fields, plain)
}

/** Returns the members of a record in order for a deconstruction; undefined for other types. */
export function deconstructed(f: FunctionBuilder, given: number, value: Register): Register | undefined {
  const item = given === -1 ? undefined : classOfType(f, typeOf(f, given))
  if (item === undefined || item.fields.length === 0) return undefined
  const entries = item.fields.map(({ name }, index) => ({ key: String(index), value: f.member(value, name, given) }))
  const to = f.register()
  f.emit({ op: 'make', to, entries, all: [], node: given })
  return to
}
