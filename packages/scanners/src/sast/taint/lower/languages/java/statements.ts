import { NONE, type Register } from '../../../ir.ts'
import { branchOn, forEach, labelled, loop } from '../../control.ts'
import { evaluate, evaluateNamed, execute } from '../../evaluate.ts'
import { type Catch, giveBack, leave, tryCatch } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Execute } from '../../handlers.ts'
import { constructorCall } from './calls.ts'
import { classDeclaration, declareClasses } from './classes.ts'
import { typeOf } from './paths.ts'
import { typeName } from './types.ts'

const NOTHING: Execute = () => undefined

/** A block with names of its own. */
export function block(f: FunctionBuilder, node: number): void {
  f.scoped(() => {
    const nodes = f.file.named(node)
    declareClasses(f, nodes)
    for (const one of nodes) execute(f, one)
  })
}

function declaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const written = typeName(f, file.child(node, 'type'))
  for (const one of file.childrenIn(node, 'declarator')) {
    const name = file.child(one, 'name')
    if (name !== -1) declare(f, name, written, file.child(one, 'value'))
  }
}

function declare(f: FunctionBuilder, name: number, written: string | undefined, value: number): void {
  const { file } = f
  const from = value === -1 ? NONE : evaluateNamed(f, value, file.text(name))
  const variable = f.scope.declare(file.text(name))
  const type = written ?? (value === -1 ? undefined : typeOf(f, value))
  if (type !== undefined) variable.type = type
  if (from !== NONE) f.set(variable.register, from, name)
}

function ifStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const after = f.block()
  // A chain of `else if` is read by a loop: it may be long.
  for (let at = node; ;) {
    const yes = f.block()
    const no = f.block()
    branchOn(f, file.child(at, 'condition'), yes, no)
    f.use(yes)
    execute(f, file.child(at, 'consequence'))
    f.jump(after)
    f.use(no)
    const other = file.child(at, 'alternative')
    if (other === -1) break
    if (file.kind(other) !== 'if_statement') {
      execute(f, other)
      break
    }
    at = other
  }
  f.jump(after)
  f.use(after)
}

function forStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  f.scoped(() => {
    for (const one of file.childrenIn(node, 'init')) execute(f, one)
    const condition = file.child(node, 'condition')
    const updates = file.childrenIn(node, 'update')
    loop(f, {
      ...(condition === -1 ? {} : { test: (yes: number, no: number) => branchOn(f, condition, yes, no) }),
      body: () => execute(f, file.child(node, 'body')),
      update: () => {
        for (const one of updates) evaluate(f, one)
      },
    })
  })
}

function enhancedFor(f: FunctionBuilder, node: number): void {
  const { file } = f
  const list = evaluate(f, file.child(node, 'value'))
  const name = file.child(node, 'name')
  f.scoped(() => {
    const variable = name === -1 ? undefined : f.scope.declare(file.text(name))
    const type = typeName(f, file.child(node, 'type'))
    if (variable !== undefined && type !== undefined) variable.type = type
    forEach(
      f,
      list,
      'members',
      node,
      (value) => variable !== undefined && f.set(variable.register, value, name),
      () => execute(f, file.child(node, 'body')),
    )
  })
}

function whileStatement(f: FunctionBuilder, node: number): void {
  loop(f, {
    test: (yes, no) => branchOn(f, f.file.child(node, 'condition'), yes, no),
    body: () => execute(f, f.file.child(node, 'body')),
    isTestedAfter: f.file.kind(node) === 'do_statement',
  })
}

function tryStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const clauses = file.named(node)
  const last = clauses.find((one) => file.kind(one) === 'finally_clause')
  const catches = clauses.filter((one) => file.kind(one) === 'catch_clause')
  const resources = file.child(node, 'resources')
  f.scoped(() => {
    tryCatch(f, {
      node,
      body: () => {
        for (const one of resources === -1 ? [] : file.named(resources)) resource(f, one)
        execute(f, file.child(node, 'body'))
      },
      catches: catches.map((one): Catch => ({ node: one, body: (caught) => catchClause(f, one, caught) })),
      isOpen: true,
      last: last === undefined ? undefined : () => execute(f, file.first(last)),
    })
  })
}

function resource(f: FunctionBuilder, node: number): void {
  const { file } = f
  const name = file.child(node, 'name')
  if (name === -1) evaluate(f, file.first(node))
  else declare(f, name, typeName(f, file.child(node, 'type')), file.child(node, 'value'))
}

function catchClause(f: FunctionBuilder, node: number, caught: Register): void {
  const { file } = f
  const parameter = file.ofKind(node, 'catch_formal_parameter')
  f.scoped(() => {
    const name = parameter === -1 ? -1 : file.child(parameter, 'name')
    if (name !== -1) f.set(f.scope.declare(file.text(name)).register, caught, name)
    execute(f, file.child(node, 'body'))
  })
}

function returnStatement(f: FunctionBuilder, node: number): void {
  const value = f.file.first(node)
  giveBack(f, value === -1 ? NONE : evaluate(f, value), node)
}

function jump(how: 'break' | 'continue'): Execute {
  return (f, node) => {
    const label = f.file.first(node)
    leave(f, how, label === -1 ? '' : f.file.text(label))
  }
}

function assertStatement(f: FunctionBuilder, node: number): void {
  const [test, message] = f.file.named(node)
  if (test === undefined) return
  const yes = f.block()
  const no = f.block()
  branchOn(f, test, yes, no)
  f.use(no)
  f.end({ type: 'throw', value: evaluate(f, message ?? -1), node })
  f.use(yes)
}

export const statements: Readonly<Record<string, Execute>> = {
  expression_statement: (f, node) => {
    for (const one of f.file.named(node)) execute(f, one)
  },
  block,
  constructor_body: block,
  local_variable_declaration: declaration,
  if_statement: ifStatement,
  for_statement: forStatement,
  enhanced_for_statement: enhancedFor,
  while_statement: whileStatement,
  do_statement: whileStatement,
  try_statement: tryStatement,
  try_with_resources_statement: tryStatement,
  return_statement: returnStatement,
  throw_statement: (f, node) => f.end({ type: 'throw', value: evaluate(f, f.file.first(node)), node }),
  break_statement: jump('break'),
  continue_statement: jump('continue'),
  yield_statement: (f, node) => {
    const result = f.results.at(-1)
    const value = evaluate(f, f.file.first(node))
    if (result !== undefined) f.set(result, value, node)
    leave(f, 'break', '(yield)')
  },
  labeled_statement: (f, node) => {
    const [label, body] = f.file.named(node)
    if (label === undefined || body === undefined) return
    labelled(f, f.file.text(label), /^(?:for|while|do|enhanced|labeled)/.test(f.file.kind(body)), () =>
      execute(f, body),
    )
  },
  synchronized_statement: (f, node) => {
    evaluate(f, f.file.first(node))
    execute(f, f.file.child(node, 'body'))
  },
  assert_statement: assertStatement,
  explicit_constructor_invocation: constructorCall,
  class_declaration: classDeclaration,
  interface_declaration: classDeclaration,
  enum_declaration: classDeclaration,
  record_declaration: classDeclaration,
  annotation_type_declaration: NOTHING,
  package_declaration: NOTHING,
  import_declaration: NOTHING,
}
