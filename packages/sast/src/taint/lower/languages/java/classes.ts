import { addParameter, buildClass, type Member } from '../../classes.ts'
import { evaluate, evaluateNamed, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { writeVariable } from '../../names.ts'
import { emitCall } from '../../operations.ts'
import { isStatic, annotationNames } from './paths.ts'
import { typeName } from './types.ts'

export const CLASSES = new Set([
  'class_declaration',
  'interface_declaration',
  'enum_declaration',
  'record_declaration',
  'annotation_type_declaration',
])

/** Declares the classes among nodes before their bodies, so that they can refer to each other. */
export function declareClasses(f: FunctionBuilder, nodes: readonly number[]): void {
  const { file } = f
  for (const node of nodes) {
    if (!CLASSES.has(file.kind(node))) continue
    const name = file.child(node, 'name')
    if (name === -1) continue
    const outer = file.classNames.at(-1) ?? ''
    const variable = f.scope.declare(file.text(name))
    variable.isClass = true
    variable.path = [file.package, outer, variable.name].filter((part) => part !== '').join('.')
  }
}

/** A class, interface, enum or record. */
export function classDeclaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const nameNode = file.child(node, 'name')
  const body = file.child(node, 'body')
  if (nameNode === -1) return
  const name = file.text(nameNode)
  if (f.scope.own(name) === undefined) declareClasses(f, [node])
  const value = buildClass(f, {
    name,
    node,
    supers: supersOf(f, node),
    marks: annotationNames(f, node),
    members: (inner) => {
      const members = body === -1 ? [] : membersOf(inner, body)
      return file.kind(node) === 'record_declaration' ? [...recordMembers(inner, node), ...members] : members
    },
  })
  const variable = f.scope.lookup(name)
  if (variable !== undefined) writeVariable(f, variable, value, nameNode)
}

function supersOf(f: FunctionBuilder, node: number): string[] {
  const { file } = f
  const supers: string[] = []
  for (const clause of file.named(node)) {
    const kind = file.kind(clause)
    if (kind !== 'superclass' && kind !== 'super_interfaces' && kind !== 'extends_interfaces') continue
    const list = file.ofKind(clause, 'type_list')
    for (const type of file.named(list === -1 ? clause : list)) {
      const name = typeName(f, type)
      if (name !== undefined) supers.push(name)
    }
  }
  return supers
}

/** Returns the members in a class body. */
export function membersOf(f: FunctionBuilder, body: number): Member[] {
  const { file } = f
  const nodes = file
    .named(body)
    .flatMap((child) => (file.kind(child) === 'enum_body_declarations' ? file.named(child) : [child]))
  declareClasses(f, nodes)
  return nodes.flatMap((node): Member[] => {
    const kind = file.kind(node)
    if (CLASSES.has(kind)) return [{ type: 'class', run: (inner) => classDeclaration(inner, node) }]
    switch (kind) {
      case 'field_declaration':
      case 'constant_declaration':
        return fields(f, node, kind === 'constant_declaration')
      case 'method_declaration':
        return [method(f, node)]
      case 'constructor_declaration':
      case 'compact_constructor_declaration':
        return [constructorOf(f, node)]
      case 'static_initializer':
        return [{ type: 'block', isStatic: true, run: (inner) => execute(inner, file.first(node)) }]
      case 'block':
        return [{ type: 'block', isStatic: false, run: (inner) => execute(inner, node) }]
      case 'enum_constant':
        return [enumConstant(f, node)]
      default:
        return []
    }
  })
}

function fields(f: FunctionBuilder, node: number, isConstant: boolean): Member[] {
  const { file } = f
  const fieldType = typeName(f, file.child(node, 'type'))
  return file.childrenIn(node, 'declarator').map((child): Member => {
    const name = file.text(file.child(child, 'name'))
    const value = file.child(child, 'value')
    return {
      type: 'field',
      name,
      node: child,
      fieldType,
      isStatic: isConstant || isStatic(f, node),
      value: value === -1 ? undefined : (inner) => evaluateNamed(inner, value, name),
    }
  })
}

function method(f: FunctionBuilder, node: number): Member {
  const { file } = f
  return {
    type: 'method',
    name: file.text(file.child(node, 'name')),
    node,
    isStatic: isStatic(f, node),
    marks: annotationNames(f, node),
    returnType: typeName(f, file.child(node, 'type')),
    run: (inner) => {
      parameters(inner, node)
      const body = file.child(node, 'body')
      if (body !== -1) execute(inner, body)
    },
  }
}

