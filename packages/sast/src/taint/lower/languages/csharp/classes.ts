import { addParameter, buildClass, type Member } from '../../classes.ts'
import { withDefault } from '../../control.ts'
import { evaluate, evaluateNamed, execute } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { writeVariable } from '../../names.ts'
import { constructorCall, superCall } from './calls.ts'
import { hasModifier, attributeNames, typeName } from './names.ts'
import { isReference } from './references.ts'

export const CLASSES = new Set([
  'class_declaration',
  'struct_declaration',
  'interface_declaration',
  'record_declaration',
  'record_struct_declaration',
  'enum_declaration',
])

/** Declares classes before their bodies, so that they can refer to each other. */
export function declareClasses(f: FunctionBuilder, nodes: readonly number[]): void {
  const { file } = f
  for (const node of nodes) {
    const kind = file.kind(node)
    if (kind === 'namespace_declaration') {
      const body = file.child(node, 'body')
      if (body !== -1) declareClasses(f, file.named(body))
    }
    const name = CLASSES.has(kind) ? file.child(node, 'name') : -1
    if (name === -1) continue
    const variable = f.scope.declare(file.text(name))
    variable.isClass = true
    variable.path = variable.name
  }
}

export function classDeclaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const nameNode = file.child(node, 'name')
  const body = file.child(node, 'body')
  if (nameNode === -1) return
  const name = file.text(nameNode)
  const bases = file.ofKind(node, 'base_list')
  const supers = bases === -1 ? [] : file.named(bases).flatMap((child) => typeName(f, child) ?? [])
  const value = buildClass(f, {
    name,
    node,
    supers,
    marks: attributeNames(f, node),
    members: (inner) => {
      const nodes = body === -1 ? [] : file.named(body)
      declareClasses(inner, nodes)
      return [...primary(inner, node), ...nodes.flatMap((item) => memberOf(inner, item))]
    },
  })
  const variable = f.scope.lookup(name)
  if (variable !== undefined) writeVariable(f, variable, value, nameNode)
}

/** Parameters of the class itself: fields that its constructor fills. */
function primary(f: FunctionBuilder, node: number): Member[] {
  const { file } = f
  const list = file.ofKind(node, 'parameter_list')
  if (list === -1) return []
  const own = file.named(list).map((child): Member => {
    const fieldType = typeName(f, file.child(child, 'type'))
    return { type: 'field', name: file.text(file.child(child, 'name')), node: child, fieldType, isStatic: false }
  })
  const bases = file.ofKind(node, 'base_list')
  const above = bases === -1 ? -1 : file.ofKind(bases, 'argument_list')
  const run = (inner: FunctionBuilder): void => {
    parameters(inner, list)
    for (const { name, register } of inner.parameters) inner.store(inner.receiver, name, register, node)
    // Member initializers may use the constructor's parameters.
    const first = inner.afterSuper
    inner.afterSuper = undefined
    first?.()
    if (above !== -1) superCall(inner, above, bases)
  }
  return [...own, { type: 'constructor', node, marks: [], begins: 'above', run }]
}

function memberOf(f: FunctionBuilder, node: number): Member[] {
  const { file } = f
  const kind = file.kind(node)
  if (CLASSES.has(kind)) return [{ type: 'class', run: (inner) => classDeclaration(inner, node) }]
  switch (kind) {
    case 'field_declaration':
    case 'event_field_declaration':
      return fields(f, node)
    case 'property_declaration':
      return property(f, node)
    case 'constructor_declaration':
      return [constructorOf(f, node)]
    case 'method_declaration':
    case 'operator_declaration':
    case 'conversion_operator_declaration':
      return [method(f, node)]
    case 'enum_member_declaration': {
      const value = file.child(node, 'value')
      const name = file.text(file.child(node, 'name'))
      return [
        { type: 'field', name, node, isStatic: true, value: value === -1 ? undefined : (i) => evaluate(i, value) },
      ]
    }
    default:
      return []
  }
}

function fields(f: FunctionBuilder, node: number): Member[] {
  const { file } = f
  const declaration = file.ofKind(node, 'variable_declaration')
  if (declaration === -1) return []
  const fieldType = typeName(f, file.child(declaration, 'type'))
  const isStatic = hasModifier(f, node, 'static', 'const')
  return file.named(declaration).flatMap((item): Member[] => {
    if (file.kind(item) !== 'variable_declarator') return []
    const name = file.child(item, 'name')
    const value = file.named(item).find((child) => child !== name)
    const text = file.text(name)
    const run = value === undefined ? undefined : (inner: FunctionBuilder) => evaluateAs(inner, value, text, fieldType)
    return [{ type: 'field', name: text, node: item, fieldType, isStatic, value: run }]
  })
}

/** Lowers a value for a declaration with a type: `new()` has that type. */
export function evaluateAs(f: FunctionBuilder, value: number, name: string, type: string | undefined): number {
  f.wantedType = type
  const current = evaluateNamed(f, value, name)
  f.wantedType = undefined
  return current
}

