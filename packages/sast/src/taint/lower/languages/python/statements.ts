import { NONE, type Register } from '../../../ir.ts'
import { branchOn, forEach, loop } from '../../control.ts'
import { assign, evaluate, evaluateNamed, execute, modify } from '../../evaluate.ts'
import { type Catch, lowerReturn, leave, tryCatch } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Execute } from '../../handlers.ts'
import { emitCall, kindOf } from '../../operations.ts'
import { classDefinition } from './classes.ts'
import { TEXTS } from './expressions.ts'
import { functionDefinition } from './functions.ts'
import { fromImport, plainImport } from './modules.ts'
import { matchStatement } from './patterns.ts'
import { typeName, typeOf } from './paths.ts'
import { hasNamed } from '../../../named.ts'

const NOTHING: Execute = () => undefined

function block(f: FunctionBuilder, node: number): void {
  if (node !== -1) for (const child of f.file.named(node)) execute(f, child)
}

/** The statements of a clause: in its field `body`, or the block in it. */
function body(f: FunctionBuilder, node: number): void {
  const inner = f.file.child(node, 'body')
  block(f, inner === -1 ? f.file.ofKind(node, 'block') : inner)
}

/** Lowers `a = b`, `a: T = b`, `a = b = c`. @returns the assigned value */
export function assignment(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const left = file.child(node, 'left')
  const right = file.child(node, 'right')
  const written = typeName(f, file.child(node, 'type'))
  const isName = file.kind(left) === 'identifier'
  const type = written ?? (right === -1 ? undefined : typeOf(f, right))
  if (type !== undefined) keepType(f, left, type)
  if (right === -1) return NONE
  const value = evaluateNamed(f, right, isName ? file.text(left) : '')
  assign(f, left, value, true)
  return value
}

/** Remembers the type of a variable or a field. */
function keepType(f: FunctionBuilder, left: number, type: string): void {
  const { file } = f
  if (file.kind(left) === 'identifier') {
    const variable = f.scope.lookup(file.text(left))
    if (variable !== undefined) variable.type = type
    return
  }
  if (file.kind(left) !== 'attribute') return
  const self = f.scope.lookup(file.text(file.child(left, 'object')))
  const fields = f.file.classes[f.shape.owner ?? -1]?.fields
  const name = file.text(file.child(left, 'attribute'))
  if (fields === undefined || self?.register !== f.receiver || hasNamed(fields, name)) return
  fields.push({ name, type })
}

function compound(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const operator = file.operator(node).slice(0, -1)
  const right = file.child(node, 'right')
  return modify(f, file.child(node, 'left'), (old) =>
    f.combine(kindOf(operator, TEXTS), [old, evaluate(f, right)], node, operator),
  )
}

function ifStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const after = f.block()
  const clauses = [node, ...file.childrenIn(node, 'alternative')]
  for (const clause of clauses) {
    if (file.kind(clause) === 'else_clause') {
      body(f, clause)
      continue
    }
    const yes = f.block()
    const no = f.block()
    branchOn(f, file.child(clause, 'condition'), yes, no)
    f.use(yes)
    block(f, file.child(clause, 'consequence'))
    f.jump(after)
    f.use(no)
  }
  f.jump(after)
  f.use(after)
}

function otherwise(f: FunctionBuilder, node: number): { otherwise?: () => void } {
  const other = f.file.child(node, 'alternative')
  return other === -1 ? {} : { otherwise: () => body(f, other) }
}

function whileStatement(f: FunctionBuilder, node: number): void {
  loop(f, {
    test: (yes, no) => branchOn(f, f.file.child(node, 'condition'), yes, no),
    body: () => body(f, node),
    ...otherwise(f, node),
  })
}

function forStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const list = evaluate(f, file.child(node, 'right'))
  const left = file.child(node, 'left')
  forEach(
    f,
    list,
    'members',
    node,
    (value) => assign(f, left, value, true),
    () => body(f, node),
    otherwise(f, node).otherwise,
  )
}

function withStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const clause = file.ofKind(node, 'with_clause')
  for (const item of clause === -1 ? [] : file.named(clause)) {
    const value = file.kind(item) === 'with_item' ? file.child(item, 'value') : item
    if (value === -1) continue
    if (file.kind(value) !== 'as_pattern') evaluate(f, value)
    else asPattern(f, value)
  }
  body(f, node)
}

