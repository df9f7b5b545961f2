import { NONE, type Register } from '../../../ir.ts'
import { withDefault } from '../../control.ts'
import { assign, evaluate, execute } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder, FunctionShape } from '../../function-builder.ts'
import { declareNames, hoistBlock, hoistVars } from './hoist.ts'
import { decoratorNames, typeName } from './paths.ts'

/** A function as a value: a declaration, an expression, an arrow. @param first what it does before its body */
export function functionValue(f: FunctionBuilder, node: number, first?: (inner: FunctionBuilder) => void): Register {
  const { file } = f
  const own = file.child(node, 'name')
  const hint = file.nextName
  file.nextName = ''
  const name = own === -1 ? hint : file.text(own)
  const kind = file.kind(node)
  const isExpression = kind === 'function_expression' || kind === 'generator_function'
  const to = f.register()
  const make = (): void => {
    const id = lowerFunction(f, node, { name, node, kind: 'function', outer: f }, kind === 'arrow_function', first)
    f.emit({ op: 'function', to, id, node })
  }
  if (!isExpression || own === -1) make()
  else {
    // A function expression can refer to its own name.
    f.scoped(() => {
      const variable = f.scope.declare(name)
      make()
      f.set(variable.register, to, own)
    })
  }
  return to
}

/** Builds a function. @param first code before its body; @returns its number */
export function lowerFunction(
  f: FunctionBuilder,
  node: number,
  shape: FunctionShape,
  isArrow: boolean,
  first?: (inner: FunctionBuilder) => void,
): number {
  const { file } = f
  const returned = typeName(f, file.child(node, 'return_type'))
  const isGenerator = file.hasToken(node, '*') || file.kind(node).startsWith('generator')
  return file.function({ ...shape, ...(returned === undefined ? {} : { returnType: returned }) }, (inner) => {
    if (!isArrow) receiverOf(inner)
    const body = file.child(node, 'body')
    if (isGenerator) startGenerator(inner, node)
    parameters(inner, node)
    first?.(inner)
    if (body === -1) return
    if (file.kind(body) === 'statement_block') {
      hoistVars(inner, body)
      hoistBlock(inner, body)
      for (const child of file.named(body)) execute(inner, child)
    } else lowerReturn(inner, evaluate(inner, body), body)
  })
}

function receiverOf(inner: FunctionBuilder): void {
  inner.receiver = inner.scope.declare('this').register
}

function startGenerator(inner: FunctionBuilder, node: number): void {
  inner.yields = inner.register()
  inner.emit({ op: 'make', to: inner.yields, entries: [], all: [], isList: true, node })
}

/** Lowers parameters and their patterns; patterns are destructured after all parameters are declared. */
export function parameters(f: FunctionBuilder, node: number): void {
  const { file } = f
  const list = file.child(node, 'parameters')
  const nodes = list === -1 ? [file.child(node, 'parameter')] : file.named(list)
  const later: (() => void)[] = []
  for (const item of nodes) if (item !== -1 && file.kind(item) !== 'decorator') parameter(f, item, later)
  for (const item of later) item()
}

function parameter(f: FunctionBuilder, node: number, later: (() => void)[]): void {
  const { file } = f
  const isTyped = file.kind(node) === 'required_parameter' || file.kind(node) === 'optional_parameter'
  let target = isTyped ? file.child(node, 'pattern') : node
  if (target === -1) target = node
  let otherwise = isTyped ? file.child(node, 'value') : -1
  if (file.kind(target) === 'assignment_pattern') {
    otherwise = file.child(target, 'right')
    target = file.child(target, 'left')
  }
  const isRest = file.kind(target) === 'rest_pattern'
  if (isRest) target = file.first(target)
  if (target === -1 || file.kind(target) === 'this') return
  const type = isTyped ? typeName(f, file.child(node, 'type')) : undefined
  const marks = isTyped
    ? decoratorNames(
        f,
        file.named(node).filter((child) => file.kind(child) === 'decorator'),
      )
    : []
  const isName = file.kind(target) === 'identifier'
  const variable = isName ? f.scope.declare(file.text(target)) : undefined
  const register = variable?.register ?? f.register()
  if (variable !== undefined && type !== undefined) variable.type = type
  if (variable === undefined) declareNames(f, target)
  f.parameters.push({
    register,
    name: isName ? file.text(target) : '',
    node,
    nameNode: target,
    isRest,
    ...(type === undefined ? {} : { type }),
    ...(marks.length === 0 ? {} : { marks }),
  })
  if (otherwise === -1 && isName) return
  later.push(() => {
    const value = otherwise === -1 ? register : withDefault(f, register, () => evaluate(f, otherwise), node)
    if (variable === undefined) assign(f, target, value, true)
    else f.set(register, value, target)
  })
}

/** The name or the pattern of the first parameter of a function; -1 for none. */
export function firstParameter(f: FunctionBuilder, node: number): number {
  const { file } = f
  const list = file.child(node, 'parameters')
  const only = list === -1 ? file.child(node, 'parameter') : file.first(list)
  const pattern = only === -1 ? -1 : file.child(only, 'pattern')
  return pattern === -1 ? only : pattern
}

/** Lowers `yield`: the yielded values are part of the generator's result. */
export function yieldValue(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const inner = file.first(node)
  const value = inner === -1 ? NONE : evaluate(f, inner)
  if (value === NONE || f.yields === NONE) return NONE
  if (file.hasToken(node, '*')) {
    const each = f.register()
    f.emit({ op: 'each', to: each, from: value, takes: 'members', node })
    f.store(f.yields, undefined, each, node)
  } else f.store(f.yields, undefined, value, node)
  return NONE
}
