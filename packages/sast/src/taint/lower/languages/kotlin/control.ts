import { NONE, type Register } from '../../../ir.ts'
import { branchOn, conditional, forEach, labelled, loop, switchCases } from '../../control.ts'
import { evaluate } from '../../evaluate.ts'
import { type Catch, lowerReturn, leave, tryCatch } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { declare, declareClasses } from './classes.ts'

/** Lowers the branches before and after `else`. */
export function ifElse(f: FunctionBuilder, node: number): Register {
  const { file, tree } = f
  const test = file.first(node)
  let yes = -1
  let no = -1
  let isElse = false
  for (let at = tree.next[test] ?? 0; at < tree.next[node]!; at = tree.next[at]!) {
    if (file.kind(at) === 'else') isElse = true
    else if (file.kind(at) === 'control_structure_body') {
      if (isElse) no = at
      else yes = at
    }
  }
  const value = (body: number): Register => {
    const item = body === -1 ? NONE : evaluate(f, body)
    return item === NONE ? f.constant(null, node) : item
  }
  return conditional(
    f,
    test,
    () => value(yes),
    () => value(no),
    node,
  )
}

export function when(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const result = f.register()
  f.scoped(() => {
    const value = file.ofKind(node, 'when_subject')
    const subject = value === -1 ? NONE : evaluate(f, file.named(value).at(-1) ?? -1)
    const entries = file.named(node).filter((child) => file.kind(child) === 'when_entry')
    switchCases(
      f,
      entries.map((entry) => {
        const conditions = file.named(entry).filter((child) => file.kind(child) === 'when_condition')
        const body = file.ofKind(entry, 'control_structure_body')
        const test = (yes: number, no: number): void => {
          const [only] = conditions
          if (subject === NONE && conditions.length === 1 && only !== undefined) branchOn(f, file.first(only), yes, no)
          else {
            const values = conditions.map((condition) => evaluate(f, file.first(condition)))
            f.branch(f.combine('test', subject === NONE ? values : [subject, ...values], entry, 'case'), yes, no)
          }
        }
        const run = (): void => {
          if (body !== -1) f.set(result, evaluate(f, body), entry)
        }
        return { node: entry, ...(conditions.length === 0 ? {} : { test }), body: run }
      }),
      false,
    )
  })
  return f.combine('either', [result], node)
}

export function forLoop(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const [declared, list, body] = file.named(node).filter((child) => file.kind(child) !== 'annotation')
  const given = evaluate(f, list ?? -1)
  f.scoped(() =>
    forEach(
      f,
      given,
      'members',
      node,
      (value) => declared !== undefined && declare(f, declared, value),
      () => void (body !== undefined && evaluate(f, body)),
    ),
  )
  return NONE
}

export function whileLoop(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const body = file.ofKind(node, 'control_structure_body')
  const test = file.named(node).find((child) => child !== body) ?? -1
  loop(f, {
    test: (yes, no) => branchOn(f, test, yes, no),
    body: () => void (body !== -1 && evaluate(f, body)),
    isTestedAfter: file.kind(node) === 'do_while_statement',
  })
  return NONE
}

export function tryValue(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const result = f.register()
  const statements = (item: number): Register => {
    const list = file.ofKind(item, 'statements')
    const value = list === -1 ? NONE : evaluate(f, list)
    return value === NONE ? f.constant(null, item) : value
  }
  const last = file.ofKind(node, 'finally_block')
  tryCatch(f, {
    node,
    body: () => f.set(result, statements(node), node),
    catches: file
      .named(node)
      .filter((child) => file.kind(child) === 'catch_block')
      .map((child): Catch => {
        const run = (caught: Register): void =>
          f.scoped(() => {
            const name = file.ofKind(child, 'simple_identifier')
            if (name !== -1) f.set(f.scope.declare(file.text(name)).register, caught, name)
            f.set(result, statements(child), child)
          })
        return { node: child, body: run }
      }),
    isOpen: true,
    last: last === -1 ? undefined : () => void statements(last),
  })
  return f.combine('either', [result], node)
}

/** `return`, `throw`, `break`, `continue`, with labels. */
export function jump(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const text = file.text(node)
  const label = file.ofKind(node, 'label')
  const inner = file.named(node).find((child) => file.kind(child) !== 'label')
  if (text.startsWith('throw')) f.end({ type: 'throw', value: evaluate(f, inner ?? -1), node })
  else if (text.startsWith('return')) lowerReturn(f, inner === undefined ? NONE : evaluate(f, inner), node)
  else
    leave(f, text.startsWith('break') ? 'break' : 'continue', label === -1 ? '' : file.text(label).replaceAll('@', ''))
  return NONE
}

/** Statements, with names of their own. */
export function block(f: FunctionBuilder, node: number): Register {
  const { file } = f
  let value: Register = NONE
  f.scoped(() => {
    const nodes = file.named(node)
    declareClasses(f, nodes)
    for (const [index, item] of nodes.entries()) {
      const before = nodes[index - 1]
      const label = before !== undefined && file.kind(before) === 'label' ? file.text(before).replaceAll('@', '') : ''
      if (file.kind(item) === 'label') continue
      if (label === '') value = evaluate(f, item)
      else labelled(f, label, /^(?:for|while|do)/.test(file.kind(item)), () => void evaluate(f, item))
    }
  })
  return value
}
