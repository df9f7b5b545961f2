import { NONE, type Register } from '../../../ir.ts'
import { branchOn, conditional, forEach, loop, switchCases } from '../../control.ts'
import { assign, evaluate } from '../../evaluate.ts'
import { type Catch, giveBack, leave, tryCatch } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { sequence } from './definitions.ts'

function inside(f: FunctionBuilder, node: number): Register {
  return node === -1 ? NONE : sequence(f, f.file.named(node))
}

function value(f: FunctionBuilder, held: Register, node: number): Register {
  return held === NONE ? f.constant(null, node) : held
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
    (held) => assign(f, pattern, held, true),
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
  const clauses = file.named(node).filter((one) => /^(?:when|in_clause|else)$/.test(file.kind(one)))
  switchCases(
    f,
    clauses.map((one) => {
      const isElse = file.kind(one) === 'else'
      const patterns = file.childrenIn(one, 'pattern')
      const test = (yes: number, no: number): void => {
        const values = patterns.map((pattern) => patternValue(f, pattern, subject))
        f.branch(f.combine('test', subject === NONE ? values : [subject, ...values], one, 'case'), yes, no)
      }
      return {
        node: one,
        ...(isElse ? {} : { test }),
        body: () => f.set(result, value(f, inside(f, isElse ? one : file.child(one, 'body')), one), one),
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
  const rescues = parts.filter((one) => file.kind(one) === 'rescue')
  const ensure = parts.find((one) => file.kind(one) === 'ensure')
  const other = parts.find((one) => file.kind(one) === 'else')
  const plain = parts.filter((one) => !/^(?:rescue|ensure|else)$/.test(file.kind(one)))
  if (rescues.length === 0 && ensure === undefined) return sequence(f, plain)
  const result = f.register()
  tryCatch(f, {
    node,
    body: () => {
      const held = sequence(f, plain)
      f.set(result, value(f, other === undefined ? held : inside(f, other), node), node)
    },
    catches: rescues.map((one): Catch => ({ node: one, body: (caught) => rescue(f, one, caught, result) })),
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
export function leaving(how: 'return' | 'next' | 'break'): Evaluate {
  return (f, node) => {
    const { file } = f
    const list = file.ofKind(node, 'argument_list')
    const values = list === -1 ? [] : file.named(list).map((one) => evaluate(f, one))
    const held = values.length === 0 ? NONE : values.length === 1 ? values[0]! : f.combine('whole', values, node)
    const isInLoop = f.frames.some(({ type }) => type === 'loop')
    if (how !== 'return' && isInLoop) leave(f, how === 'next' ? 'continue' : 'break')
    else giveBack(f, held, node)
    return NONE
  }
}
