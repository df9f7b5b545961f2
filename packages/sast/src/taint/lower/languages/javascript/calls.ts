import type { Argument, Register } from '../../../ir.ts'
import { assign, evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readName } from '../../names.ts'
import { emitCall, lastPart } from '../../operations.ts'
import { firstParameter, functionValue } from './functions.ts'
import { unwrapExpression, literalText, pathOf, plainModule, requiredModule } from './paths.ts'
import { keyOf } from './patterns.ts'
import { firstNamed } from '../../../named.ts'

/** `f(a)`, `a.b(c)`, `a[b](c)`, `super(a)`, `require('m')`, `import('m')`, and texts with a tag. */
export function call(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const function_ = file.child(node, 'function')
  const called = function_ === -1 ? -1 : unwrapExpression(f, function_)
  if (called === -1) return f.combine('whole', [], node)
  const module = requiredModule(f, node)
  if (module !== undefined) return importOf(f, module, node)
  switch (file.kind(called)) {
    case 'super':
      return superCall(f, node)
    case 'import':
      return dynamicImport(f, node)
    case 'member_expression':
    case 'subscript_expression':
      return methodCall(f, called, node)
    default: {
      const name = pathOf(f, called) ?? ''
      const callee = evaluate(f, called)
      return emitCall(f, { name, method: lastPart(name), callee, arguments: argumentsOf(f, node) }, node)
    }
  }
}

function importOf(f: FunctionBuilder, module: string, node: number): Register {
  const to = f.register()
  f.emit({ op: 'import', to, module, name: '*', node })
  if (f.shape.kind !== 'module' || f.file.kind(f.tree.parent[node]!) !== 'variable_declarator') {
    f.file.imports.push({ local: '', module, name: '*' })
  }
  return to
}

/** The module of `import('m')`; undefined for all else. */
function promisedModule(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  const called = file.child(node, 'function')
  if (called === -1 || file.kind(called) !== 'import') return undefined
  const list = file.child(node, 'arguments')
  const only = list === -1 ? -1 : file.first(list)
  return only === -1 ? undefined : literalText(f, only)
}

function dynamicImport(f: FunctionBuilder, node: number): Register {
  const module = promisedModule(f, node)
  if (module !== undefined) return importOf(f, module, node)
  return emitCall(f, { name: 'import', method: 'import', arguments: argumentsOf(f, node) }, node)
}

function superCall(f: FunctionBuilder, node: number): Register {
  const receiver = readName(f, 'this', f.file.child(node, 'function'))
  const values = argumentsOf(f, node)
  const result = emitCall(
    f,
    { name: 'super', method: 'constructor', receiver, receiverType: superOf(f), arguments: values },
    node,
  )
  const { afterSuper } = f
  f.afterSuper = undefined
  afterSuper?.()
  return result
}

function methodCall(f: FunctionBuilder, called: number, node: number): Register {
  const { file } = f
  const object = file.child(called, 'object')
  const name = pathOf(f, called) ?? ''
  const isSuper = object !== -1 && file.kind(object) === 'super'
  const receiver = evaluate(f, object)
  const isNamed = file.kind(called) === 'member_expression'
  const property = isNamed ? file.text(file.child(called, 'property')) : undefined
  const { key, index } = isNamed ? { key: property, index: undefined } : keyOf(f, file.child(called, 'index'))
  const callee = isSuper ? undefined : f.member(receiver, key, called, index)
  const receiverType = isSuper ? superOf(f) : typeOf(f, object)
  const module = key === 'then' ? promisedModule(f, unwrapExpression(f, object)) : undefined
  const values = module === undefined ? argumentsOf(f, node) : continuationOf(f, module, node)
  return emitCall(
    f,
    { name, method: key ?? '', receiver, receiverType, arguments: values, ...(callee === undefined ? {} : { callee }) },
    node,
  )
}

/** `import('m').then((m) => ...)`: the parameter is the module. */
function continuationOf(f: FunctionBuilder, module: string, node: number): Argument[] {
  const { file } = f
  const list = file.child(node, 'arguments')
  const [first, ...others] = list === -1 ? [] : file.named(list)
  if (first === undefined || !/^(?:arrow_function|function_expression)$/.test(file.kind(first)))
    return argumentsOf(f, node)
  const parameter = firstParameter(f, first)
  const value = functionValue(f, first, (inner) => {
    if (parameter !== -1) assign(inner, parameter, importOf(inner, module, first), true)
  })
  return [{ value }, ...others.map((other) => ({ value: evaluate(f, other) }))]
}

/** Returns the superclass of the enclosing class. */
function superOf(f: FunctionBuilder): string | undefined {
  return classOf(f)?.supers[0]
}

function classOf(f: FunctionBuilder): FunctionBuilder['file']['classes'][number] | undefined {
  const own = f.scope.lookup('this')?.owner.shape.owner
  return own === undefined || own === -1 ? undefined : f.file.classes[own]
}

