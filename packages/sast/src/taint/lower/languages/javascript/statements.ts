import { ifChain, jump, returnOf, whileStatement } from '../../common.ts'
import { branchOn, forEach, labelled, loop, switchCases } from '../../control.ts'
import { assign, evaluate, evaluateNamed, execute } from '../../evaluate.ts'
import { tryCatch } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Execute } from '../../handlers.ts'
import { writeVariable } from '../../names.ts'
import { alias } from './calls.ts'
import { classValue } from './classes.ts'
import { declareNames, hoistBlock } from './hoist.ts'
import { exportStatement, importStatement } from './modules.ts'
import { unwrapExpression, typeName } from './paths.ts'

const NOTHING: Execute = () => undefined

/** A block with names of its own. */
function block(f: FunctionBuilder, node: number): void {
  f.scoped(() => {
    hoistBlock(f, node)
    for (const child of f.file.named(node)) execute(f, child)
  })
}

function declaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const how = file.child(node, 'kind')
  const isConstant = how !== -1 && file.text(how) === 'const'
  for (const child of file.named(node)) {
    if (file.kind(child) !== 'variable_declarator') continue
    const pattern = file.child(child, 'name')
    const value = file.child(child, 'value')
    const isName = file.kind(pattern) === 'identifier'
    if (isName) {
      const type = typeName(f, file.child(child, 'type'))
      const variable = f.scope.lookup(file.text(pattern))
      if (variable !== undefined && type !== undefined) variable.type = type
    }
    if (value === -1) {
      // A `let` in a loop is reset in each iteration; a `var` keeps its value.
      if (isName && how !== -1) assign(f, pattern, f.global('undefined', child), true)
      continue
    }
    const from = evaluateNamed(f, value, isName ? file.text(pattern) : '')
    assign(f, pattern, from, true)
    alias(f, pattern, value, isConstant)
  }
}

function ifStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  ifChain(f, node, (at) => {
    const clause = file.child(at, 'alternative')
    const no = clause === -1 ? -1 : file.first(clause)
    return { test: file.child(at, 'condition'), yes: file.child(at, 'consequence'), no }
  })
}

function forStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  f.scoped(() => {
    const first = file.child(node, 'initializer')
    if (first !== -1 && file.kind(first) === 'lexical_declaration') {
      for (const child of file.named(first)) declareNames(f, file.child(child, 'name'))
    }
    execute(f, first)
    const written = file.child(node, 'condition')
    const condition = written !== -1 && file.kind(written) === 'expression_statement' ? file.first(written) : written
    const increment = file.child(node, 'increment')
    const isEndless = condition === -1 || file.kind(condition) === 'empty_statement' || file.kind(condition) === ';'
    loop(f, {
      ...(isEndless ? {} : { test: (yes: number, no: number) => branchOn(f, condition, yes, no) }),
      body: () => execute(f, file.child(node, 'body')),
      ...(increment === -1 ? {} : { update: () => void evaluate(f, increment) }),
    })
  })
}

function forIn(f: FunctionBuilder, node: number): void {
  const { file } = f
  const list = evaluate(f, file.child(node, 'right'))
  const left = file.child(node, 'left')
  const declares = file.child(node, 'kind') !== -1
  const takes = file.operator(node) === 'in' ? 'keys' : 'members'
  f.scoped(() => {
    if (declares && file.text(file.child(node, 'kind')) !== 'var') declareNames(f, left)
    forEach(
      f,
      list,
      takes,
      node,
      (value) => assign(f, left, value, declares),
      () => execute(f, file.child(node, 'body')),
    )
  })
}

function switchStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const value = evaluate(f, file.child(node, 'value'))
  const body = file.child(node, 'body')
  if (body === -1) return
  f.scoped(() => {
    const cases = file.named(body)
    for (const item of cases) hoistBlock(f, item)
    switchCases(
      f,
      cases.map((item) => {
        const wanted = file.child(item, 'value')
        const statements = file.named(item).filter((child) => child !== wanted)
        return {
          node: item,
          ...(wanted === -1
            ? {}
            : {
                test: (yes: number, no: number) =>
                  f.branch(f.combine('test', [value, evaluate(f, wanted)], item, '==='), yes, no),
              }),
          body: () => {
            for (const statement of statements) execute(f, statement)
          },
        }
      }),
      true,
    )
  })
}

function tryStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const handler = file.child(node, 'handler')
  const finalizer = file.child(node, 'finalizer')
  tryCatch(f, {
    node,
    body: () => execute(f, file.child(node, 'body')),
    catches: handler === -1 ? [] : [{ node: handler, body: (caught) => catchClause(f, handler, caught) }],
    isOpen: false,
    last: finalizer === -1 ? undefined : () => execute(f, file.child(finalizer, 'body')),
  })
}

function catchClause(f: FunctionBuilder, node: number, caught: number): void {
  const { file } = f
  f.scoped(() => {
    const parameter = file.child(node, 'parameter')
    if (parameter !== -1) {
      declareNames(f, parameter)
      assign(f, parameter, caught, true)
    }
    execute(f, file.child(node, 'body'))
  })
}

function labelledStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const body = file.child(node, 'body')
  if (body === -1) return
  const isLoop = /^(?:for|while|do|labeled)/.test(file.kind(body))
  labelled(f, file.text(file.child(node, 'label')), isLoop, () => execute(f, body))
}

function classDeclaration(f: FunctionBuilder, node: number): void {
  const name = f.file.child(node, 'name')
  const value = classValue(f, node)
  if (name !== -1)
    writeVariable(f, f.scope.lookup(f.file.text(name)) ?? f.scope.declare(f.file.text(name)), value, name)
}

function enumDeclaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const body = file.child(node, 'body')
  const entries = (body === -1 ? [] : file.named(body)).map((item) => {
    const value = file.child(item, 'value')
    const name = file.child(item, 'name')
    return {
      key: file.text(name === -1 ? item : name),
      value: value === -1 ? f.constant(null, item) : evaluate(f, value),
    }
  })
  const to = f.register()
  f.emit({ op: 'make', to, entries, all: [], node })
  assign(f, file.child(node, 'name'), to, true)
}

/** Lowers `namespace A { … }`: its exports are members of `A`. */
function namespace(f: FunctionBuilder, node: number): void {
  const { file } = f
  const name = file.child(node, 'name')
  const body = file.child(node, 'body')
  if (body === -1 || name === -1 || file.kind(name) === 'string') return
  const to = f.register()
  f.emit({ op: 'make', to, entries: [], all: [], node })
  f.scoped(() => {
    hoistBlock(f, body)
    for (const child of file.named(body)) {
      const isExport = file.kind(child) === 'export_statement'
      const inner = isExport ? file.child(child, 'declaration') : child
      execute(f, inner === -1 ? child : inner)
      if (!isExport || inner === -1) continue
      const names = file.kind(inner).endsWith('declaration') ? [inner, ...file.named(inner)] : [inner]
      for (const holder of names) {
        const at = file.child(holder, 'name')
        const variable = at === -1 ? undefined : f.scope.own(file.text(at))
        if (variable !== undefined) f.store(to, variable.name, variable.register, at)
      }
    }
  })
  const variable = f.scope.lookup(file.text(name).split('.', 1)[0]!)
  if (variable !== undefined) writeVariable(f, variable, to, name)
}

export const statements: Readonly<Record<string, Execute>> = {
  expression_statement: (f, node) => {
    for (const child of f.file.named(node)) execute(f, child)
  },
  lexical_declaration: declaration,
  variable_declaration: declaration,
  statement_block: block,
  if_statement: ifStatement,
  for_statement: forStatement,
  for_in_statement: forIn,
  while_statement: whileStatement,
  do_statement: whileStatement,
  switch_statement: switchStatement,
  try_statement: tryStatement,
  return_statement: (f, node) => returnOf(f, node, f.file.first(node)),
  throw_statement: (f, node) => {
    const value = evaluate(f, f.file.first(node))
    f.end({ type: 'throw', value, node })
  },
  labeled_statement: labelledStatement,
  break_statement: jump('break', (f, node) => f.file.child(node, 'label')),
  continue_statement: jump('continue', (f, node) => f.file.child(node, 'label')),
  with_statement: (f, node) => {
    evaluate(f, unwrapExpression(f, f.file.child(node, 'object')))
    execute(f, f.file.child(node, 'body'))
  },
  function_declaration: NOTHING,
  generator_function_declaration: NOTHING,
  class_declaration: classDeclaration,
  abstract_class_declaration: classDeclaration,
  enum_declaration: enumDeclaration,
  internal_module: namespace,
  import_statement: importStatement,
  export_statement: exportStatement,
  empty_statement: NOTHING,
  debugger_statement: NOTHING,
  ambient_declaration: NOTHING,
  module: NOTHING,
  hash_bang_line: NOTHING,
}
