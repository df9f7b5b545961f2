import { NONE, type Register } from '../../../ir.ts'
import { branchOn, conditional, forEach, loop, switchCases } from '../../control.ts'
import { assign, evaluate } from '../../evaluate.ts'
import { type Catch, lowerReturn, leave, tryCatch } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { sequence } from './definitions.ts'

function inside(f: FunctionBuilder, node: number): Register {
  return node === -1 ? NONE : sequence(f, f.file.named(node))
}

function value(f: FunctionBuilder, register: Register, node: number): Register {
  return register === NONE ? f.constant(null, node) : register
}

/** Lowers `if`, `unless`, `elsif` and statement modifiers: each is a value. */
export function ifElse(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const kind = file.kind(node)
  const isUnless = kind.startsWith('unless')
  const body = file.child(node, 'body')
  const test = file.child(node, 'condition')
  const other = file.child(node, 'alternative')
  const yes = (): Register =>
    value(f, body === -1 ? inside(f, file.child(node, 'consequence')) : evaluate(f, body), node)
  const no = (): Register => {
    if (other === -1) return f.constant(null, node)
    return value(f, file.kind(other) === 'elsif' ? evaluate(f, other) : inside(f, other), node)
  }
  return isUnless ? conditional(f, test, no, yes, node) : conditional(f, test, yes, no, node)
}

export function whileLoop(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const kind = file.kind(node)
  const body = file.child(node, 'body')
  const isUntil = kind.startsWith('until')
  const test = file.child(node, 'condition')
  loop(f, {
    test: (yes, no) => (isUntil ? branchOn(f, test, no, yes) : branchOn(f, test, yes, no)),
    body: () => void evaluate(f, body),
    isTestedAfter: kind.endsWith('_modifier') && body !== -1 && file.kind(body) === 'begin',
  })
  return f.constant(null, node)
}

export function forLoop(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const given = file.child(node, 'value')
  const pattern = file.child(node, 'pattern')
  const list = evaluate(f, given === -1 ? -1 : file.first(given))
  forEach(
    f,
    list,
    'members',
    node,
    (current) => assign(f, pattern, current, true),
    () => void inside(f, file.child(node, 'body')),
  )
  return list
}

/** `case … when …`, `case … in …`. */
export function caseValue(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const given = file.child(node, 'value')
  const subject = given === -1 ? NONE : evaluate(f, given)
  const result = f.register()
  const clauses = file.named(node).filter((child) => /^(?:when|in_clause|else)$/.test(file.kind(child)))
  switchCases(
    f,
    clauses.map((clause) => {
      const isElse = file.kind(clause) === 'else'
      const patterns = file.childrenIn(clause, 'pattern')
      const test = (yes: number, no: number): void => {
        const values = patterns.map((pattern) => patternValue(f, pattern, subject))
        f.branch(f.combine('test', subject === NONE ? values : [subject, ...values], clause, 'case'), yes, no)
      }
      return {
        node: clause,
        ...(isElse ? {} : { test }),
        body: () => f.set(result, value(f, inside(f, isElse ? clause : file.child(clause, 'body')), clause), clause),
      }
    }),
    false,
  )
  return f.combine('either', [result], node)
}

function patternValue(f: FunctionBuilder, node: number, subject: Register): Register {
  const { file, tree } = f
  if (file.kind(node) === 'pattern') return evaluate(f, file.first(node))
  // A name in a pattern is bound to a part of the value.
  for (let at = node; at < tree.next[node]!; at += 1) {
    if (file.kind(at) === 'identifier')
      assign(f, at, f.combine('whole', [subject === NONE ? f.constant(null, at) : subject], at), true)
  }
  return f.constant(null, node)
}

/** Lowers `begin … rescue … else … ensure … end`, and a body with these clauses. */
export function begin(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const parts = file.named(node)
  const rescues = parts.filter((part) => file.kind(part) === 'rescue')
  const ensure = parts.find((part) => file.kind(part) === 'ensure')
  const other = parts.find((part) => file.kind(part) === 'else')
  const plain = parts.filter((part) => !/^(?:rescue|ensure|else)$/.test(file.kind(part)))
  if (rescues.length === 0 && ensure === undefined) return sequence(f, plain)
  const result = f.register()
  tryCatch(f, {
    node,
    body: () => {
      const current = sequence(f, plain)
      f.set(result, value(f, other === undefined ? current : inside(f, other), node), node)
    },
    catches: rescues.map((item): Catch => ({ node: item, body: (caught) => rescue(f, item, caught, result) })),
    isOpen: true,
    last: ensure === undefined ? undefined : () => void inside(f, ensure),
  })
  return f.combine('either', [result], node)
}

function rescue(f: FunctionBuilder, node: number, caught: Register, result: Register): void {
  const { file } = f
  const variable = file.ofKind(node, 'exception_variable')
  if (variable !== -1) assign(f, file.first(variable), caught, true)
  f.set(result, value(f, inside(f, file.child(node, 'body')), node), node)
}

/** `return`, `next`, `break`: with a value, perhaps. */
export function lowerExit(how: 'return' | 'next' | 'break'): Evaluate {
  return (f, node) => {
    const { file } = f
    const list = file.ofKind(node, 'argument_list')
    const values = list === -1 ? [] : file.named(list).map((child) => evaluate(f, child))
    const current = values.length === 0 ? NONE : values.length === 1 ? values[0]! : f.combine('whole', values, node)
    const isInLoop = f.frames.some(({ type }) => type === 'loop')
    if (how !== 'return' && isInLoop) leave(f, how === 'next' ? 'continue' : 'break')
    else lowerReturn(f, current, node)
    return NONE
  }
}
