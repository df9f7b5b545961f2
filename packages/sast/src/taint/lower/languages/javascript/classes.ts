import { NONE, type Register } from '../../../ir.ts'
import { evaluate, evaluateNamed, execute } from '../../evaluate.ts'
import type { BuildingClass } from '../../file-builder.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { emitCall } from '../../operations.ts'
import { lowerFunction } from './functions.ts'
import { hoistBlock, hoistVars } from './hoist.ts'
import { decoratorNames, pathOf, typeName } from './paths.ts'
import { propertyKey } from './patterns.ts'

/** A class as a value: a declaration or an expression. */
export function classValue(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const own = file.child(node, 'name')
  const hint = file.nextName
  file.nextName = ''
  const name = own === -1 ? hint : file.text(own)
  const heritage = file.ofKind(node, 'class_heritage')
  const supers = heritage === -1 ? [] : supersOf(f, heritage)
  const decorators = file.named(node).filter((child) => file.kind(child) === 'decorator')
  const before = file.tree.parent[node]!
  if (file.kind(before) === 'export_statement') {
    decorators.push(...file.named(before).filter((child) => file.kind(child) === 'decorator'))
  }
  const item = file.class(name, node, supers, decoratorNames(f, decorators))
  const to = f.register()
  const make = (): void => {
    f.emit({ op: 'class', to, id: item.id, node })
    if (f.scope.own(name) !== undefined && own !== -1) f.set(f.scope.own(name)!.register, to, own)
    members(f, node, item, to, heritage !== -1 && supers.length > 0)
  }
  f.scoped(() => {
    if (own !== -1) f.scope.declare(name)
    make()
  })
  return to
}

/** Returns the `extends` types first, then the `implements` types. */
function supersOf(f: FunctionBuilder, heritage: number): string[] {
  const { file } = f
  const supers: string[] = []
  for (const clause of file.named(heritage)) {
    const kind = file.kind(clause)
    if (kind === 'implements_clause') {
      for (const type of file.named(clause)) supers.push(typeName(f, type) ?? file.text(type))
    } else if (kind === 'extends_clause') {
      const value = file.child(clause, 'value')
      if (value === -1) continue
      const path = pathOf(f, value)
      if (path === undefined) evaluate(f, value)
      supers.push(path ?? '')
    } else {
      // JavaScript has no clause node around the superclass.
      const path = pathOf(f, clause)
      if (path === undefined) evaluate(f, clause)
      supers.push(path ?? '')
    }
  }
  return supers
}

interface Field {
  readonly node: number
  readonly key: string | undefined
  readonly value: number
}

function members(
  f: FunctionBuilder,
  node: number,
  buildingClass: BuildingClass,
  value: Register,
  isDerived: boolean,
): void {
  const { file } = f
  const body = file.child(node, 'body')
  if (body === -1) return
  const nodes = file.named(body)
  const fields: Field[] = []
  let constructor = -1
  for (const member of nodes) {
    const kind = file.kind(member)
    if (kind === 'method_definition') {
      if (file.text(file.child(member, 'name')) !== 'constructor') continue
      constructor = member
      for (const parameter of propertyParameters(f, member)) buildingClass.fields.push(fieldOf(f, parameter, 'pattern'))
    } else if (isField(kind)) {
      const key = propertyKey(f, nameNode(f, member)).key
      buildingClass.fields.push(fieldOf(f, member, kind === 'field_definition' ? 'property' : 'name'))
      if (!file.hasToken(member, 'static')) fields.push({ node: member, key, value: file.child(member, 'value') })
    }
  }
  constructorOf(f, { node, one: buildingClass, constructor, fields, isDerived })
  let decorators: number[] = []
  for (const member of nodes) {
    const kind = file.kind(member)
    if (kind === 'decorator') decorators.push(member)
    else {
      if (kind === 'method_definition' && member !== constructor) method(f, member, buildingClass, decorators)
      else if (isField(kind) && file.hasToken(member, 'static')) staticField(f, member, buildingClass, value)
      else if (kind === 'class_static_block') staticBlock(f, member, value)
      decorators = []
    }
  }
}

function isField(kind: string): boolean {
  return kind === 'public_field_definition' || kind === 'field_definition'
}

function nameNode(f: FunctionBuilder, member: number): number {
  const name = f.file.child(member, 'name')
  return name === -1 ? f.file.child(member, 'property') : name
}

function fieldOf(f: FunctionBuilder, node: number, name: string): { readonly name: string; readonly type?: string } {
  const type = typeName(f, f.file.child(node, 'type'))
  const at = f.file.child(node, name)
  const text = at === -1 ? '' : f.file.text(at)
  return type === undefined ? { name: text } : { name: text, type }
}

