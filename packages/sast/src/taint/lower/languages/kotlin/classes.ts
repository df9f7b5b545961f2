import { NONE, type Register } from '../../../ir.ts'
import { addParameter, buildClass, type Member } from '../../classes.ts'
import { withDefault } from '../../control.ts'
import { evaluate, evaluateNamed } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { writeVariable } from '../../names.ts'
import { constructorCall } from './calls.ts'
import { annotationNames, typeIn, typeName } from './names.ts'

const CLASSES = new Set(['class_declaration', 'object_declaration'])

function nameOf(f: FunctionBuilder, node: number): number {
  const name = f.file.ofKind(node, 'type_identifier')
  return name === -1 ? f.file.ofKind(node, 'simple_identifier') : name
}

/** The value of the last of several statements. */
export function sequence(f: FunctionBuilder, nodes: readonly number[]): Register {
  let value: Register = NONE
  for (const node of nodes) value = evaluate(f, node)
  return value
}

export function declareClasses(f: FunctionBuilder, nodes: readonly number[]): void {
  const { file } = f
  for (const node of nodes) {
    const name = CLASSES.has(file.kind(node)) ? nameOf(f, node) : -1
    if (name === -1) continue
    const variable = f.scope.declare(file.text(name))
    variable.isClass = true
    variable.path = [file.package, file.classNames.at(-1) ?? '', variable.name].filter((part) => part !== '').join('.')
  }
}

/** A class, interface, enum or object. */
export function classDeclaration(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const nameNode = nameOf(f, node)
  const name = nameNode === -1 ? '' : file.text(nameNode)
  if (name !== '' && f.scope.own(name) === undefined) declareClasses(f, [node])
  const body = file.named(node).find((child) => file.kind(child).endsWith('class_body')) ?? -1
  const value = buildClass(f, {
    name,
    node,
    supers: supersOf(f, node),
    marks: annotationNames(f, file.ofKind(node, 'modifiers')),
    members: (inner) => {
      const nodes = body === -1 ? [] : file.named(body)
      declareClasses(inner, nodes)
      const isObject = file.kind(node) === 'object_declaration'
      const members = nodes.flatMap((item, index) =>
        memberOf(inner, item, propertyBefore(inner, nodes, index), isObject),
      )
      return [...primary(inner, node), ...members]
    },
  })
  const variable = name === '' ? undefined : f.scope.lookup(name)
  if (variable !== undefined) writeVariable(f, variable, value, nameNode)
  return value
}

function supersOf(f: FunctionBuilder, node: number): string[] {
  const { file } = f
  return file.named(node).flatMap((child) => {
    if (file.kind(child) !== 'delegation_specifier') return []
    return typeName(f, file.first(child)) ?? []
  })
}

/** Parameters of the class itself. */
function primary(f: FunctionBuilder, node: number): Member[] {
  const { file } = f
  const list = file.ofKind(node, 'primary_constructor')
  const above = file
    .named(node)
    .filter((child) => file.kind(child) === 'delegation_specifier')
    .map((child) => file.first(child))
    .find((item) => file.kind(item) === 'constructor_invocation')
  if (list === -1 && above === undefined) return []
  const values = list === -1 ? [] : file.named(list).filter((child) => file.kind(child) === 'class_parameter')
  const remaining = values.filter((item) => file.ofKind(item, 'binding_pattern_kind') !== -1)
  const fields = remaining.map((item): Member => {
    const name = file.text(file.ofKind(item, 'simple_identifier'))
    return { type: 'field', name, node: item, fieldType: typeIn(f, item), isStatic: false }
  })
  const run = (inner: FunctionBuilder): void => {
    for (const item of values) parameter(inner, item, file.ofKind(item, 'modifiers'), -1)
    if (above !== undefined)
      constructorCall(inner, file.ofKind(above, 'value_arguments') === -1 ? -1 : above, true, above)
    for (const item of remaining) {
      const variable = inner.scope.own(file.text(file.ofKind(item, 'simple_identifier')))
      if (variable !== undefined) inner.store(inner.receiver, variable.name, variable.register, item)
    }
    inner.afterSuper?.()
  }
  return [...fields, { type: 'constructor', node: list === -1 ? node : list, marks: [], begins: 'above', run }]
}

/** Returns the property of an accessor. */
function propertyBefore(f: FunctionBuilder, nodes: readonly number[], index: number): number {
  return nodes.findLast((node, at) => at < index && f.file.kind(node) === 'property_declaration') ?? -1
}

