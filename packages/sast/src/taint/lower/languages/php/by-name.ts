import type { Register } from '../../../ir.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable, writeVariable } from '../../names.ts'
import { emitCall } from '../../operations.ts'
import { argumentsOf, functionNamed } from './calls.ts'
import { classPath, literalText, variableOf } from './names.ts'

/** Variable with the values of `extract`: not a valid identifier. */
const EXTRACTED = '(extracted)'

/** Lowers `compact('a', 'b')`, which reads variables, and `extract($a)`, which assigns them. Undefined for other functions. */
export function variablesByName(f: FunctionBuilder, name: string, list: number, node: number): Register | undefined {
  if (list === -1) return undefined
  if (name === 'compact') return compact(f, list, node)
  return name === 'extract' ? extract(f, list, node) : undefined
}

function compact(f: FunctionBuilder, list: number, node: number): Register {
  const { file } = f
  const entries = file.named(list).flatMap((child) => {
    const key = literalText(f, file.first(child))
    const variable = key === undefined ? undefined : variableOf(f, `$${key}`)
    return variable === undefined ? [] : [{ key, value: readVariable(f, variable, child) }]
  })
  const to = f.register()
  f.emit({ op: 'make', to, entries, all: [], node })
  return to
}

function extract(f: FunctionBuilder, list: number, node: number): Register {
  const [first] = argumentsOf(f, list)
  if (first === undefined) return f.combine('whole', [], node)
  for (const variable of f.scope.all()) {
    if (!variable.name.startsWith('$') || variable.owner !== f) continue
    const value = f.member(first.value, variable.name.slice(1), node)
    writeVariable(f, variable, f.combine('either', [readVariable(f, variable, node), value], node), node)
  }
  writeVariable(f, f.scope.declare(EXTRACTED), first.value, node)
  return f.combine('whole', [], node)
}

/** Returns a variable that only `extract` may assign; undefined without `extract`. */
export function extracted(f: FunctionBuilder, name: string, node: number): Register | undefined {
  const holder = variableOf(f, EXTRACTED)
  return holder === undefined ? undefined : f.member(readVariable(f, holder, node), name.slice(1), node)
}

/** Lowers `call_user_func('f', $a)`, `call_user_func([$o, 'm'], $a)` as calls. Undefined for an unknown callee. */
export function calledByName(f: FunctionBuilder, name: string, list: number, node: number): Register | undefined {
  if (list === -1 || (name !== 'call_user_func' && name !== 'call_user_func_array')) return undefined
  const { file } = f
  const [called] = file.named(list)
  const at = called === undefined ? -1 : file.first(called)
  if (at === -1) return undefined
  const text = literalText(f, at)
  const callback = (): ReturnType<typeof argumentsOf> =>
    argumentsOf(f, list)
      .slice(1)
      .map((argument) => (name === 'call_user_func' ? argument : { ...argument, isSpread: true }))
  if (text !== undefined && /^\w{1,99}$/.test(text)) {
    const callee = functionNamed(f, text, at)
    return emitCall(f, { name: text, method: text, callee, arguments: callback() }, node)
  }
  const [scope, own] = text?.split('::') ?? []
  if (scope !== undefined && own !== undefined) return ofClass(f, scope, own, at, callback(), node)
  return file.kind(at) === 'array_creation_expression' ? ofPair(f, at, callback, node) : undefined
}

function ofClass(
  f: FunctionBuilder,
  scope: string,
  method: string,
  at: number,
  values: ReturnType<typeof argumentsOf>,
  node: number,
): Register {
  const variable = f.scope.lookup(scope)
  const receiver = variable === undefined ? f.global(classPath(f, scope), at) : readVariable(f, variable, at)
  const name = `${classPath(f, scope)}.${method}`
  return emitCall(f, { name, method, receiver, callee: f.member(receiver, method, at), arguments: values }, node)
}

function ofPair(
  f: FunctionBuilder,
  pair: number,
  callback: () => ReturnType<typeof argumentsOf>,
  node: number,
): Register | undefined {
  const { file } = f
  const [object, name] = file.named(pair).map((child) => file.first(child))
  const method = name === undefined ? undefined : literalText(f, name)
  if (object === undefined || method === undefined) return undefined
  const scope = literalText(f, object)
  if (scope !== undefined) return ofClass(f, scope, method, object, callback(), node)
  const receiver = evaluate(f, object)
  const callee = f.member(receiver, method, object)
  return emitCall(f, { name: '', method, receiver, callee, arguments: callback() }, node)
}
