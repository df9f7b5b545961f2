import type { Register } from '../../../ir.ts'
import { chooseOf, ifChain } from '../../common.ts'
import { branchOn, forEach, labelled, loop } from '../../control.ts'
import { assign, evaluate, evaluateNamed, execute, executeAll, modify } from '../../evaluate.ts'
import { leave } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Execute } from '../../handlers.ts'
import { kindOf } from '../../operations.ts'
import { unwrapParentheses } from '../../paths.ts'
import { expressionsIn, typeName, typeOf } from './names.ts'
import { returnStatement } from './returns.ts'
import { switchStatement } from './switches.ts'

const NOTHING: Execute = () => undefined

function block(f: FunctionBuilder, node: number): void {
  f.scoped(() => executeAll(f, f.file.named(node)))
}

/** `a, b := c, d`, `a, b = f()`, `v, ok := m[k]`. */
function assignAll(f: FunctionBuilder, left: readonly number[], right: readonly number[], declares: boolean): void {
  const { file } = f
  if (left.length > 1 && right.length === 1) {
    const value = evaluate(f, right[0]!)
    const kind = file.kind(unwrapParentheses(f, right[0]!))
    const isPlain = kind !== 'call_expression'
    for (const [index, item] of left.entries()) {
      const part = isPlain
        ? index === 0
          ? value
          : f.combine('test', [value], item)
        : f.member(value, String(index), item)
      assign(f, item, part, declares)
    }
    return
  }
  const values = right.map((item, index) => evaluateNamed(f, item, nameOf(f, left[index])))
  for (const [index, item] of left.entries()) {
    const value = values[index]
    const type = right[index] === undefined ? undefined : typeOf(f, right[index])
    if (value !== undefined) assign(f, item, value, declares)
    const variable = file.kind(item) === 'identifier' ? f.scope.lookup(file.text(item)) : undefined
    if (declares && type !== undefined && variable !== undefined) variable.type = type
  }
}

function nameOf(f: FunctionBuilder, node: number | undefined): string {
  return node !== undefined && f.file.kind(node) === 'identifier' ? f.file.text(node) : ''
}

function shortDeclaration(f: FunctionBuilder, node: number): void {
  assignAll(f, expressionsIn(f, node, 'left'), expressionsIn(f, node, 'right'), true)
}

function assignment(f: FunctionBuilder, node: number): void {
  const { file } = f
  const operator = file.operator(node)
  const left = expressionsIn(f, node, 'left')
  const right = expressionsIn(f, node, 'right')
  if (operator === '=') {
    assignAll(f, left, right, false)
    return
  }
  const plain = operator.slice(0, -1)
  modify(f, left[0] ?? -1, (old) => f.combine(kindOf(plain, ' + '), [old, evaluate(f, right[0] ?? -1)], node, plain))
}

/** Returns the zero value of a variable: an object of its own, which code may fill through its address. */
function zeroValue(f: FunctionBuilder, node: number): Register {
  const to = f.register()
  f.emit({ op: 'make', to, entries: [], all: [], node })
  return to
}

/** `var a, b T = c, d` and `const`. */
function specification(f: FunctionBuilder, node: number): void {
  const { file } = f
  const names = file.childrenIn(node, 'name')
  const type = typeName(f, file.child(node, 'type'))
  const values = expressionsIn(f, node, 'value')
  assignAll(f, names, values, true)
  for (const name of names) {
    if (values.length === 0 && file.kind(node) === 'var_spec') assign(f, name, zeroValue(f, name), true)
    const variable = f.scope.own(file.text(name)) ?? f.scope.declare(file.text(name))
    if (type !== undefined) variable.type = type
  }
}

function specifications(f: FunctionBuilder, node: number): void {
  for (const child of f.file.named(node)) {
    if (f.file.kind(child).endsWith('_spec')) specification(f, child)
    else if (f.file.kind(child) === 'var_spec_list') specifications(f, child)
  }
}

function ifStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  f.scoped(() =>
    ifChain(
      f,
      node,
      (at) => ({
        test: file.child(at, 'condition'),
        yes: file.child(at, 'consequence'),
        no: file.child(at, 'alternative'),
      }),
      (at) => execute(f, file.child(at, 'initializer')),
    ),
  )
}

function forStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const body = file.child(node, 'body')
  const [head] = file.named(node).filter((child) => child !== body)
  const kind = head === undefined ? '' : file.kind(head)
  f.scoped(() => {
    if (head !== undefined && kind === 'range_clause') {
      rangeLoop(f, head, body)
      return
    }
    const isClause = kind === 'for_clause'
    if (isClause) execute(f, file.child(head!, 'initializer'))
    const test = isClause ? file.child(head!, 'condition') : (head ?? -1)
    const update = isClause ? file.child(head!, 'update') : -1
    loop(f, {
      ...(test === -1 ? {} : { test: (yes: number, no: number) => branchOn(f, test, yes, no) }),
      body: () => execute(f, body),
      ...(update === -1 ? {} : { update: () => execute(f, update) }),
    })
  })
}

function rangeLoop(f: FunctionBuilder, head: number, body: number): void {
  const { file } = f
  const right = file.child(head, 'right')
  const list = evaluate(f, right)
  const [key, value] = expressionsIn(f, head, 'left')
  const declares = file.hasToken(head, ':=')
  forEach(
    f,
    list,
    'members',
    head,
    (member) => {
      if (value !== undefined) assign(f, value, member, declares)
      if (key === undefined) return
      // A receive from a channel returns the only content of the channel.
      if (typeOf(f, right) === 'chan') {
        assign(f, key, member, declares)
        return
      }
      const keys = f.register()
      f.emit({ op: 'each', to: keys, from: list, takes: 'keys', node: key })
      assign(f, key, keys, declares)
    },
    () => execute(f, body),
  )
}

function select(f: FunctionBuilder, node: number): void {
  const { file } = f
  chooseOf(
    f,
    file.named(node).map((item) => () => {
      f.scoped(() => {
        execute(f, file.child(item, 'communication'))
        for (const child of file.named(item))
          if (file.kind(child) === 'statement_list') executeAll(f, file.named(child))
      })
    }),
  )
}

function receive(f: FunctionBuilder, node: number): void {
  assignAll(f, expressionsIn(f, node, 'left'), expressionsIn(f, node, 'right'), f.file.hasToken(node, ':='))
}

function jump(how: 'break' | 'continue'): Execute {
  return (f, node) => {
    const label = f.file.first(node)
    leave(f, how, label === -1 ? '' : f.file.text(label))
  }
}

function count(f: FunctionBuilder, node: number): void {
  const operator = f.file.kind(node) === 'inc_statement' ? '++' : '--'
  modify(f, f.file.first(node), (old) => f.combine('number', [old], node, operator))
}

export const statements: Readonly<Record<string, Execute>> = {
  block,
  statement_list: (f, node) => executeAll(f, f.file.named(node)),
  expression_statement: (f, node) => executeAll(f, f.file.named(node)),
  short_var_declaration: shortDeclaration,
  assignment_statement: assignment,
  var_declaration: specifications,
  const_declaration: specifications,
  if_statement: ifStatement,
  for_statement: forStatement,
  expression_switch_statement: switchStatement,
  type_switch_statement: switchStatement,
  select_statement: select,
  receive_statement: receive,
  send_statement: (f, node) => {
    const channel = evaluate(f, f.file.child(node, 'channel'))
    f.store(channel, undefined, evaluate(f, f.file.child(node, 'value')), node)
  },
  return_statement: returnStatement,
  break_statement: jump('break'),
  continue_statement: jump('continue'),
  inc_statement: count,
  dec_statement: count,
  defer_statement: (f, node) => executeAll(f, f.file.named(node)),
  go_statement: (f, node) => executeAll(f, f.file.named(node)),
  labeled_statement: (f, node) => {
    const label = f.file.child(node, 'label')
    const body = f.file.named(node).find((child) => child !== label)
    if (body === undefined) return
    labelled(f, f.file.text(label), f.file.kind(body) === 'for_statement', () => execute(f, body))
  },
  fallthrough_statement: NOTHING,
  goto_statement: NOTHING,
  empty_statement: NOTHING,
  type_declaration: NOTHING,
  package_clause: NOTHING,
  import_declaration: NOTHING,
  function_declaration: NOTHING,
  method_declaration: NOTHING,
}
