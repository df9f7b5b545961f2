import type { Register } from '../../../ir.ts'
import { addParameter, buildClass, type Member } from '../../classes.ts'
import { withDefault } from '../../control.ts'
import { evaluate, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { writeVariable } from '../../names.ts'
import { emitCall } from '../../operations.ts'
import { classNamed, declared, dotted, keyNamed, typeIn } from './names.ts'
import { firstNamed } from '../../../named.ts'

/** `int f(int a) { … }`, `A::A() : b(c) { … }`. */
export function functionDefinition(f: FunctionBuilder, node: number): void {
  const { file } = f
  const { name, function: holder } = declared(f, file.child(node, 'declarator'))
  if (name === -1 || holder === -1) return
  const returnType = typeIn(f, node)
  const typed = returnType === undefined ? {} : { returnType }
  if (file.kind(name) === 'qualified_identifier') {
    outsideMethod(f, node, name, holder)
    return
  }
  const text = dotted(f, name)
  const id = file.function({ name: text, node, kind: 'function', outer: f, ...typed }, (inner) =>
    runFunction(inner, node, holder),
  )
  const to = f.register()
  f.emit({ op: 'function', to, id, node })
  const variable = f.scope.root().declare(text)
  if (returnType !== undefined) variable.returns = returnType
  writeVariable(f, variable, to, name)
}

/** `A::m`, written outside of its class. */
function outsideMethod(f: FunctionBuilder, node: number, name: number, holder: number): void {
  const { file } = f
  const path = dotted(f, name)
  const dot = path.lastIndexOf('.')
  const owner = path.slice(0, dot)
  const own = path.slice(dot + 1)
  const short = owner.slice(owner.lastIndexOf('.') + 1)
  const item =
    classNamed(f, owner) ??
    firstNamed(file.classes, short) ??
    file.class([...file.classNames.slice(-1), owner].join('.'), node, [], [])
  const isConstructor = own === short
  const kind = isConstructor ? 'constructor' : 'method'
  const id = file.function({ name: own, node, kind, owner: item.id, outer: f }, (inner) => {
    inner.receiver = inner.scope.declare('this').register
    const self = inner.scope.own('this')!
    // Fields are named without their object here as well.
    inner.scoped(() => {
      for (const { name: field, type } of item.fields) inner.scope.addField(field, self, true, type)
      inner.scoped(() => runFunction(inner, node, holder))
    })
  })
  item.methods.push({ name: isConstructor ? 'constructor' : own, function: id })
}

/** Lowers parameters, constructor initializers, then the body. */
export function runFunction(f: FunctionBuilder, node: number, holder: number): void {
  const { file } = f
  parameters(f, file.child(holder, 'parameters'))
  const list = file.ofKind(node, 'field_initializer_list')
  const values = list === -1 ? [] : file.named(list)
  // Base classes are constructed first, then default member initializers, then the initializers given here.
  for (const item of values) if (isAbove(f, item)) fieldInitializer(f, item)
  f.afterSuper?.()
  f.afterSuper = undefined
  for (const item of values) if (!isAbove(f, item)) fieldInitializer(f, item)
  const body = file.child(node, 'body')
  if (body !== -1) execute(f, body)
}

function isAbove(f: FunctionBuilder, node: number): boolean {
  const name = dotted(f, f.file.first(node))
  return f.file.classes[f.shape.owner ?? -1]?.supers.includes(name) === true
}

function fieldInitializer(f: FunctionBuilder, node: number): void {
  const { file } = f
  const [name, list] = file.named(node)
  if (name === undefined || list === undefined) return
  const values = file.named(list).map((child) => evaluate(f, child))
  const text = dotted(f, name)
  const item = file.classes[f.shape.owner ?? -1]
  if (item?.supers.includes(text) === true) {
    const inputs = values.map((value) => ({ value }))
    emitCall(
      f,
      { name: 'super', method: 'constructor', receiver: f.receiver, receiverType: text, arguments: inputs },
      node,
    )
  } else {
    const value: Register = values.length === 1 ? values[0]! : f.combine('whole', values, node)
    f.store(f.receiver, keyNamed(text), value, node)
  }
}

export function parameters(f: FunctionBuilder, list: number): void {
  const { file } = f
  for (const item of list === -1 ? [] : file.named(list)) {
    const kind = file.kind(item)
    if (!kind.endsWith('parameter_declaration')) continue
    const { name, holds } = declared(f, file.child(item, 'declarator'))
    const isRest = kind === 'variadic_parameter_declaration'
    const written = typeIn(f, item)
    if (written === 'void' && name === -1) continue
    // Other code may write to its target, so that its type does not make it safe.
    const isPlace = holds !== undefined && file.kind(file.child(item, 'type')) === 'primitive_type'
    const type = isPlace ? `${written}*` : written
    const nameNode = name === -1 ? item : name
    const variable = addParameter(f, { name: name === -1 ? '' : file.text(name), node: item, nameNode, type, isRest })
    if (holds !== undefined) variable.holds = holds
    const value = file.child(item, 'default_value')
    if (value !== -1)
      f.set(
        variable.register,
        withDefault(f, variable.register, () => evaluate(f, value), item),
        nameNode,
      )
  }
}

/** A class, struct or union with a body. */
export function classSpecifier(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const body = file.child(node, 'body')
  const nameNode = file.child(node, 'name')
  if (body === -1) return f.constant(null, node)
  const name = nameNode === -1 ? '' : dotted(f, nameNode)
  const bases = file.ofKind(node, 'base_class_clause')
  const supers = (bases === -1 ? [] : file.named(bases))
    .filter((item) => file.kind(item) !== 'access_specifier')
    .map((item) => dotted(f, item))
  const members = (): Member[] => file.named(body).flatMap((child) => memberOf(f, child, name))
  const value = buildClass(f, { name, node, supers, marks: [], members })
  if (name !== '') {
    const variable = f.scope.declare(name)
    variable.isClass = true
    variable.path = name
    writeVariable(f, variable, value, nameNode)
  }
  return value
}

function memberOf(f: FunctionBuilder, node: number, className: string): Member[] {
  const { file } = f
  switch (file.kind(node)) {
    case 'function_definition':
      return method(f, node, className)
    case 'field_declaration':
      return fields(f, node)
    case 'template_declaration':
      return file.named(node).flatMap((child) => memberOf(f, child, className))
    case 'class_specifier':
    case 'struct_specifier':
      return [{ type: 'class', run: (inner) => void classSpecifier(inner, node) }]
    default:
      return []
  }
}

function isStatic(f: FunctionBuilder, node: number): boolean {
  const specifier = f.file.ofKind(node, 'storage_class_specifier')
  return specifier !== -1 && f.file.text(specifier) === 'static'
}

function method(f: FunctionBuilder, node: number, className: string): Member[] {
  const { file } = f
  const { name, function: holder } = declared(f, file.child(node, 'declarator'))
  if (name === -1 || holder === -1) return []
  const text = dotted(f, name)
  const run = (inner: FunctionBuilder): void => runFunction(inner, node, holder)
  if (text === className) return [{ type: 'constructor', node, marks: [], begins: 'above', run }]
  return [
    { type: 'method', name: text, node, isStatic: isStatic(f, node), marks: [], returnType: typeIn(f, node), run },
  ]
}

function fields(f: FunctionBuilder, node: number): Member[] {
  const { file } = f
  const fieldType = typeIn(f, node)
  const value = file.child(node, 'default_value')
  return file.childrenIn(node, 'declarator').flatMap((child): Member[] => {
    const { name, function: holder } = declared(f, child)
    if (name === -1 || holder !== -1) return []
    const run = value === -1 ? undefined : (inner: FunctionBuilder) => evaluate(inner, value)
    return [{ type: 'field', name: file.text(name), node, fieldType, isStatic: isStatic(f, node), value: run }]
  })
}