/** Parameters of a constructor that are fields too. */
function propertyParameters(f: FunctionBuilder, constructor: number): number[] {
  const { file } = f
  const list = file.child(constructor, 'parameters')
  if (list === -1) return []
  return file
    .named(list)
    .filter((child) => file.ofKind(child, 'accessibility_modifier') !== -1 || file.hasToken(child, 'readonly'))
}

interface Constructing {
  readonly node: number
  readonly one: BuildingClass
  /** -1 for none. */
  readonly constructor: number
  readonly fields: readonly Field[]
  readonly isDerived: boolean
}

function constructorOf(f: FunctionBuilder, { node, one, constructor, fields, isDerived }: Constructing): void {
  const { file } = f
  const written = fields.filter((field) => field.value !== -1)
  if (constructor === -1 && written.length === 0) return
  const begin = (inner: FunctionBuilder): void => {
    for (const field of written) {
      const { count } = file
      const value = evaluateNamed(inner, field.value, field.key ?? '')
      if (isFunction(file.kind(field.value)) && field.key !== undefined)
        one.methods.push({ name: field.key, function: count })
      inner.store(inner.receiver, field.key, value, field.node)
    }
    if (constructor === -1) return
    for (const parameter of propertyParameters(inner, constructor)) {
      const name = file.text(file.child(parameter, 'pattern'))
      const from = inner.scope.lookup(name)
      if (from !== undefined) inner.store(inner.receiver, name, from.register, parameter)
    }
  }
  const shape = { name: 'constructor', kind: 'constructor' as const, owner: one.id, outer: f }
  const first = (inner: FunctionBuilder): void => {
    if (isDerived) inner.afterSuper = () => begin(inner)
    else begin(inner)
  }
  if (constructor !== -1) {
    one.methods.push({
      name: 'constructor',
      function: lowerFunction(f, constructor, { ...shape, node: constructor }, false, first),
    })
    return
  }
  const id = file.function({ ...shape, node }, (inner) => {
    inner.receiver = inner.scope.declare('this').register
    if (isDerived) {
      const value = inner.register()
      inner.parameters.push({ register: value, name: '', node, nameNode: node, isRest: true })
      const receiverType = one.supers[0]
      emitCall(
        inner,
        {
          name: 'super',
          method: 'constructor',
          receiver: inner.receiver,
          receiverType,
          arguments: [{ value: value, isSpread: true }],
        },
        node,
      )
    }
    begin(inner)
  })
  one.methods.push({ name: 'constructor', function: id })
}

function isFunction(kind: string): boolean {
  return kind === 'arrow_function' || kind === 'function_expression'
}

function method(f: FunctionBuilder, node: number, buildingClass: BuildingClass, decorators: readonly number[]): void {
  const { file } = f
  const key = propertyKey(f, file.child(node, 'name')).key ?? ''
  const isStatic = file.hasToken(node, 'static')
  const name = file.hasToken(node, 'set') ? `set ${key}` : key
  const id = lowerFunction(
    f,
    node,
    {
      name: key,
      node,
      kind: isStatic ? 'static' : 'method',
      owner: buildingClass.id,
      outer: f,
      marks: decoratorNames(f, decorators),
    },
    false,
  )
  buildingClass.methods.push({ name, function: id })
}

function staticField(f: FunctionBuilder, node: number, buildingClass: BuildingClass, value: Register): void {
  const { file } = f
  const at = file.child(node, 'value')
  if (at === -1) return
  const { key, index } = propertyKey(f, nameNode(f, node))
  const { count } = file
  const current = withThis(f, value, () => evaluateNamed(f, at, key ?? ''))
  if (isFunction(file.kind(at)) && key !== undefined) buildingClass.methods.push({ name: key, function: count })
  f.store(value, key, current, node, index)
}

function staticBlock(f: FunctionBuilder, node: number, value: Register): void {
  const body = f.file.child(node, 'body')
  if (body === -1) return
  withThis(f, value, () => {
    hoistVars(f, body)
    hoistBlock(f, body)
    for (const child of f.file.named(body)) execute(f, child)
    return NONE
  })
}

/** Lowers code with the class as `this`. */
function withThis(f: FunctionBuilder, value: Register, body: () => Register): Register {
  let register: Register = NONE
  f.scoped(() => {
    f.set(f.scope.declare('this').register, value, f.shape.node)
    register = body()
  })
  return register
}