function property(f: FunctionBuilder, node: number): Member[] {
  const { file } = f
  const name = file.text(file.child(node, 'name'))
  const fieldType = typeName(f, file.child(node, 'type'))
  const isStatic = hasModifier(f, node, 'static')
  const value = file.child(node, 'value')
  const marks = attributeNames(f, node)
  const isComputed = value !== -1 && file.kind(value) === 'arrow_expression_clause'
  const run = (body: number, isSetter: boolean) => (inner: FunctionBuilder) => {
    if (isSetter) addParameter(inner, { name: 'value', node, nameNode: node, type: fieldType })
    runBody(inner, body)
  }
  const methods: Member[] = []
  if (isComputed) methods.push({ type: 'method', name, node, isStatic, marks, run: run(value, false) })
  const accessors = file.ofKind(node, 'accessor_list')
  for (const item of accessors === -1 ? [] : file.named(accessors)) {
    const body = file.child(item, 'body')
    if (body === -1) continue
    const isSetter = !/^(?:\w+\s+)*get\b/.test(file.text(item))
    methods.push({
      type: 'method',
      name: isSetter ? `set ${name}` : name,
      node: item,
      isStatic,
      marks,
      run: run(body, isSetter),
    })
  }
  const first =
    value === -1 || isComputed ? undefined : (inner: FunctionBuilder) => evaluateAs(inner, value, name, fieldType)
  return [{ type: 'field', name, node, fieldType, isStatic, value: first }, ...methods]
}

function method(f: FunctionBuilder, node: number): Member {
  const { file } = f
  const nameNode = file.child(node, 'name')
  const type = file.child(node, 'returns')
  return {
    type: 'method',
    name: nameNode === -1 ? 'operator' : file.text(nameNode),
    node,
    isStatic: hasModifier(f, node, 'static'),
    marks: attributeNames(f, node),
    returnType: typeName(f, type === -1 ? file.child(node, 'type') : type),
    run: (inner) => runFunction(inner, node),
  }
}

function constructorOf(f: FunctionBuilder, node: number): Member {
  const { file } = f
  const initializer = file.ofKind(node, 'constructor_initializer')
  const begins = initializer === -1 ? 'plain' : file.hasToken(initializer, 'base') ? 'above' : 'own'
  const run = (inner: FunctionBuilder): void => {
    runFunction(inner, node, () => {
      if (initializer !== -1) constructorCall(inner, initializer)
    })
  }
  return { type: 'constructor', node, marks: attributeNames(f, node), begins, run }
}

/** Parameters, then the body. */
export function runFunction(f: FunctionBuilder, node: number, first?: () => void): void {
  const { file } = f
  const list = file.child(node, 'parameters')
  if (list !== -1) parameters(f, list)
  const inside = file.child(node, 'body')
  const body = inside === -1 ? file.ofKind(node, 'block') : inside
  if (body !== -1 && isGenerator(f, body)) {
    f.yields = f.register()
    f.emit({ op: 'make', to: f.yields, entries: [], all: [], isList: true, node })
  }
  first?.()
  if (body !== -1) runBody(f, body)
}

function isGenerator(f: FunctionBuilder, body: number): boolean {
  const { file, tree } = f
  const end = tree.next[body]!
  for (let node = body; node < end;) {
    const kind = file.kind(node)
    if (kind === 'yield_statement') return true
    node = kind === 'lambda_expression' || kind === 'local_function_statement' ? tree.next[node]! : node + 1
  }
  return false
}

function runBody(f: FunctionBuilder, body: number): void {
  const { file } = f
  if (file.kind(body) === 'block') execute(f, body)
  else {
    const inner = file.kind(body) === 'arrow_expression_clause' ? file.first(body) : body
    if (inner !== -1) lowerReturn(f, evaluate(f, inner), inner)
  }
}

/** Parameters of a method, constructor, lambda or class. */
export function parameters(f: FunctionBuilder, list: number): void {
  const { file } = f
  if (file.kind(list) === 'implicit_parameter' || file.kind(list) === 'identifier') {
    addParameter(f, { name: file.text(list), node: list, nameNode: list })
    return
  }
  for (const child of file.named(list)) {
    if (file.kind(child) !== 'parameter') {
      // `params string[] a` has no node of its own.
      const isName = f.tree.field[child] === file.handlers.fields.get('name')
      if (isName) addParameter(f, { name: file.text(child), node: child, nameNode: child, isRest: true })
      continue
    }
    const nameNode = file.child(child, 'name')
    if (nameNode === -1) continue
    const written = typeName(f, file.child(child, 'type'))
    // For `out` and `ref`, the type of the caller's variable proves nothing: the method assigns it.
    const type = written !== undefined && isReference(f, child) ? `ref ${written}` : written
    const variable = addParameter(f, {
      name: file.text(nameNode),
      node: child,
      nameNode,
      type,
      marks: attributeNames(f, child),
    })
    if (isReference(f, child)) {
      if (written !== undefined) variable.type = written
      variable.place = f.register()
      f.set(variable.place, variable.register, child)
    }
    const value = file.named(child).at(-1)
    if (!file.hasToken(child, '=') || value === undefined || value === nameNode) continue
    f.set(
      variable.register,
      withDefault(f, variable.register, () => evaluate(f, value), child),
      nameNode,
    )
  }
}