function constructorOf(f: FunctionBuilder, node: number): Member {
  const { file } = f
  const body = file.child(node, 'body')
  const first = body === -1 ? -1 : file.first(body)
  const isExplicit = first !== -1 && file.kind(first) === 'explicit_constructor_invocation'
  const which = isExplicit ? file.child(first, 'constructor') : -1
  const begins = !isExplicit ? 'plain' : which !== -1 && file.kind(which) === 'this' ? 'own' : 'above'
  return {
    type: 'constructor',
    node,
    marks: annotationNames(f, node),
    begins,
    run: (inner) => {
      if (file.kind(node) === 'compact_constructor_declaration') {
        const record = file.tree.parent[file.tree.parent[node]!]!
        parameters(inner, record)
        if (body !== -1) execute(inner, body)
        keepParameters(inner, node)
        return
      }
      parameters(inner, node)
      if (body !== -1) for (const child of file.named(body)) execute(inner, child)
    },
  }
}

/** Assigns the components of a record to its fields. */
function keepParameters(f: FunctionBuilder, node: number): void {
  for (const { name, register } of f.parameters) f.store(f.receiver, name, register, node)
}

function recordMembers(f: FunctionBuilder, node: number): Member[] {
  const { file } = f
  const list = file.child(node, 'parameters')
  const members = (list === -1 ? [] : file.named(list)).map((item): Member => {
    const fieldType = typeName(f, file.child(item, 'type'))
    return { type: 'field', name: file.text(file.child(item, 'name')), node: item, fieldType, isStatic: false }
  })
  const readers = members.flatMap((member): Member[] =>
    member.type !== 'field'
      ? []
      : [
          {
            type: 'method',
            name: member.name,
            node: member.node,
            isStatic: false,
            marks: [],
            run: (inner) => {
              inner.end({
                type: 'return',
                value: inner.member(inner.receiver, member.name, member.node),
                node: member.node,
              })
            },
          },
        ],
  )
  const body = file.child(node, 'body')
  if (body !== -1 && file.ofKind(body, 'compact_constructor_declaration') !== -1) return [...members, ...readers]
  const run = (inner: FunctionBuilder): void => {
    parameters(inner, node)
    keepParameters(inner, node)
  }
  return [...members, ...readers, { type: 'constructor', node, marks: [], begins: 'plain', run }]
}

function enumConstant(f: FunctionBuilder, node: number): Member {
  const { file } = f
  const name = file.text(file.child(node, 'name'))
  const value = (inner: FunctionBuilder): number => {
    const list = file.child(node, 'arguments')
    const values = list === -1 ? [] : file.named(list).map((child) => ({ value: evaluate(inner, child) }))
    const type = file.classNames.at(-1) ?? ''
    const holder = inner.scope.lookup('(class)')
    return emitCall(
      inner,
      {
        name: type,
        method: type,
        arguments: values,
        isNew: true,
        ...(holder === undefined ? {} : { callee: holder.register }),
      },
      node,
    )
  }
  return { type: 'field', name, node, isStatic: true, value }
}

/** Parameters of a method, constructor, lambda or record. */
export function parameters(f: FunctionBuilder, node: number): void {
  const { file } = f
  const list = file.child(node, 'parameters')
  if (list === -1) return
  if (file.kind(list) === 'identifier') {
    addParameter(f, { name: file.text(list), node: list, nameNode: list })
    return
  }
  for (const child of file.named(list)) {
    switch (file.kind(child)) {
      case 'formal_parameter': {
        const nameNode = file.child(child, 'name')
        const type = typeName(f, file.child(child, 'type'))
        if (nameNode !== -1)
          addParameter(f, { name: file.text(nameNode), node: child, nameNode, type, marks: annotationNames(f, child) })
        break
      }
      case 'spread_parameter': {
        const declarator = file.ofKind(child, 'variable_declarator')
        const nameNode = declarator === -1 ? -1 : file.child(declarator, 'name')
        if (nameNode !== -1) addParameter(f, { name: file.text(nameNode), node: child, nameNode, isRest: true })
        break
      }
      case 'identifier':
        addParameter(f, { name: file.text(child), node: child, nameNode: child })
        break
      default:
    }
  }
}