/** `a as b` of `with`. */
function asPattern(f: FunctionBuilder, node: number): void {
  const { file } = f
  const given = file.first(node)
  const target = file.child(node, 'alias')
  const type = typeOf(f, given)
  const value = f.combine('either', [evaluate(f, given)], node, 'enter')
  const inner = target === -1 ? -1 : file.first(target)
  if (type !== undefined && inner !== -1) keepType(f, inner, type)
  assign(f, inner, value, true)
}

function tryStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const clauses = file.named(node)
  const handlers = clauses.filter((clause) => file.kind(clause).startsWith('except'))
  const other = clauses.find((clause) => file.kind(clause) === 'else_clause')
  const last = clauses.find((clause) => file.kind(clause) === 'finally_clause')
  const isAll = (item: number): boolean => {
    const [first] = file.named(item)
    return first === undefined || /^(?:Base)?Exception\b/.test(file.text(first)) || file.kind(first) === 'block'
  }
  tryCatch(f, {
    node,
    body: () => {
      body(f, node)
      if (other !== undefined) body(f, other)
    },
    catches: handlers.map((handler): Catch => ({ node: handler, body: (caught) => exceptClause(f, handler, caught) })),
    isOpen: !handlers.some(isAll),
    last: last === undefined ? undefined : () => body(f, last),
  })
}

function exceptClause(f: FunctionBuilder, node: number, caught: Register): void {
  const { file } = f
  const [first] = file.named(node)
  const target = first !== undefined && file.kind(first) === 'as_pattern' ? file.child(first, 'alias') : -1
  if (target !== -1) assign(f, file.first(target), caught, true)
  const before = f.caught
  f.caught = caught
  body(f, node)
  f.caught = before
}

function raise(f: FunctionBuilder, node: number): void {
  const inner = f.file.first(node)
  const value = inner === -1 ? f.caught : evaluate(f, inner)
  f.end({ type: 'throw', value: value === NONE ? f.combine('whole', [], node) : value, node })
}

function assertStatement(f: FunctionBuilder, node: number): void {
  const [test, message] = f.file.named(node)
  if (test === undefined) return
  const yes = f.block()
  const no = f.block()
  branchOn(f, test, yes, no)
  f.use(no)
  const value = message === undefined ? f.combine('whole', [], node) : evaluate(f, message)
  f.end({ type: 'throw', value, node })
  f.use(yes)
}

function returnStatement(f: FunctionBuilder, node: number): void {
  const value = f.file.first(node)
  lowerReturn(f, value === -1 ? NONE : evaluate(f, value), node)
}

function decorated(f: FunctionBuilder, node: number): void {
  const { file } = f
  const definition = file.child(node, 'definition')
  if (definition === -1) return
  const decorators = file.named(node).filter((child) => file.kind(child) === 'decorator')
  if (file.kind(definition) === 'class_definition') classDefinition(f, definition, decorators)
  else functionDefinition(f, definition, decorators)
}

/** `exec code`, `print x`: statements of old that are calls. */
function oldCall(name: string): Execute {
  return (f, node) => {
    const values = f.file.named(node).map((child) => ({ value: evaluate(f, child) }))
    emitCall(f, { name, method: name, callee: f.global(name, node), arguments: values }, node)
  }
}

export const statements: Readonly<Record<string, Execute>> = {
  expression_statement: (f, node) => {
    for (const child of f.file.named(node)) execute(f, child)
  },
  assignment: (f, node) => void assignment(f, node),
  augmented_assignment: (f, node) => void compound(f, node),
  block,
  if_statement: ifStatement,
  while_statement: whileStatement,
  for_statement: forStatement,
  with_statement: withStatement,
  try_statement: tryStatement,
  raise_statement: raise,
  assert_statement: assertStatement,
  return_statement: returnStatement,
  break_statement: (f) => leave(f, 'break'),
  continue_statement: (f) => leave(f, 'continue'),
  function_definition: (f, node) => functionDefinition(f, node),
  class_definition: (f, node) => classDefinition(f, node),
  decorated_definition: decorated,
  match_statement: matchStatement,
  import_statement: plainImport,
  import_from_statement: fromImport,
  future_import_statement: NOTHING,
  global_statement: NOTHING,
  nonlocal_statement: NOTHING,
  pass_statement: NOTHING,
  delete_statement: NOTHING,
  type_alias_statement: NOTHING,
  exec_statement: oldCall('exec'),
  print_statement: oldCall('print'),
}
