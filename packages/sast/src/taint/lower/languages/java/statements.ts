import { NONE, type Register } from '../../../ir.ts'
import { ifChain, jump, returnOf, tryStatement, whileStatement } from '../../common.ts'
import { branchOn, forEach, labelled, loop } from '../../control.ts'
import { evaluate, evaluateNamed, execute } from '../../evaluate.ts'
import { leave } from '../../frames.ts'
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
    for (const item of nodes) execute(f, item)
  })
}

function declaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const written = typeName(f, file.child(node, 'type'))
  for (const child of file.childrenIn(node, 'declarator')) {
    const name = file.child(child, 'name')
    if (name !== -1) declare(f, name, written, file.child(child, 'value'))
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
  ifChain(f, node, (at) => ({
    test: file.child(at, 'condition'),
    yes: file.child(at, 'consequence'),
    no: file.child(at, 'alternative'),
  }))
}

function forStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  f.scoped(() => {
    for (const child of file.childrenIn(node, 'init')) execute(f, child)
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

function guarded(f: FunctionBuilder, node: number): void {
  const { file } = f
  const resources = file.child(node, 'resources')
  f.scoped(() =>
    tryStatement(f, node, catchClause, () => {
      for (const item of resources === -1 ? [] : file.named(resources)) resource(f, item)
    }),
  )
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

function assertStatement(f: FunctionBuilder, node: number): void {
  const [test, message] = f.file.named(node)
  if (test === undefined) return
  const yes = f.block()
  const no = f.block()
  // Assertions are disabled in production: they prove nothing about later code.
  f.branch(f.combine('test', [evaluate(f, test)], node, 'assert'), yes, no)
  f.use(no)
  f.end({ type: 'throw', value: evaluate(f, message ?? -1), node })
  f.use(yes)
}

export const statements: Readonly<Record<string, Execute>> = {
  expression_statement: (f, node) => {
    for (const child of f.file.named(node)) execute(f, child)
  },
  block,
  constructor_body: block,
  local_variable_declaration: declaration,
  if_statement: ifStatement,
  for_statement: forStatement,
  enhanced_for_statement: enhancedFor,
  while_statement: whileStatement,
  do_statement: whileStatement,
  try_statement: guarded,
  try_with_resources_statement: guarded,
  return_statement: (f, node) => returnOf(f, node, f.file.first(node)),
  throw_statement: (f, node) => f.end({ type: 'throw', value: evaluate(f, f.file.first(node)), node }),
  break_statement: jump('break', (f, node) => f.file.first(node)),
  continue_statement: jump('continue', (f, node) => f.file.first(node)),
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
