import { NONE, type Register } from '../../../ir.ts'
import { returnOf, tryStatement, whileStatement } from '../../common.ts'
import { branchOn, forEach, labelled, loop, switchCases } from '../../control.ts'
import { evaluate, evaluateNamed, execute, executeAll } from '../../evaluate.ts'
import { lowerReturn, leave } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Execute } from '../../handlers.ts'
import { readName, writeVariable } from '../../names.ts'
import { isMap, isText } from './buffers.ts'
import { argumentsOf, construct, initialized } from './calls.ts'
import { classSpecifier, functionDefinition } from './functions.ts'
import { executeTop } from './old-style.ts'
import { classNamed, declared, constructedType, pointee, typeIn, typeOf } from './names.ts'

const WRITTEN: ReadonlySet<string> = new Set(['string_literal', 'raw_string_literal', 'concatenated_string'])
const NOTHING: Execute = () => undefined
const all: Execute = (f, node) => executeAll(f, f.file.named(node))

function block(f: FunctionBuilder, node: number): void {
  f.scoped(() => executeAll(f, f.file.named(node)))
}

/** `int a = b, *c;`, `Foo d(e);`. */
export function declaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const typeNode = file.child(node, 'type')
  if (typeNode !== -1 && file.child(typeNode, 'body') !== -1) execute(f, typeNode)
  const type = typeIn(f, node)
  for (const child of file.childrenIn(node, 'declarator')) declareVariable(f, child, type, typeNode)
}

/** Returns the callee of a call expression; -1 for other nodes. */
function calledBy(f: FunctionBuilder, node: number): number {
  return node !== -1 && f.file.kind(node) === 'call_expression' ? f.file.child(node, 'function') : -1
}

function declareVariable(f: FunctionBuilder, node: number, type: string | undefined, typeNode: number): void {
  const { file } = f
  const { name, function: holder, holds } = declared(f, node)
  const isArray = holds === 'array'
  if (name === -1) return
  if (file.kind(name) === 'structured_binding_declarator') {
    const from = file.child(node, 'value')
    bind(f, name, evaluate(f, from), from === -1 ? undefined : typeOf(f, from))
    return
  }
  const value = file.kind(node) === 'init_declarator' ? file.child(node, 'value') : -1
  const isSmart = pointee(f, typeNode) !== undefined || constructedType(f, calledBy(f, value)) !== undefined
  if (holder !== -1 && value === -1) {
    constructed(f, name, holder, type)
    return
  }
  const text = file.text(name)
  // An array with a text literal is an object of its own that calls may write to.
  const isPlace = (isArray || (isText(type) && holds === undefined)) && WRITTEN.has(file.kind(value))
  const from = value === -1 || isPlace ? NONE : isSmart ? pointed(f, value) : initial(f, value, text, type)
  const variable = f.scope.own(text) ?? f.scope.declare(text)
  const known = type ?? (value === -1 ? undefined : typeOf(f, value))
  if (known !== undefined) variable.type = known
  if (holds !== undefined || isSmart) variable.holds = holds ?? 'pointer'
  if (from !== NONE) writeVariable(f, variable, from, name)
  else if (isArray || type !== undefined) {
    const result = f.register()
    f.emit({ op: 'make', to: result, entries: [], all: [], ...(isArray ? { isList: true } : {}), node })
    writeVariable(f, variable, result, name)
  }
}

/** Returns the initial value of a smart pointer. */
function pointed(f: FunctionBuilder, value: number): Register {
  const kind = f.file.kind(value)
  const inner = kind === 'argument_list' || kind === 'initializer_list' ? f.file.first(value) : value
  return inner === -1 ? NONE : evaluate(f, inner)
}

/** Returns the initial value of a variable: `= a`, `(a)`, `{a}`. */
function initial(f: FunctionBuilder, value: number, name: string, type: string | undefined): Register {
  const kind = f.file.kind(value)
  if (kind === 'initializer_list') return initialized(f, value, type)
  return kind === 'argument_list'
    ? construct(f, type ?? '', argumentsOf(f, value), value)
    : evaluateNamed(f, value, name)
}

/** Lowers `Foo a(b);`: the grammar parses a function, but it is an object where `b` is a variable. */
function constructed(f: FunctionBuilder, name: number, holder: number, type: string | undefined): void {
  const { file } = f
  const list = file.child(holder, 'parameters')
  const variables = (list === -1 ? [] : file.named(list)).map((item) => f.scope.lookup(typeIn(f, item) ?? ''))
  if (
    type === undefined ||
    variables.length === 0 ||
    variables.some((item) => item === undefined || item.isClass === true)
  )
    return
  const values = file.named(list).map((child) => ({ value: readName(f, typeIn(f, child) ?? '', child) }))
  const value = construct(f, type, values, holder)
  const variable = f.scope.declare(file.text(name))
  variable.type = type
  writeVariable(f, variable, value, name)
}

/** Lowers `auto [a, b] = …`: members of a class by position. */
function bind(f: FunctionBuilder, node: number, value: Register, type: string | undefined): void {
  const fields = classNamed(f, type)?.fields
  for (const [index, item] of f.file.named(node).entries()) {
    const key = fields?.[index]?.name ?? String(index)
    f.set(f.scope.declare(f.file.text(item)).register, f.member(value, key, item), item)
  }
}

function ifStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  f.scoped(() => {
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
      const clause = file.child(at, 'alternative')
      const other = clause === -1 ? -1 : file.kind(clause) === 'else_clause' ? file.first(clause) : clause
      if (other === -1) break
      if (file.kind(other) !== 'if_statement') {
        execute(f, other)
        break
      }
      at = other
    }
    f.jump(after)
    f.use(after)
  })
}

function forStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  f.scoped(() => {
    execute(f, file.child(node, 'initializer'))
    const test = file.child(node, 'condition')
    const update = file.child(node, 'update')
    loop(f, {
      ...(test === -1 ? {} : { test: (yes: number, no: number) => branchOn(f, test, yes, no) }),
      body: () => execute(f, file.child(node, 'body')),
      ...(update === -1 ? {} : { update: () => void evaluate(f, update) }),
    })
  })
}

function rangeLoop(f: FunctionBuilder, node: number): void {
  const { file } = f
  const right = file.child(node, 'right')
  const list = evaluate(f, right)
  const type = typeIn(f, node)
  f.scoped(() => {
    const { name } = declared(f, file.child(node, 'declarator'))
    forEach(
      f,
      list,
      isMap(typeOf(f, right)) ? 'both' : 'members',
      node,
      (value) => {
        if (name === -1) return
        if (file.kind(name) === 'structured_binding_declarator') bind(f, name, value, undefined)
        else {
          const variable = f.scope.declare(file.text(name))
          if (type !== undefined) variable.type = type
          f.set(variable.register, value, name)
        }
      },
      () => execute(f, file.child(node, 'body')),
    )
  })
}

function switchStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const value = evaluate(f, file.child(node, 'condition'))
  const body = file.child(node, 'body')
  const cases = (body === -1 ? [] : file.named(body)).filter((item) => file.kind(item) === 'case_statement')
  f.scoped(() =>
    switchCases(
      f,
      cases.map((item) => {
        const wanted = file.child(item, 'value')
        const test = (yes: number, no: number): void =>
          f.branch(f.combine('test', [value, evaluate(f, wanted)], item, '=='), yes, no)
        const statements = file.named(item).filter((child) => child !== wanted)
        return { node: item, ...(wanted === -1 ? {} : { test }), body: () => executeAll(f, statements) }
      }),
      true,
    ),
  )
}

function catchClause(f: FunctionBuilder, node: number, caught: Register): void {
  const { file } = f
  const list = file.child(node, 'parameters')
  const parameter = list === -1 ? -1 : file.first(list)
  const before = f.caught
  f.caught = caught
  f.scoped(() => {
    const name = parameter === -1 ? -1 : declared(f, file.child(parameter, 'declarator')).name
    if (name !== -1) f.set(f.scope.declare(file.text(name)).register, caught, name)
    execute(f, file.child(node, 'body'))
  })
  f.caught = before
}

function throwStatement(f: FunctionBuilder, node: number): void {
  const inner = f.file.first(node)
  const value = inner === -1 ? f.caught : evaluate(f, inner)
  f.end({ type: 'throw', value: value === NONE ? f.combine('whole', [], node) : value, node })
}

function include(f: FunctionBuilder, node: number): void {
  const path = f.file.child(node, 'path')
  if (path === -1) return
  f.file.imports.push({ local: '*', module: f.file.text(path).replaceAll(/["<>]/g, ''), name: '*' })
}

export const statements: Readonly<Record<string, Execute>> = {
  compound_statement: block,
  expression_statement: all,
  declaration,
  init_statement: all,
  attributed_statement: all,
  field_declaration: declaration,
  function_definition: functionDefinition,
  if_statement: ifStatement,
  for_statement: forStatement,
  for_range_loop: rangeLoop,
  while_statement: whileStatement,
  do_statement: whileStatement,
  switch_statement: switchStatement,
  case_statement: all,
  try_statement: (f, node) => tryStatement(f, node, catchClause),
  throw_statement: throwStatement,
  return_statement: (f, node) => returnOf(f, node, f.file.first(node)),
  co_return_statement: (f, node) => returnOf(f, node, f.file.first(node)),
  co_yield_statement: (f, node) => lowerReturn(f, evaluate(f, f.file.first(node)), node),
  break_statement: (f) => leave(f, 'break'),
  continue_statement: (f) => leave(f, 'continue'),
  labeled_statement: (f, node) => {
    const [label, body] = f.file.named(node)
    if (label !== undefined && body !== undefined) labelled(f, f.file.text(label), false, () => execute(f, body))
  },
  goto_statement: NOTHING,
  class_specifier: (f, node) => void classSpecifier(f, node),
  struct_specifier: (f, node) => void classSpecifier(f, node),
  union_specifier: (f, node) => void classSpecifier(f, node),
  namespace_definition: (f, node) => {
    const name = f.file.child(node, 'name')
    const outer = f.file.classNames.at(-1)
    const own = name === -1 ? undefined : f.file.text(name).replaceAll(/\s*::\s*/g, '.')
    if (own !== undefined) f.file.classNames.push(outer === undefined ? own : `${outer}.${own}`)
    execute(f, f.file.child(node, 'body'))
    if (own !== undefined) f.file.classNames.pop()
  },
  linkage_specification: (f, node) => execute(f, f.file.child(node, 'body')),
  declaration_list: all,
  template_declaration: (f, node) => {
    for (const child of f.file.named(node))
      if (/definition|declaration|specifier/.test(f.file.kind(child))) execute(f, child)
  },
  type_definition: (f, node) => {
    const type = f.file.child(node, 'type')
    if (type !== -1 && f.file.child(type, 'body') !== -1) execute(f, type)
  },
  preproc_include: include,
  preproc_ifdef: (f, node) => executeTop(f, f.file.named(node).slice(1)),
  preproc_if: (f, node) => executeTop(f, f.file.named(node).slice(1)),
  preproc_elif: (f, node) => executeAll(f, f.file.named(node).slice(1)),
  preproc_else: all,
  translation_unit: all,
}
