import { PYTHON_LOADER } from '../../../../match/imports.ts'
import { NONE, type Argument, type Register } from '../../../ir.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable } from '../../names.ts'
import { emitCall, lastPart } from '../../operations.ts'
import { isSuper, literalText, pathOf, typeOf } from './paths.ts'

/** `f(a)`, `a.b(c)`, `super().m(a)`, `'{}'.format(a)`. */
export function call(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const called = file.child(node, 'function')
  if (called === -1) return NONE
  const module = loadedModule(f, called, node)
  if (module !== undefined) return loaded(f, module, node)
  if (file.kind(called) === 'attribute') return methodCall(f, called, node)
  const name = pathOf(f, called) ?? ''
  const callee = evaluate(f, called)
  const isNew = file.kind(called) === 'identifier' && f.scope.lookup(file.text(called))?.isClass === true
  return emitCall(f, { name, method: lastPart(name), callee, arguments: argumentsOf(f, node), isNew }, node)
}

/** The module of `importlib.import_module("m")` and `__import__("m")`; undefined for all else. */
function loadedModule(f: FunctionBuilder, called: number, node: number): string | undefined {
  const { file } = f
  if (!PYTHON_LOADER.test(pathOf(f, called) ?? '')) return undefined
  const list = file.child(node, 'arguments')
  const first = list === -1 ? -1 : file.first(list)
  return first === -1 ? undefined : literalText(f, first)
}

function loaded(f: FunctionBuilder, module: string, node: number): Register {
  const to = f.register()
  f.emit({ op: 'import', to, module, name: '*', node })
  f.file.imports.push({ local: '', module, name: '*', up: -1 })
  return to
}

function methodCall(f: FunctionBuilder, called: number, node: number): Register {
  const { file } = f
  const object = file.child(called, 'object')
  const method = file.text(file.child(called, 'attribute'))
  if (isSuper(f, object)) return superCall(f, method, node)
  const name = pathOf(f, called) ?? ''
  const receiver = evaluate(f, object)
  if (method === 'format' && literalText(f, object) !== undefined) {
    return f.combine('text', [receiver, ...argumentsOf(f, node).map(({ value }) => value)], node, 'format')
  }
  const callee = f.member(receiver, method, called)
  const receiverType = typeOf(f, object)
  return emitCall(f, { name, method, receiver, callee, receiverType, arguments: argumentsOf(f, node) }, node)
}

function superCall(f: FunctionBuilder, method: string, node: number): Register {
  const { file } = f
  let at = f.scope
  while (at.outer !== undefined && at.owner.receiver === NONE) at = at.outer
  const { owner } = at
  const self =
    owner.receiver === NONE ? undefined : owner.variables.find((variable) => variable.register === owner.receiver)
  const receiver = self === undefined ? f.combine('whole', [], node) : readVariable(f, self, node)
  const receiverType = file.classes[owner.shape.owner ?? -1]?.supers[0]
  const isConstructor = method === '__init__'
  const called = {
    name: isConstructor ? 'super' : `super.${method}`,
    method: isConstructor ? 'constructor' : method,
    receiver,
    receiverType,
  }
  return emitCall(f, { ...called, arguments: argumentsOf(f, node) }, node)
}

function argumentsOf(f: FunctionBuilder, node: number): Argument[] {
  const { file } = f
  const list = file.child(node, 'arguments')
  if (list === -1) return []
  // `f(x for x in y)` has a single argument without parentheses of its own.
  if (file.kind(list) === 'generator_expression') return [{ value: evaluate(f, list) }]
  return file.named(list).map((child) => {
    switch (file.kind(child)) {
      case 'keyword_argument':
        return { name: file.text(file.child(child, 'name')), value: evaluate(f, file.child(child, 'value')) }
      case 'list_splat':
      case 'dictionary_splat':
        return { value: evaluate(f, file.first(child)), isSpread: true }
      default:
        return { value: evaluate(f, child) }
    }
  })
}
