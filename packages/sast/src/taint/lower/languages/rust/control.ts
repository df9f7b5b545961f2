import { NONE, type Register } from '../../../ir.ts'
import { branchOn, forEach, labelled, loop, switchCases } from '../../control.ts'
import { assign, evaluate, evaluateNamed, execute } from '../../evaluate.ts'
import { lowerReturn, leave } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { declareItems } from './items.ts'
import { isNumber, typeName, typeOf } from './names.ts'
import { isIrrefutable, assignType, patternIn, patternTest } from './patterns.ts'

/** Lowers `if a { b } else if let C(d) = e { f } else { g }` iteratively: the chain may be long. */
export function ifValue(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const to = f.register()
  const after = f.block()
  f.scoped(() => {
    for (let at = node; ;) {
      const [yes, no] = [f.block(), f.block()]
      branchOn(f, file.child(at, 'condition'), yes, no)
      f.use(yes)
      f.set(to, evaluate(f, file.child(at, 'consequence')), at)
      f.jump(after)
      f.use(no)
      const other = file.child(at, 'alternative')
      const inner = other === -1 ? -1 : file.first(other)
      if (inner !== -1 && file.kind(inner) === 'if_expression') {
        at = inner
        continue
      }
      if (inner !== -1) f.set(to, evaluate(f, inner), inner)
      break
    }
    f.jump(after)
    f.use(after)
  })
  return f.combine('either', [to], node)
}

/** Lowers `let A(b) = c` as a condition: its names are valid from there on. */
export function letCondition(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const pattern = file.child(node, 'pattern')
  const value = evaluate(f, file.child(node, 'value'))
  assign(f, pattern, value, true)
  return f.combine('test', [value], node, 'case')
}

export function matchValue(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const to = f.register()
  const value = evaluate(f, file.child(node, 'value'))
  const type = typeOf(f, file.child(node, 'value'))
  const body = file.child(node, 'body')
  const arms = (body === -1 ? [] : file.named(body)).filter((item) => file.kind(item) === 'match_arm')
  switchCases(
    f,
    arms.map((arm) => {
      const pattern = file.child(arm, 'pattern')
      const test = (yes: number, no: number): void => patternTest(f, pattern, value, yes, no)
      return {
        node: arm,
        ...(isIrrefutable(f, pattern) ? {} : { test }),
        body: () =>
          f.scoped(() => {
            const inner = file.first(pattern)
            if (inner !== -1 && inner !== file.child(pattern, 'condition')) {
              assign(f, inner, value, true)
              assignType(f, inner, type)
            }
            f.set(to, evaluate(f, file.child(arm, 'value')), arm)
          }),
      }
    }),
    false,
  )
  return f.combine('either', [to], node)
}

/** Returns the label of a loop or a block, with its leading quote. */
function labelOf(f: FunctionBuilder, node: number): string {
  const label = f.file.ofKind(node, 'label')
  return label === -1 ? '' : f.file.text(label)
}

/** A loop that `break` may leave with a value. */
function looped(f: FunctionBuilder, node: number, run: () => void): Register {
  const to = f.register()
  f.results.push(to)
  const label = labelOf(f, node)
  if (label === '') run()
  else labelled(f, label, true, run)
  f.results.pop()
  return to
}

export function loopValue(f: FunctionBuilder, node: number): Register {
  const to = looped(f, node, () => loop(f, { body: () => execute(f, f.file.child(node, 'body')) }))
  return f.combine('either', [to], node)
}

export function whileLoop(f: FunctionBuilder, node: number): void {
  const { file } = f
  f.scoped(() =>
    looped(f, node, () =>
      loop(f, {
        test: (yes, no) => branchOn(f, file.child(node, 'condition'), yes, no),
        body: () => execute(f, file.child(node, 'body')),
      }),
    ),
  )
}

export function forLoop(f: FunctionBuilder, node: number): void {
  const { file } = f
  const list = evaluate(f, file.child(node, 'value'))
  const pattern = patternIn(f, node)
  f.scoped(() =>
    looped(f, node, () =>
      forEach(
        f,
        list,
        'members',
        node,
        (value) => assign(f, pattern, value, true),
        () => execute(f, file.child(node, 'body')),
      ),
    ),
  )
}

export function jump(how: 'break' | 'continue'): (f: FunctionBuilder, node: number) => Register {
  return (f, node) => {
    const { file } = f
    const value = file.named(node).find((child) => file.kind(child) !== 'label')
    const to = f.results.at(-1)
    if (value !== undefined && to !== undefined) f.set(to, evaluate(f, value), node)
    leave(f, how, labelOf(f, node))
    return NONE
  }
}

export function returnValue(f: FunctionBuilder, node: number): Register {
  const inner = f.file.first(node)
  lowerReturn(f, inner === -1 ? NONE : evaluate(f, inner), node)
  return NONE
}

/** Lowers `let a: B = c else { d };`. */
export function letDeclaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const pattern = patternIn(f, node)
  const value = file.child(node, 'value')
  const type = typeName(f, file.child(node, 'type'))
  const otherwise = file.child(node, 'alternative')
  const name = pattern !== -1 && file.kind(pattern) === 'identifier' ? file.text(pattern) : ''
  if (value === -1) {
    if (name !== '') f.scope.declare(name)
    assignType(f, pattern, type)
    return
  }
  let given = evaluateNamed(f, value, name)
  if (isNumber(type)) given = f.combine('number', [given], value, 'as')
  const inferred = type ?? typeOf(f, value)
  if (otherwise !== -1) {
    const [yes, no] = [f.block(), f.block()]
    f.branch(f.combine('test', [given], pattern, 'case'), yes, no)
    f.use(no)
    execute(f, otherwise)
    f.jump(yes)
    f.use(yes)
  }
  assign(f, pattern, given, true)
  assignType(f, pattern, inferred)
}

/** Lowers statements, the last of which may be the value. @returns NONE without a value */
export function block(f: FunctionBuilder, node: number): Register {
  const label = labelOf(f, node)
  if (label !== '') {
    const to = f.register()
    f.results.push(to)
    labelled(f, label, false, () => {
      const value = statements(f, node)
      if (value !== NONE) f.set(to, value, node)
    })
    f.results.pop()
    return f.combine('either', [to], node)
  }
  return statements(f, node)
}

function statements(f: FunctionBuilder, node: number): Register {
  const { file } = f
  let value: Register = NONE
  f.scoped(() => {
    const nodes = file.named(node).filter((child) => file.kind(child) !== 'label')
    declareItems(f, nodes)
    for (const [at, item] of nodes.entries()) {
      const inner = file.kind(item) === 'expression_statement' ? file.first(item) : item
      const isClosed = inner !== item && file.hasToken(item, ';')
      const isValue = file.handlers.expressions[f.tree.kind[inner]!] !== undefined
      if (isClosed || at < nodes.length - 1 || !isValue) execute(f, inner)
      else value = evaluate(f, inner)
    }
  })
  return value
}
