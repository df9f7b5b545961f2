import type { Register } from '../ir.ts'
import type { BuildingClass } from './file-builder.ts'
import type { FunctionBuilder } from './function-builder.ts'
import { emitCall } from './operations.ts'
import type { Variable } from './scopes.ts'
import { firstNamed } from '../named.ts'

/** Name of the variable with the class within its own body: not a valid identifier. */
const HOLDER = '(class)'

/** Members of a class, in languages whose methods use fields without their object. */
export type Member =
  | {
      readonly type: 'field'
      readonly name: string
      readonly node: number
      readonly fieldType?: string | undefined
      readonly isStatic: boolean
      readonly value?: ((f: FunctionBuilder) => Register) | undefined
    }
  | {
      readonly type: 'method'
      readonly name: string
      readonly node: number
      readonly isStatic: boolean
      readonly marks: readonly string[]
      readonly returnType?: string | undefined
      readonly run: (f: FunctionBuilder) => void
    }
  | {
      readonly type: 'constructor'
      readonly node: number
      readonly marks: readonly string[]
      /**
       * First call: another constructor of this class, which runs the initializers, or the superclass constructor, which runs before them.
       */
      readonly begins: 'own' | 'above' | 'plain'
      readonly run: (f: FunctionBuilder) => void
    }
  | { readonly type: 'block'; readonly isStatic: boolean; readonly run: (f: FunctionBuilder) => void }
  | { readonly type: 'class'; readonly run: (f: FunctionBuilder) => void }

interface ClassPlan {
  /** Empty for an anonymous class. */
  readonly name: string
  readonly node: number
  readonly supers: readonly string[]
  readonly marks: readonly string[]
  /** Evaluated within the scope of the class; declares the nested classes. */
  readonly members: (f: FunctionBuilder) => readonly Member[]
}

/** Builds a class. @returns its value */
export function buildClass(f: FunctionBuilder, plan: ClassPlan): Register {
  const { file } = f
  const outer = file.classNames.at(-1)
  const name = outer === undefined || outer === '' || plan.name === '' ? plan.name : `${outer}.${plan.name}`
  const item = file.class(name, plan.node, plan.supers, plan.marks)
  const to = f.register()
  f.emit({ op: 'class', to, id: item.id, node: plan.node })
  file.classNames.push(name)
  f.scoped(() => {
    const holder = f.scope.declare(HOLDER)
    f.set(holder.register, to, plan.node)
    body(f, plan.members(f), item, holder)
  })
  file.classNames.pop()
  return to
}

function body(f: FunctionBuilder, members: readonly Member[], buildingClass: BuildingClass, holder: Variable): void {
  for (const member of members) {
    if (member.type !== 'field') continue
    const { name, fieldType, isStatic } = member
    f.scope.addField(name, holder, isStatic, fieldType)
    buildingClass.fields.push(fieldType === undefined ? { name } : { name, type: fieldType })
  }
  for (const member of members) if (member.type === 'class') member.run(f)
  constructors(f, members, buildingClass)
  for (const member of members) {
    switch (member.type) {
      case 'method':
        method(f, member, buildingClass)
        break
      case 'field':
        if (member.isStatic && member.value !== undefined) {
          f.store(holder.register, member.name, member.value(f), member.node)
        }
        break
      case 'block':
        if (member.isStatic) member.run(f)
        break
      case 'constructor':
      case 'class':
      default:
    }
  }
}

function method(f: FunctionBuilder, member: Extract<Member, { type: 'method' }>, buildingClass: BuildingClass): void {
  const { name, node, isStatic, marks, returnType, run } = member
  const kind = isStatic ? 'static' : 'method'
  const shape = { name, node, kind, owner: buildingClass.id, outer: f, marks } as const
  const id = f.file.function(returnType === undefined ? shape : { ...shape, returnType }, (inner) => {
    if (!isStatic) inner.receiver = inner.scope.declare('this').register
    run(inner)
  })
  buildingClass.methods.push({ name, function: id })
}

