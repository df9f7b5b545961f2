import type { Register } from '../../../ir.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable, writeVariable } from '../../names.ts'
import type { Variable } from '../../scopes.ts'
import { variableOf } from './names.ts'

/** Built-in functions that assign arguments, by argument index. */
const GIVEN: ReadonlyMap<string, readonly number[]> = new Map([
  ['preg_match', [2]],
  ['preg_match_all', [2]],
  ['parse_str', [1]],
  ['mb_parse_str', [1]],
  ['openssl_private_decrypt', [1]],
  ['openssl_public_decrypt', [1]],
  ['socket_recv', [1]],
  ['getopt', [2]],
  ['fscanf', [2, 3]],
  ['sscanf', [2, 3]],
])

/** A variable that a call assigns, and the temporary object that receives the value. */
export interface ReferenceArgument {
  readonly variable: Variable
  readonly place: Register
  readonly node: number
}

/** Returns the by-reference parameters of a function or a method of this file, by index; all functions of the name count. */
export function referencesOf(f: FunctionBuilder, name: string, isMethod: boolean): ReadonlySet<number> {
  const known = isMethod ? undefined : GIVEN.get(name.toLowerCase())
  return new Set(known ?? declaredIn(f).get(`${name}${isMethod ? '()' : ''}`) ?? [])
}

const found = new WeakMap<object, ReadonlyMap<string, readonly number[]>>()

function declaredIn({ file, tree }: FunctionBuilder): ReadonlyMap<string, readonly number[]> {
  const before = found.get(tree)
  if (before !== undefined) return before
  const all = new Map<string, number[]>()
  for (let node = 0; node < tree.count; node += 1) {
    const kind = file.kind(node)
    if (kind !== 'function_definition' && kind !== 'method_declaration') continue
    const list = file.child(node, 'parameters')
    const places = (list === -1 ? [] : file.named(list)).flatMap((item, at) => (isReference(file, item) ? [at] : []))
    if (places.length === 0) continue
    const name = `${file.text(file.child(node, 'name'))}${kind === 'method_declaration' ? '()' : ''}`
    all.set(name, [...(all.get(name) ?? []), ...places])
  }
  found.set(tree, all)
  return all
}

/** Whether a parameter is passed by reference. */
export function isReference(file: FunctionBuilder['file'], parameter: number): boolean {
  return file.ofKind(parameter, 'reference_modifier') !== -1
}

/** Returns the argument value for a by-reference variable: its value in a temporary object. */
export function passReference(f: FunctionBuilder, node: number, handed: ReferenceArgument[]): Register | undefined {
  const { file } = f
  if (file.kind(node) !== 'variable_name') return undefined
  const name = file.text(node)
  const variable = variableOf(f, name) ?? f.scope.declare(name)
  const place = f.register()
  f.emit({ op: 'make', to: place, entries: [], all: [], node })
  handed.push({ variable, place, node })
  return f.combine('either', [readVariable(f, variable, node), place], node)
}

/** Copies the possible new values from the temporary objects to the variables after the call. */
export function assignReferences(f: FunctionBuilder, handed: readonly ReferenceArgument[]): void {
  for (const { variable, place, node } of handed) {
    const put = f.member(place, undefined, node)
    writeVariable(f, variable, f.combine('either', [readVariable(f, variable, node), place, put], node), node)
  }
}