/** The type that an expression was declared with. */
export function typeOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  const node = unwrapExpression(f, value)
  switch (file.kind(node)) {
    case 'identifier':
      return f.scope.lookup(file.text(node))?.type
    case 'member_expression': {
      const object = file.child(node, 'object')
      if (object === -1 || file.kind(object) !== 'this') return undefined
      const name = file.text(file.child(node, 'property'))
      return firstNamed(classOf(f)?.fields, name)?.type
    }
    case 'new_expression': {
      const result = file.child(node, 'constructor')
      return result === -1 ? undefined : pathOf(f, result)
    }
    default:
      return undefined
  }
}

/** `new A(b)`. */
export function newObject(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const result = file.child(node, 'constructor')
  const name = (result === -1 ? undefined : pathOf(f, result)) ?? ''
  const callee = evaluate(f, result)
  return emitCall(f, { name, method: lastPart(name), callee, arguments: argumentsOf(f, node), isNew: true }, node)
}

function argumentsOf(f: FunctionBuilder, node: number): Argument[] {
  const { file } = f
  const list = file.child(node, 'arguments')
  if (list === -1) return []
  if (file.kind(list) === 'template_string') return taggedParts(f, list)
  return file
    .named(list)
    .map((child) =>
      file.kind(child) === 'spread_element'
        ? { value: evaluate(f, file.first(child)), isSpread: true }
        : { value: evaluate(f, child) },
    )
}

function taggedParts(f: FunctionBuilder, node: number): Argument[] {
  const { file } = f
  const texts: Register[] = []
  const values: Argument[] = []
  for (const part of file.named(node)) {
    if (file.kind(part) === 'template_substitution') values.push({ value: evaluate(f, file.first(part)) })
    else texts.push(f.constant(file.text(part), part))
  }
  const to = f.register()
  const entries = texts.map((value, index) => ({ key: String(index), value }))
  f.emit({ op: 'make', to, entries, all: [], isList: true, node })
  return [{ value: to }, ...values]
}

/** Records the meaning of a constant: `const a = require('m').b`, `const { c } = a`, `const d = new E()`. */
export function alias(f: FunctionBuilder, pattern: number, value: number, isConstant: boolean): void {
  const { file } = f
  const variable = file.kind(pattern) === 'identifier' ? f.scope.lookup(file.text(pattern)) : undefined
  const inner = unwrapExpression(f, value)
  if (file.kind(inner) === 'new_expression') {
    const type = typeOf(f, inner)
    if (variable !== undefined && variable.type === undefined && type !== undefined) variable.type = type
    return
  }
  const module = moduleIn(f, inner)
  if (module === undefined && !isConstant) return
  const path = module === undefined ? pathOf(f, inner) : [plainModule(module.module), ...module.after].join('.')
  if (path === undefined || (module === undefined && !isImported(f, inner))) return
  if (variable !== undefined) {
    variable.path = path
    const name = module?.after.length === 1 ? module.after[0]! : '*'
    if (module === undefined || module.after.length > 1) return
    variable.import = { module: module.module, name }
    file.imports.push({ local: variable.name, module: module.module, name })
    return
  }
  if (file.kind(pattern) !== 'object_pattern') return
  for (const part of file.named(pattern)) {
    const isPair = file.kind(part) === 'pair_pattern'
    if (!isPair && file.kind(part) !== 'shorthand_property_identifier_pattern') continue
    const key = isPair ? file.child(part, 'key') : part
    const target = isPair ? file.child(part, 'value') : part
    const own = f.scope.lookup(file.text(target))
    if (own === undefined || own.owner !== f) continue
    own.path = `${path}.${file.text(key)}`
    if (module === undefined || module.after.length > 0) continue
    own.import = { module: module.module, name: file.text(key) }
    file.imports.push({ local: own.name, module: module.module, name: file.text(key) })
  }
}

/** Whether the first name of an expression is imported. */
function isImported(f: FunctionBuilder, node: number): boolean {
  const { file } = f
  let at = node
  while (file.kind(at) === 'member_expression') at = unwrapExpression(f, file.child(at, 'object'))
  return file.kind(at) === 'identifier' && f.scope.lookup(file.text(at))?.path !== undefined
}

/** Returns the module and the member of `require('m').a.b` or `await import('m')`. */
function moduleIn(
  f: FunctionBuilder,
  value: number,
): { readonly module: string; readonly after: string[] } | undefined {
  const { file } = f
  const after: string[] = []
  let node = value
  while (file.kind(node) === 'member_expression') {
    after.unshift(file.text(file.child(node, 'property')))
    node = unwrapExpression(f, file.child(node, 'object'))
  }
  if (file.kind(node) === 'await_expression') {
    node = unwrapExpression(f, file.first(node))
    const module = promisedModule(f, node)
    return module === undefined ? undefined : { module, after }
  }
  const module = requiredModule(f, node)
  return module === undefined ? undefined : { module, after }
}
