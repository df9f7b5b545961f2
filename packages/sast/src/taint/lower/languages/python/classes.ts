import type { Register } from '../../../ir.ts'
import { evaluate, execute } from '../../evaluate.ts'
import type { BuildingClass } from '../../file-builder.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { writeVariable } from '../../names.ts'
import { decorate, lowerFunction } from './functions.ts'
import { hoistNames } from './hoist.ts'
import { decoratorNames, typeName } from './paths.ts'

/** Decorators that generate a constructor from the fields of a class. */
const RECORDS = /(?:^|\.)(?:dataclass|dataclasses\.dataclass|attr\.s|attrs\.define|BaseModel|NamedTuple|SQLModel)$/

/** Lowers `class`: its functions are methods, its assignments are class members. */
export function classDefinition(f: FunctionBuilder, node: number, decorators: readonly number[] = []): void {
  const { file } = f
  const nameNode = file.child(node, 'name')
  if (nameNode === -1) return
  decorate(f, decorators)
  const own = file.text(nameNode)
  const outer = file.classNames.at(-1)
  const supers = supersOf(f, file.child(node, 'superclasses'))
  const name = outer === undefined ? own : `${outer}.${own}`
  const item = file.class(name, node, supers, decoratorNames(f, decorators))
  const to = f.register()
  f.emit({ op: 'class', to, id: item.id, node })
  const variable = f.scope.lookup(own) ?? f.scope.declare(own)
  variable.isClass = true
  writeVariable(f, variable, to, nameNode)
  const body = file.child(node, 'body')
  if (body === -1) return
  file.classNames.push(name)
  f.scoped(() => classBody(f, body, item, to), true)
  file.classNames.pop()
}

function supersOf(f: FunctionBuilder, list: number): string[] {
  const supers: string[] = []
  if (list === -1) return supers
  for (const child of f.file.named(list)) {
    if (f.file.kind(child) === 'keyword_argument') continue
    const path = typeName(f, child)
    if (path === undefined) evaluate(f, child)
    supers.push(path ?? '')
  }
  return supers
}

function classBody(f: FunctionBuilder, body: number, buildingClass: BuildingClass, value: Register): void {
  const { file } = f
  hoistNames(f, body)
  const inside: number[] = []
  for (const statement of file.named(body)) {
    const kind = file.kind(statement)
    if (kind === 'function_definition') method(f, statement, [], buildingClass)
    else if (
      kind === 'decorated_definition' &&
      file.kind(file.child(statement, 'definition')) === 'function_definition'
    ) {
      const decorators = file.named(statement).filter((child) => file.kind(child) === 'decorator')
      method(f, file.child(statement, 'definition'), decorators, buildingClass)
    } else {
      fieldTypes(f, statement, buildingClass)
      inside.push(statement)
    }
  }
  for (const statement of inside) execute(f, statement)
  const methods = new Set(buildingClass.methods.map(({ name }) => name))
  for (const variable of f.scope.all()) {
    if (!methods.has(variable.name)) f.store(value, variable.name, variable.register, body)
  }
  if (
    !methods.has('constructor') &&
    [...buildingClass.supers, ...(buildingClass.marks ?? [])].some((name) => RECORDS.test(name))
  ) {
    recordConstructor(f, body, buildingClass)
  }
}

function fieldTypes(f: FunctionBuilder, statement: number, buildingClass: BuildingClass): void {
  const { file } = f
  const inner = file.kind(statement) === 'expression_statement' ? file.first(statement) : -1
  if (inner === -1 || file.kind(inner) !== 'assignment') return
  const left = file.child(inner, 'left')
  const written = file.child(inner, 'type')
  if (written === -1 || file.kind(left) !== 'identifier') return
  const type = typeName(f, written)
  buildingClass.fields.push(type === undefined ? { name: file.text(left) } : { name: file.text(left), type })
}

/** Adds a constructor that assigns its arguments to the fields with the same names. */
function recordConstructor(f: FunctionBuilder, node: number, buildingClass: BuildingClass): void {
  const shape = { name: '__init__', node, kind: 'constructor' as const, owner: buildingClass.id, outer: f }
  const id = f.file.function(shape, (inner) => {
    inner.receiver = inner.register()
    for (const { name, type } of buildingClass.fields) {
      const register = inner.register()
      const parameter = { register, name, node, nameNode: node, isRest: false }
      inner.parameters.push(type === undefined ? parameter : { ...parameter, type })
      inner.store(inner.receiver, name, register, node)
    }
  })
  buildingClass.methods.push({ name: 'constructor', function: id }, { name: '__init__', function: id })
}

function method(f: FunctionBuilder, node: number, decorators: readonly number[], buildingClass: BuildingClass): void {
  const { file } = f
  const nameNode = file.child(node, 'name')
  if (nameNode === -1) return
  const name = file.text(nameNode)
  decorate(f, decorators)
  const marks = decoratorNames(f, decorators)
  const isStatic = marks.includes('staticmethod')
  const isConstructor = name === '__init__'
  const kind = isConstructor ? 'constructor' : isStatic || marks.includes('classmethod') ? 'static' : 'method'
  const id = lowerFunction(f, node, { name, node, kind, owner: buildingClass.id, outer: f, marks }, !isStatic)
  if (isConstructor) buildingClass.methods.push({ name: 'constructor', function: id })
  buildingClass.methods.push({
    name: marks.some((mark) => mark.endsWith('.setter')) ? `set ${name}` : name,
    function: id,
  })
}
