import type { Register } from '../../../ir.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable, writeVariable } from '../../names.ts'
import type { Variable } from '../../scopes.ts'
import { variableOf } from './names.ts'

/** Functions of the language that give values to arguments, by the places of these. */
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

/** A variable that a call gives a value, and the place where the call puts it. */
export interface Handed {
  readonly variable: Variable
  readonly place: Register
  readonly node: number
}

/** The parameters that a function or a method of this file takes by reference, by their places; all that have its name count. */
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
    const places = (list === -1 ? [] : file.named(list)).flatMap((one, at) => (isReference(file, one) ? [at] : []))
    if (places.length === 0) continue
    const name = `${file.text(file.child(node, 'name'))}${kind === 'method_declaration' ? '()' : ''}`
    all.set(name, [...(all.get(name) ?? []), ...places])
  }
  found.set(tree, all)
  return all
}

/** Whether a parameter is one by reference. */
export function isReference(file: FunctionBuilder['file'], parameter: number): boolean {
  return file.ofKind(parameter, 'reference_modifier') !== -1
}

/** What a call is given for a variable that it may give a value: what it holds, or a place for what is put there. */
export function handOver(f: FunctionBuilder, node: number, handed: Handed[]): Register | undefined {
  const { file } = f
  if (file.kind(node) !== 'variable_name') return undefined
  const name = file.text(node)
  const variable = variableOf(f, name) ?? f.scope.declare(name)
  const place = f.register()
  f.emit({ op: 'make', to: place, entries: [], all: [], node })
  handed.push({ variable, place, node })
  return f.combine('either', [readVariable(f, variable, node), place], node)
}

/** After the call the variable may be what was put there. */
export function takeBack(f: FunctionBuilder, handed: readonly Handed[]): void {
  for (const { variable, place, node } of handed) {
    const put = f.member(place, undefined, node)
    writeVariable(f, variable, f.combine('either', [readVariable(f, variable, node), place, put], node), node)
  }
}
