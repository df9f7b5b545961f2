import { addParameter, buildClass, type Member } from '../../classes.ts'
import { withDefault } from '../../control.ts'
import { evaluate, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { writeVariable } from '../../names.ts'
import { isReference } from './references.ts'
import { classPath, hoistVariables, attributeNames, typeName, variableOf } from './names.ts'

/** A class, interface, trait or enum. */
export function classDeclaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const nameNode = file.child(node, 'name')
  const body = file.child(node, 'body')
  if (nameNode === -1) return
  const name = file.text(nameNode)
  const variable = f.scope.root().declare(name)
  variable.isClass = true
  variable.path = file.package === '' ? name : `${file.package}.${name}`
  const value = buildClass(f, {
    name,
    node,
    supers: supersOf(f, node),
    marks: attributeNames(f, node),
    members: (inner) => (body === -1 ? [] : membersOf(inner, body)),
  })
  writeVariable(f, variable, value, nameNode)
}

/** Returns the superclasses, interfaces and traits of a class. */
export function supersOf(f: FunctionBuilder, node: number): string[] {
  const { file } = f
  const body = file.child(node, 'body')
  const clauses = file.named(node).filter((child) => /^(?:base_clause|class_interface_clause)$/.test(file.kind(child)))
  const traits = body === -1 ? [] : file.named(body).filter((child) => file.kind(child) === 'use_declaration')
  return [...clauses, ...traits].flatMap((clause) =>
    file
      .named(clause)
      .filter((child) => /^(?:qualified_)?name$/.test(file.kind(child)))
      .map((child) => classPath(f, file.text(child))),
  )
}

export function membersOf(f: FunctionBuilder, body: number): Member[] {
  const { file } = f
  return file.named(body).flatMap((node): Member[] => {
    switch (file.kind(node)) {
      case 'property_declaration':
        return properties(f, node)
      case 'const_declaration':
        return file.named(node).flatMap((child) => constant(f, child))
      case 'enum_case':
        return [enumCase(f, node)]
      case 'method_declaration':
        return methodOf(f, node)
      default:
        return []
    }
  })
}

function properties(f: FunctionBuilder, node: number): Member[] {
  const { file } = f
  const fieldType = typeName(f, file.child(node, 'type'))
  const isStatic = file.ofKind(node, 'static_modifier') !== -1
  const elements = file.named(node).filter((child) => file.kind(child) === 'property_element')
  return elements.map((element): Member => {
    const name = file.text(file.child(element, 'name')).slice(1)
    const value = file.child(element, 'default_value')
    return {
      type: 'field',
      name,
      node: element,
      fieldType,
      isStatic,
      value: value === -1 ? undefined : (inner) => evaluate(inner, value),
    }
  })
}

function constant(f: FunctionBuilder, node: number): Member[] {
  if (f.file.kind(node) !== 'const_element') return []
  const [name, value] = f.file.named(node)
  if (name === undefined || value === undefined) return []
  return [{ type: 'field', name: f.file.text(name), node, isStatic: true, value: (inner) => evaluate(inner, value) }]
}

function enumCase(f: FunctionBuilder, node: number): Member {
  const { file } = f
  const at = file.child(node, 'value')
  const value = (inner: FunctionBuilder): number => {
    const to = inner.register()
    const entries = at === -1 ? [] : [{ key: 'value', value: evaluate(inner, at) }]
    inner.emit({ op: 'make', to, entries, all: [], node })
    return to
  }
  return { type: 'field', name: file.text(file.child(node, 'name')), node, isStatic: true, value }
}

function methodOf(f: FunctionBuilder, node: number): Member[] {
  const { file } = f
  const name = file.text(file.child(node, 'name'))
  const marks = attributeNames(f, node)
  const run = (inner: FunctionBuilder): void => runFunction(inner, node)
  if (name !== '__construct') {
    const isStatic = file.ofKind(node, 'static_modifier') !== -1
    const returnType = typeName(f, file.child(node, 'return_type'))
    return [{ type: 'method', name, node, isStatic, marks, returnType, run }]
  }
  const list = file.child(node, 'parameters')
  const promoted = (list === -1 ? [] : file.named(list)).filter(
    (item) => file.kind(item) === 'property_promotion_parameter',
  )
  const fields = promoted.map((item): Member => {
    const fieldType = typeName(f, file.child(item, 'type'))
    return { type: 'field', name: file.text(file.child(item, 'name')).slice(1), node: item, fieldType, isStatic: false }
  })
  const first = (inner: FunctionBuilder): void => {
    for (const item of promoted) {
      const variable = variableOf(inner, file.text(file.child(item, 'name')))
      if (variable !== undefined) inner.store(inner.receiver, variable.name.slice(1), variable.register, item)
    }
  }
  return [
    ...fields,
    { type: 'constructor', node, marks, begins: 'plain', run: (inner) => runFunction(inner, node, first) },
  ]
}

/** Parameters, then the body. */
export function runFunction(f: FunctionBuilder, node: number, first?: (inner: FunctionBuilder) => void): void {
  const { file } = f
  const later = parameters(f, node)
  const body = file.child(node, 'body')
  if (body !== -1 && hoistVariables(f, body).isGenerator) {
    f.yields = f.register()
    f.emit({ op: 'make', to: f.yields, entries: [], all: [], isList: true, node })
  }
  for (const item of later) item()
  first?.(f)
  if (body !== -1) execute(f, body)
}

export function parameters(f: FunctionBuilder, node: number): (() => void)[] {
  const { file } = f
  const list = file.child(node, 'parameters')
  const later: (() => void)[] = []
  for (const item of list === -1 ? [] : file.named(list)) {
    const nameNode = file.child(item, 'name')
    if (nameNode === -1) continue
    const type = typeName(f, file.child(item, 'type'))
    const isRest = file.kind(item) === 'variadic_parameter'
    const name = file.text(nameNode)
    const variable = addParameter(f, {
      name,
      shown: name.slice(1),
      node: item,
      nameNode,
      type,
      marks: attributeNames(f, item),
      isRest,
    })
    if (isReference(file, item)) {
      variable.place = f.register()
      f.set(variable.place, variable.register, item)
    }
    const value = file.child(item, 'default_value')
    if (value === -1) continue
    later.push(() =>
      f.set(
        variable.register,
        withDefault(f, variable.register, () => evaluate(f, value), item),
        nameNode,
      ),
    )
  }
  return later
}
