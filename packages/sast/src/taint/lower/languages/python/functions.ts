import { NONE, type Register } from '../../../ir.ts'
import { withDefault } from '../../control.ts'
import { evaluate, execute } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder, FunctionShape } from '../../function-builder.ts'
import { writeVariable } from '../../names.ts'
import { assign } from '../../evaluate.ts'
import { declare, hoistNames } from './hoist.ts'
import { decoratorNames, typeName } from './paths.ts'
import { routeTypes } from './routes.ts'

const NO_TYPES: ReadonlyMap<string, string> = new Map()

/** `def`: a function in a variable. */
export function functionDefinition(f: FunctionBuilder, node: number, decorators: readonly number[] = []): void {
  const { file } = f
  const nameNode = file.child(node, 'name')
  if (nameNode === -1) return
  const name = file.text(nameNode)
  decorate(f, decorators)
  const shape = { name, node, kind: 'function' as const, outer: f, marks: decoratorNames(f, decorators) }
  const id = lowerFunction(f, node, shape, false, routeTypes(decorators.map((decorator) => file.text(decorator))))
  const to = f.register()
  f.emit({ op: 'function', to, id, node })
  writeVariable(f, f.scope.lookup(name) ?? f.scope.declare(name), to, nameNode)
}

/** Lowers decorators with arguments, which run at the definition. */
export function decorate(f: FunctionBuilder, decorators: readonly number[]): void {
  for (const decorator of decorators) {
    const inner = f.file.first(decorator)
    if (inner !== -1 && f.file.kind(inner) === 'call') evaluate(f, inner)
  }
}

export function lambda(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const name = file.nextName
  file.nextName = ''
  const id = file.function({ name, node, kind: 'function', outer: f }, (inner) => {
    parameters(inner, node, false, NO_TYPES)
    const body = file.child(node, 'body')
    const { isGenerator } = hoistNames(inner, body)
    if (isGenerator) startGenerator(inner, node)
    lowerReturn(inner, evaluate(inner, body), body)
  })
  const to = f.register()
  f.emit({ op: 'function', to, id, node })
  return to
}

/** Builds a function. @param isBound whether its first parameter is the receiver; @returns its number */
export function lowerFunction(
  f: FunctionBuilder,
  node: number,
  shape: FunctionShape,
  isBound: boolean,
  types: ReadonlyMap<string, string> = NO_TYPES,
): number {
  const { file } = f
  const returnType = typeName(f, file.child(node, 'return_type'))
  return file.function({ ...shape, ...(returnType === undefined ? {} : { returnType }) }, (inner) => {
    const body = file.child(node, 'body')
    const later = parameters(inner, node, isBound, types)
    if (body === -1) return
    if (hoistNames(inner, body).isGenerator) startGenerator(inner, node)
    for (const item of later) item()
    for (const child of file.named(body)) execute(inner, child)
  })
}

function startGenerator(f: FunctionBuilder, node: number): void {
  f.yields = f.register()
  f.emit({ op: 'make', to: f.yields, entries: [], all: [], isList: true, node })
}

function parameters(
  f: FunctionBuilder,
  node: number,
  isBound: boolean,
  types: ReadonlyMap<string, string>,
): (() => void)[] {
  const { file } = f
  const list = file.child(node, 'parameters')
  const later: (() => void)[] = []
  if (list === -1) return later
  for (const [index, item] of file.named(list).entries()) parameter(f, item, isBound && index === 0, later, types)
  return later
}

function parameter(
  f: FunctionBuilder,
  node: number,
  isReceiver: boolean,
  later: (() => void)[],
  types: ReadonlyMap<string, string>,
): void {
  const { file } = f
  const kind = file.kind(node)
  if (kind === 'keyword_separator' || kind === 'positional_separator') return
  let target = node
  if (kind === 'default_parameter' || kind === 'typed_default_parameter') target = file.child(node, 'name')
  else if (kind === 'typed_parameter') target = file.first(node)
  if (target === -1) return
  const splat = file.kind(target)
  const isRest = splat === 'list_splat_pattern' || splat === 'dictionary_splat_pattern'
  if (isRest) target = file.first(target)
  if (target === -1) return
  const isName = file.kind(target) === 'identifier'
  const variable = isName ? f.scope.declare(file.text(target)) : undefined
  const register = variable?.register ?? f.register()
  if (isReceiver && !isRest) {
    f.receiver = register
    return
  }
  const type = typeName(f, file.child(node, 'type')) ?? (isName ? types.get(file.text(target)) : undefined)
  if (variable !== undefined && type !== undefined) variable.type = type
  f.parameters.push({
    register,
    name: isName ? file.text(target) : '',
    node,
    nameNode: target,
    isRest,
    ...(splat === 'dictionary_splat_pattern' ? { isNamedRest: true } : {}),
    ...(type === undefined ? {} : { type }),
  })
  const value = file.child(node, 'value')
  if (variable === undefined) {
    declare(f, target)
    later.push(() => assign(f, target, register, true))
  } else if (value !== -1) {
    later.push(() =>
      f.set(
        register,
        withDefault(f, register, () => evaluate(f, value), node),
        target,
      ),
    )
  }
}

/** Lowers `yield`: the yielded values are part of the generator's result. */
export function yieldValue(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const inner = file.first(node)
  if (inner === -1 || f.yields === NONE) return NONE
  let value = evaluate(f, inner)
  if (file.hasToken(node, 'from')) {
    const each = f.register()
    f.emit({ op: 'each', to: each, from: value, takes: 'members', node })
    value = each
  }
  f.store(f.yields, undefined, value, node)
  return NONE
}