function memberOf(f: FunctionBuilder, node: number, before: number, isObject: boolean): Member[] {
  const { file } = f
  const marks = annotationNames(f, file.ofKind(node, 'modifiers'))
  switch (file.kind(node)) {
    case 'class_declaration':
    case 'object_declaration':
      return [{ type: 'class', run: (inner) => void classDeclaration(inner, node) }]
    case 'companion_object': {
      const body = file.ofKind(node, 'class_body')
      const nodes = body === -1 ? [] : file.named(body)
      return nodes.flatMap((item, index) => memberOf(f, item, propertyBefore(f, nodes, index), true))
    }
    case 'property_declaration':
      return property(f, node, isObject)
    case 'getter':
    case 'setter': {
      const declared = before === -1 ? -1 : file.ofKind(before, 'variable_declaration')
      const name = declared === -1 ? '' : file.text(file.first(declared))
      const isSetter = file.kind(node) === 'setter'
      const run = (inner: FunctionBuilder): void => accessor(inner, node)
      return [{ type: 'method', name: isSetter ? `set ${name}` : name, node, isStatic: isObject, marks, run }]
    }
    case 'anonymous_initializer':
      return [{ type: 'block', isStatic: isObject, run: (inner) => void sequence(inner, file.named(node)) }]
    case 'secondary_constructor':
      return [{ type: 'constructor', node, marks, begins: 'own', run: (inner) => secondary(inner, node) }]
    case 'function_declaration': {
      const name = file.text(file.ofKind(node, 'simple_identifier'))
      const run = (inner: FunctionBuilder): void => runFunction(inner, node)
      return [{ type: 'method', name, node, isStatic: isObject, marks, returnType: typeIn(f, node), run }]
    }
    case 'enum_entry': {
      const name = file.text(file.first(node))
      const list = file.ofKind(node, 'value_arguments')
      const value = (inner: FunctionBuilder): Register => {
        const to = inner.register()
        const entries = (list === -1 ? [] : file.named(list)).map((item, index) => ({
          key: String(index),
          value: evaluate(inner, file.named(item).at(-1) ?? -1),
        }))
        inner.emit({ op: 'make', to, entries, all: [], node })
        return to
      }
      return [{ type: 'field', name, node, isStatic: true, value }]
    }
    default:
      return []
  }
}

function property(f: FunctionBuilder, node: number, isStatic: boolean): Member[] {
  const { file } = f
  const declared = file.ofKind(node, 'variable_declaration')
  if (declared === -1) return []
  const name = file.text(file.first(declared))
  const value = valueOf(f, node)
  const run = value === -1 ? undefined : (inner: FunctionBuilder) => evaluateNamed(inner, value, name)
  return [{ type: 'field', name, node, fieldType: typeIn(f, declared), isStatic, value: run }]
}

/** Returns the value after `=` or `by`; -1 for none, or `null`. */
export function valueOf(f: FunctionBuilder, node: number): number {
  const { file } = f
  const last = file.named(node).at(-1)
  if (last === undefined || (!file.hasToken(node, '=') && file.kind(last) !== 'property_delegate')) return -1
  return file.kind(last).endsWith('variable_declaration') ? -1 : last
}

function accessor(f: FunctionBuilder, node: number): void {
  const { file } = f
  const value = file.ofKind(node, 'parameter_with_optional_type')
  if (value !== -1) addParameter(f, { name: file.text(file.first(value)), node: value, nameNode: value })
  functionBody(f, file.ofKind(node, 'function_body'))
}

function secondary(f: FunctionBuilder, node: number): void {
  const { file } = f
  parameters(f, file.ofKind(node, 'function_value_parameters'))
  const delegated = file.ofKind(node, 'constructor_delegation_call')
  if (delegated !== -1) constructorCall(f, delegated, file.hasToken(delegated, 'super'), delegated)
  const body = file.ofKind(node, 'statements')
  if (body !== -1) sequence(f, file.named(body))
}

/** Parameters, then the body. */
export function runFunction(f: FunctionBuilder, node: number): void {
  parameters(f, f.file.ofKind(node, 'function_value_parameters'))
  functionBody(f, f.file.ofKind(node, 'function_body'))
}

function functionBody(f: FunctionBuilder, body: number): void {
  const { file } = f
  if (body === -1) return
  const inner = file.first(body)
  if (inner === -1) return
  if (file.kind(inner) === 'statements') sequence(f, file.named(inner))
  else lowerReturn(f, evaluate(f, inner), inner)
}

/** Lowers parameters; annotations and defaults are siblings of their parameters. */
export function parameters(f: FunctionBuilder, list: number): void {
  const { file } = f
  let modifiers = -1
  const nodes = list === -1 ? [] : file.named(list)
  for (const [index, item] of nodes.entries()) {
    if (file.kind(item) === 'parameter_modifiers') modifiers = item
    else if (file.kind(item) === 'parameter') {
      const next = nodes[index + 1]
      const hasDefault = next !== undefined && !file.kind(next).startsWith('parameter')
      parameter(f, item, modifiers, hasDefault ? next : -1)
      modifiers = -1
    }
  }
}

function parameter(f: FunctionBuilder, node: number, modifiers: number, otherwise: number): void {
  const { file } = f
  const nameNode = file.ofKind(node, 'simple_identifier')
  if (nameNode === -1) return
  const isRest = modifiers !== -1 && file.text(modifiers).includes('vararg')
  const marks = annotationNames(f, modifiers)
  const type = typeIn(f, node)
  const variable = addParameter(f, { name: file.text(nameNode), node, nameNode, type, marks, isRest })
  const last = file.named(node).at(-1)
  const own = otherwise === -1 && file.hasToken(node, '=') && last !== undefined ? last : otherwise
  if (own !== -1)
    f.set(
      variable.register,
      withDefault(f, variable.register, () => evaluate(f, own), node),
      nameNode,
    )
}

/** Assigns the names of a declaration. */
export function declare(f: FunctionBuilder, declared: number, value: Register): void {
  const { file } = f
  if (file.kind(declared) === 'multi_variable_declaration') {
    for (const [index, item] of file.named(declared).entries()) declare(f, item, f.member(value, String(index), item))
    return
  }
  const name = file.ofKind(declared, 'simple_identifier')
  if (name === -1) return
  const variable = f.scope.declare(file.text(name))
  const type = typeIn(f, declared)
  if (type !== undefined) variable.type = type
  if (value !== NONE) f.set(variable.register, value, name)
}
