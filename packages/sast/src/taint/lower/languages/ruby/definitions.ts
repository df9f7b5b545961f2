import { NONE, type Register } from '../../../ir.ts'
import { addParameter } from '../../classes.ts'
import { functionValue } from '../../common.ts'
import { withDefault } from '../../control.ts'
import { assign, evaluate } from '../../evaluate.ts'
import type { BuildingClass } from '../../file-builder.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { writeVariable } from '../../names.ts'
import { pathOf } from './names.ts'

/** The value of the last of several statements. */
export function sequence(f: FunctionBuilder, nodes: readonly number[]): Register {
  let value: Register = NONE
  for (const node of nodes) value = evaluate(f, node)
  return value
}

/** A block of a call, or the body of a lambda. */
export function blockValue(f: FunctionBuilder, node: number): Register {
  const { file } = f
  return functionValue(f, node, (inner) => {
    parameters(inner, file.child(node, 'parameters'))
    runBody(inner, node)
  })
}

/** Lowers the statements of a method or block; the last one is its result. */
export function runBody(f: FunctionBuilder, node: number): void {
  const body = f.file.child(node, 'body')
  if (body === -1) return
  const value = evaluate(f, body)
  if (f.shape.kind !== 'constructor') lowerReturn(f, value, node)
}

export function parameters(f: FunctionBuilder, list: number): void {
  const { file } = f
  const later: (() => void)[] = []
  for (const item of list === -1 ? [] : file.named(list)) {
    const kind = file.kind(item)
    if (kind === 'destructured_parameter') {
      const variable = addParameter(f, { name: `(${item})`, shown: '', node: item, nameNode: item })
      later.push(() => {
        for (const [index, part] of file.named(item).entries()) {
          assign(f, part, f.member(variable.register, String(index), part), true)
        }
      })
      continue
    }
    const named = file.child(item, 'name')
    const nameNode = named === -1 ? (kind === 'identifier' ? item : -1) : named
    if (nameNode === -1) continue
    const isRest = kind === 'splat_parameter' || kind === 'hash_splat_parameter'
    const variable = addParameter(f, { name: file.text(nameNode), node: item, nameNode, isRest })
    if (kind === 'block_parameter') f.scope.alias('&', variable)
    const value = file.child(item, 'value')
    if (value === -1) continue
    later.push(() =>
      f.set(
        variable.register,
        withDefault(f, variable.register, () => evaluate(f, value), item),
        nameNode,
      ),
    )
  }
  for (const item of later) item()
}

/** `def a`, `def self.a`. @returns the method name as a value */
export function definition(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const nameNode = file.child(node, 'name')
  if (nameNode === -1) return NONE
  const isSetter = file.kind(nameNode) === 'setter'
  const name = isSetter ? file.text(file.first(nameNode)) : file.text(nameNode)
  const item = file.classes[f.classNow]
  const isStatic = file.kind(node) === 'singleton_method' || f.isStaticNow
  const isConstructor = name === 'initialize' && item !== undefined
  const kind = item === undefined ? 'function' : isConstructor ? 'constructor' : isStatic ? 'static' : 'method'
  const shape = { name, node, kind, outer: f, ...(item === undefined ? {} : { owner: item.id }) } as const
  const id = file.function(shape, (inner) => {
    inner.isIsolated = true
    if (item !== undefined) inner.receiver = inner.scope.declare('this').register
    parameters(inner, file.child(node, 'parameters'))
    if (inner.scope.own('&') === undefined && yields(f, node)) {
      addParameter(inner, { name: '&', node, nameNode })
    }
    runBody(inner, node)
  })
  if (item !== undefined) {
    if (isConstructor) item.methods.push({ name: 'constructor', function: id })
    item.methods.push({ name: isSetter ? `set ${name}` : name, function: id })
  } else {
    const to = f.register()
    f.emit({ op: 'function', to, id, node })
    writeVariable(f, f.scope.root().declare(`${name}()`), to, nameNode)
  }
  return f.constant(name, nameNode)
}

function yields(f: FunctionBuilder, node: number): boolean {
  const { file, tree } = f
  for (let at = node + 1; at < tree.next[node]!; at += 1) if (file.kind(at) === 'yield') return true
  return false
}

/** `class A < B`, `module A`. */
export function classDefinition(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const nameNode = file.child(node, 'name')
  const own = nameNode === -1 ? '' : (pathOf(f, nameNode) ?? file.text(nameNode))
  const outer = file.classNames.at(-1)
  const name = outer === undefined ? own : `${outer}.${own}`
  const clause = file.child(node, 'superclass')
  const above = clause === -1 ? -1 : file.first(clause)
  const supers = above === -1 ? [] : [pathOf(f, above) ?? '']
  const item = file.class(name, node, supers, [])
  const to = f.register()
  f.emit({ op: 'class', to, id: item.id, node })
  const variable = f.scope.declare(own)
  variable.isClass = true
  writeVariable(f, variable, to, nameNode === -1 ? node : nameNode)
  file.classNames.push(name)
  inClass(f, item, to, false, () => {
    const body = file.child(node, 'body')
    if (body !== -1) sequence(f, file.named(body))
  })
  file.classNames.pop()
  return to
}

function inClass(
  f: FunctionBuilder,
  buildingClass: BuildingClass,
  value: Register,
  isStatic: boolean,
  body: () => void,
): void {
  const before = { classNow: f.classNow, isStaticNow: f.isStaticNow }
  f.classNow = buildingClass.id
  f.isStaticNow = isStatic
  f.scoped(() => {
    f.set(f.scope.declare('this').register, value, buildingClass.node)
    body()
  })
  f.classNow = before.classNow
  f.isStaticNow = before.isStaticNow
}

/** `class << self`. */
export function singletonClass(f: FunctionBuilder, node: number): Register {
  const item = f.file.classes[f.classNow]
  const body = f.file.child(node, 'body')
  const self = f.scope.thisOf(undefined)
  if (item === undefined || body === -1 || self === undefined) return NONE
  inClass(f, item, self.register, true, () => void sequence(f, f.file.named(body)))
  return NONE
}