function constructors(f: FunctionBuilder, members: readonly Member[], buildingClass: BuildingClass): void {
  const begin = (inner: FunctionBuilder): void => {
    for (const member of members) {
      if (member.type === 'field' && !member.isStatic && member.value !== undefined) {
        inner.store(inner.receiver, member.name, member.value(inner), member.node)
      } else if (member.type === 'block' && !member.isStatic) member.run(inner)
    }
  }
  const isNeeded = members.some(
    (one_) =>
      (one_.type === 'field' && !one_.isStatic && one_.value !== undefined) ||
      (one_.type === 'block' && !one_.isStatic),
  )
  const written = members.filter((member) => member.type === 'constructor')
  for (const { node, marks, begins, run } of written) {
    const shape = { name: 'constructor', node, kind: 'constructor', owner: buildingClass.id, outer: f, marks } as const
    const id = f.file.function(shape, (inner) => {
      inner.receiver = inner.scope.declare('this').register
      if (begins === 'above') inner.afterSuper = () => begin(inner)
      else if (begins === 'plain') begin(inner)
      run(inner)
    })
    buildingClass.methods.push({ name: 'constructor', function: id })
  }
  if (written.length > 0 || !isNeeded) return
  const shape = {
    name: 'constructor',
    node: buildingClass.node,
    kind: 'constructor',
    owner: buildingClass.id,
    outer: f,
  } as const
  const id = f.file.function(shape, (inner) => {
    inner.receiver = inner.scope.declare('this').register
    if (buildingClass.supers.length > 0) defaultSuper(inner, buildingClass)
    begin(inner)
  })
  buildingClass.methods.push({ name: 'constructor', function: id })
}

/** Adds the implicit constructor, which passes its arguments to the superclass. */
function defaultSuper(f: FunctionBuilder, buildingClass: BuildingClass): void {
  const value = f.register()
  f.parameters.push({ register: value, name: '', node: buildingClass.node, nameNode: buildingClass.node, isRest: true })
  const receiverType = buildingClass.supers[0]
  const spread = [{ value: value, isSpread: true }]
  emitCall(
    f,
    { name: 'super', method: 'constructor', receiver: f.receiver, receiverType, arguments: spread },
    buildingClass.node,
  )
}

interface PlainParameter {
  readonly name: string
  /** Name for callers, where it differs from the name within the function. */
  readonly shown?: string
  readonly node: number
  readonly nameNode: number
  readonly type?: string | undefined
  readonly marks?: readonly string[]
  readonly isRest?: boolean
}

/** A parameter that is a name. @returns its variable */
export function addParameter(f: FunctionBuilder, plainParameter: PlainParameter): Variable {
  const { name, shown = name, node, nameNode, type, marks = [], isRest = false } = plainParameter
  const variable = f.scope.declare(name)
  if (type !== undefined) variable.type = type
  f.parameters.push({
    register: variable.register,
    name: shown,
    node,
    nameNode,
    isRest,
    ...(type === undefined ? {} : { type }),
    ...(marks.length === 0 ? {} : { marks }),
  })
  return variable
}

/** Returns the enclosing class; undefined outside of any class. */
export function classAround(f: FunctionBuilder): BuildingClass | undefined {
  const id = f.scope.thisOf(undefined)?.owner.shape.owner ?? ownerOf(f)
  return id === -1 ? undefined : f.file.classes[id]
}

function ownerOf(f: FunctionBuilder): number {
  for (let at: FunctionBuilder | undefined = f; at !== undefined; at = at.shape.outer) {
    if (at.shape.owner !== undefined && at.shape.owner !== -1) return at.shape.owner
  }
  return -1
}

/** Returns the variable with the enclosing class. */
export function holderAround(f: FunctionBuilder): Variable | undefined {
  return f.scope.lookup(HOLDER)
}

/** Returns the class of a type whose methods may be defined elsewhere, even in another file. */
export function classOfType(f: FunctionBuilder, name: string, node: number): BuildingClass {
  return firstNamed(f.file.classes, name) ?? f.file.class(name, node, [], [])
}
