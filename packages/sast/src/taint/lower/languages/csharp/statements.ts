import { NONE, type Register } from '../../../ir.ts'
import { functionValue, ifChain, returnOf, tryStatement, whileStatement } from '../../common.ts'
import { branchOn, forEach, loop, switchCases } from '../../control.ts'
import { assign, evaluate, execute, executeAll } from '../../evaluate.ts'
import { lowerReturn, leave } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Execute } from '../../handlers.ts'
import { classDeclaration, evaluateAs, runFunction } from './classes.ts'
import { typeName, typeOf } from './names.ts'
import { bindPatterns } from './patterns.ts'
import { deconstructed } from './properties.ts'

const NOTHING: Execute = () => undefined

function block(f: FunctionBuilder, node: number): void {
  const { file } = f
  f.scoped(() => {
    const nodes = file.named(node)
    localFunctions(f, nodes)
    executeAll(f, nodes)
  })
}

/** Declares local functions before the statements run. */
export function localFunctions(f: FunctionBuilder, nodes: readonly number[]): void {
  const { file } = f
  const functions = nodes.filter((node) => file.kind(node) === 'local_function_statement')
  for (const item of functions) f.scope.declare(file.text(file.child(item, 'name')))
  for (const item of functions) localFunction(f, item)
}

function localFunction(f: FunctionBuilder, node: number): void {
  const { file } = f
  const name = file.child(node, 'name')
  file.nextName = file.text(name)
  const value = functionValue(f, node, (inner) => runFunction(inner, node))
  f.set(f.scope.declare(file.text(name)).register, value, name)
}

/** `int a = b, c`. */
export function declaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const inside = file.kind(node) === 'variable_declaration' ? node : file.ofKind(node, 'variable_declaration')
  if (inside === -1) return
  const written = typeName(f, file.child(inside, 'type'))
  for (const child of file.named(inside)) {
    if (file.kind(child) !== 'variable_declarator') continue
    const [first, ...others] = file.named(child)
    const value = others.at(-1)
    if (first === undefined) continue
    const isName = file.kind(first) === 'identifier'
    const current = value === undefined ? NONE : evaluateAs(f, value, isName ? file.text(first) : '', written)
    if (!isName) {
      if (current !== NONE) assign(f, first, deconstructed(f, value ?? -1, current) ?? current, true)
      continue
    }
    const variable = f.scope.declare(file.text(first))
    const type = written ?? (value === undefined ? undefined : typeOf(f, value))
    if (type !== undefined) variable.type = type
    if (current !== NONE) f.set(variable.register, named(f, file.child(inside, 'type'), current), first)
  }
}

/** Lowers `(int A, int B) t = …`: a tuple with named parts. */
function named(f: FunctionBuilder, type: number, value: Register): Register {
  const { file } = f
  if (type === -1 || file.kind(type) !== 'tuple_type') return value
  const entries = file.named(type).flatMap((child, index) => {
    const name = file.child(child, 'name')
    const part = { key: String(index), value: f.member(value, String(index), child) }
    return name === -1 ? [part] : [part, { ...part, key: file.text(name) }]
  })
  const to = f.register()
  f.emit({ op: 'make', to, entries, all: [], node: type })
  return to
}

function ifStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  ifChain(f, node, (at) => ({
    test: file.child(at, 'condition'),
    yes: file.child(at, 'consequence'),
    no: file.child(at, 'alternative'),
  }))
}

function forStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  f.scoped(() => {
    for (const child of file.childrenIn(node, 'initializer')) execute(f, child)
    const condition = file.child(node, 'condition')
    const updates = file.childrenIn(node, 'update')
    loop(f, {
      ...(condition === -1 ? {} : { test: (yes: number, no: number) => branchOn(f, condition, yes, no) }),
      body: () => execute(f, file.child(node, 'body')),
      update: () => {
        for (const update of updates) evaluate(f, update)
      },
    })
  })
}

function foreach(f: FunctionBuilder, node: number): void {
  const { file } = f
  const list = evaluate(f, file.child(node, 'right'))
  const left = file.child(node, 'left')
  f.scoped(() => {
    const type = typeName(f, file.child(node, 'type'))
    if (left !== -1 && file.kind(left) === 'identifier' && type !== undefined)
      f.scope.declare(file.text(left)).type = type
    forEach(
      f,
      list,
      'members',
      node,
      (value) => assign(f, left, value, true),
      () => execute(f, file.child(node, 'body')),
    )
  })
}

function switchStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const value = evaluate(f, file.child(node, 'value'))
  const body = file.child(node, 'body')
  f.scoped(() =>
    switchCases(
      f,
      (body === -1 ? [] : file.named(body)).map((section) => {
        const parts = file.named(section)
        const patterns = parts.filter((part) => /_pattern$|^when_clause$/.test(file.kind(part)))
        const statements = parts.filter((part) => !patterns.includes(part))
        const test = (yes: number, no: number): void => {
          const values = bindPatterns(f, patterns, value)
          f.branch(f.combine('test', [value, ...values], section, 'case'), yes, no)
        }
        return { node: section, ...(patterns.length === 0 ? {} : { test }), body: () => executeAll(f, statements) }
      }),
      true,
    ),
  )
}

function catchClause(f: FunctionBuilder, node: number, caught: Register): void {
  const { file } = f
  const declared = file.ofKind(node, 'catch_declaration')
  const before = f.caught
  f.caught = caught
  f.scoped(() => {
    const name = declared === -1 ? -1 : file.child(declared, 'name')
    if (name !== -1) f.set(f.scope.declare(file.text(name)).register, caught, name)
    execute(f, file.child(node, 'body'))
  })
  f.caught = before
}

function usingStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const body = file.child(node, 'body')
  f.scoped(() => {
    for (const child of file.named(node)) if (child !== body) execute(f, child)
    execute(f, body)
  })
}

function throwStatement(f: FunctionBuilder, node: number): void {
  const inner = f.file.first(node)
  const value = inner === -1 ? f.caught : evaluate(f, inner)
  f.end({ type: 'throw', value: value === NONE ? f.combine('whole', [], node) : value, node })
}

function yieldStatement(f: FunctionBuilder, node: number): void {
  const inner = f.file.first(node)
  if (inner === -1) lowerReturn(f, NONE, node)
  else if (f.yields !== NONE) f.store(f.yields, undefined, evaluate(f, inner), node)
}

export const statements: Readonly<Record<string, Execute>> = {
  block,
  expression_statement: (f, node) => executeAll(f, f.file.named(node)),
  global_statement: (f, node) => executeAll(f, f.file.named(node)),
  local_declaration_statement: declaration,
  variable_declaration: declaration,
  if_statement: ifStatement,
  for_statement: forStatement,
  foreach_statement: foreach,
  while_statement: whileStatement,
  do_statement: whileStatement,
  switch_statement: switchStatement,
  try_statement: (f, node) => tryStatement(f, node, catchClause),
  using_statement: usingStatement,
  fixed_statement: usingStatement,
  lock_statement: (f, node) => executeAll(f, f.file.named(node)),
  checked_statement: (f, node) => executeAll(f, f.file.named(node)),
  unsafe_statement: (f, node) => executeAll(f, f.file.named(node)),
  return_statement: (f, node) => {
    const token = f.file.ofKind(node, 'this')
    returnOf(f, node, token === -1 ? f.file.first(node) : token)
  },
  throw_statement: throwStatement,
  yield_statement: yieldStatement,
  break_statement: (f) => leave(f, 'break'),
  continue_statement: (f) => leave(f, 'continue'),
  labeled_statement: (f, node) => executeAll(f, f.file.named(node).slice(1)),
  local_function_statement: NOTHING,
  goto_statement: NOTHING,
  empty_statement: NOTHING,
  using_directive: NOTHING,
  extern_alias_directive: NOTHING,
  delegate_declaration: NOTHING,
  file_scoped_namespace_declaration: (f, node) => {
    const { file } = f
    const name = file.child(node, 'name')
    executeAll(
      f,
      file.named(node).filter((child) => child !== name),
    )
  },
  namespace_declaration: (f, node) => {
    const body = f.file.child(node, 'body')
    if (body !== -1) executeAll(f, f.file.named(body))
  },
  declaration_list: (f, node) => executeAll(f, f.file.named(node)),
  class_declaration: classDeclaration,
  struct_declaration: classDeclaration,
  interface_declaration: classDeclaration,
  record_declaration: classDeclaration,
  record_struct_declaration: classDeclaration,
  enum_declaration: classDeclaration,
}
