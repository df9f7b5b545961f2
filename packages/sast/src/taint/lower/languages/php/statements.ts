import { NONE, type Register } from '../../../ir.ts'
import { returnOf, tryStatement, whileStatement } from '../../common.ts'
import { branchOn, forEach, loop, switchCases } from '../../control.ts'
import { assign, evaluate, execute, executeAll } from '../../evaluate.ts'
import { leaveOut } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Execute } from '../../handlers.ts'
import { writeVariable } from '../../names.ts'
import { classDeclaration, runFunction } from './classes.ts'
import { languageCall } from './expressions.ts'
import { typeName, variableOf } from './names.ts'

const NOTHING: Execute = () => undefined

/** The statements of a block: it has no names of its own. */
function block(f: FunctionBuilder, node: number): void {
  executeAll(f, f.file.named(node))
}

function expressionStatement(f: FunctionBuilder, node: number): void {
  const { file, tree } = f
  const inner = file.first(node)
  if (inner === -1) return
  // `<?= $x ?>` says it.
  const before = tree.text.slice(Math.max(0, tree.start[node]! - 20), tree.start[node]).trimEnd()
  if (before.endsWith('<?=')) languageCall(f, 'echo', [evaluate(f, inner)], node)
  else evaluate(f, inner)
}

function echo(f: FunctionBuilder, node: number): void {
  const { file } = f
  const nodes = file
    .named(node)
    .flatMap((child) => (file.kind(child) === 'sequence_expression' ? file.named(child) : [child]))
  languageCall(
    f,
    'echo',
    nodes.map((item) => evaluate(f, item)),
    node,
  )
}

function ifStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const after = f.block()
  const open = [node, ...file.childrenIn(node, 'alternative')]
  for (let index = 0; index < open.length; index += 1) {
    const item = open[index]!
    const body = file.child(item, 'body')
    if (file.kind(item) === 'else_clause') {
      // `else if` in two words is an `if` in an `else`.
      if (body !== -1 && file.kind(body) === 'if_statement') open.push(body, ...file.childrenIn(body, 'alternative'))
      else execute(f, body)
      continue
    }
    const yes = f.block()
    const no = f.block()
    branchOn(f, file.child(item, 'condition'), yes, no)
    f.use(yes)
    execute(f, body)
    f.jump(after)
    f.use(no)
  }
  f.jump(after)
  f.use(after)
}

function forStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const [condition, update, body] = [
    file.child(node, 'condition'),
    file.child(node, 'update'),
    file.child(node, 'body'),
  ]
  for (const child of file.named(node)) {
    if (child === condition || child === update || child === body) break
    evaluate(f, child)
  }
  loop(f, {
    ...(condition === -1 ? {} : { test: (yes: number, no: number) => branchOn(f, condition, yes, no) }),
    body: () => execute(f, body),
    ...(update === -1 ? {} : { update: () => void evaluate(f, update) }),
  })
}

function foreach(f: FunctionBuilder, node: number): void {
  const { file } = f
  const body = file.child(node, 'body')
  const [given, target] = file.named(node)
  const list = evaluate(f, given ?? -1)
  const isPair = target !== undefined && file.kind(target) === 'pair'
  const [key, value] = isPair ? file.named(target) : [undefined, target]
  forEach(
    f,
    list,
    'members',
    node,
    (member) => {
      if (value !== undefined) assign(f, value, member, true)
      if (key === undefined) return
      const keys = f.register()
      f.emit({ op: 'each', to: keys, from: list, takes: 'keys', node: key })
      assign(f, key, keys, true)
    },
    () => {
      execute(f, body)
      // An assignment to the reference changes the list.
      if (value === undefined || file.kind(value) !== 'by_ref') return
      f.store(list, undefined, evaluate(f, file.first(value)), value)
    },
  )
}

function switchStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const value = evaluate(f, file.child(node, 'condition'))
  const body = file.child(node, 'body')
  switchCases(
    f,
    (body === -1 ? [] : file.named(body)).map((item) => {
      const wanted = file.child(item, 'value')
      const test = (yes: number, no: number): void =>
        f.branch(f.combine('test', [value, evaluate(f, wanted)], item, '=='), yes, no)
      return {
        node: item,
        ...(wanted === -1 ? {} : { test }),
        body: () =>
          executeAll(
            f,
            file.named(item).filter((child) => child !== wanted),
          ),
      }
    }),
    true,
  )
}

function catchClause(f: FunctionBuilder, node: number, caught: Register): void {
  const name = f.file.child(node, 'name')
  if (name !== -1) assign(f, name, caught, true)
  execute(f, f.file.child(node, 'body'))
}

/** A function that has a name: every file may call it. */
export function functionDefinition(f: FunctionBuilder, node: number): void {
  const { file } = f
  const nameNode = file.child(node, 'name')
  if (nameNode === -1) return
  const name = file.text(nameNode)
  const variable = f.scope.root().declare(`${name}()`)
  variable.path = file.package === '' ? name : `${file.package}.${name}`
  const returnType = typeName(f, file.child(node, 'return_type'))
  const shape = { name, node, kind: 'function', outer: f } as const
  const id = file.function(returnType === undefined ? shape : { ...shape, returnType }, (inner) =>
    runFunction(inner, node),
  )
  const to = f.register()
  f.emit({ op: 'function', to, id, node })
  writeVariable(f, variable, to, nameNode)
}

/** `global $a`: the variable of the file. */
function global(f: FunctionBuilder, node: number): void {
  for (const child of f.file.named(node)) {
    const name = f.file.text(child)
    if (f.shape.kind !== 'module') f.scope.alias(name, f.scope.root().declare(name))
  }
}

function statics(f: FunctionBuilder, node: number): void {
  for (const child of f.file.named(node)) {
    const value = f.file.child(child, 'value')
    if (value !== -1) assign(f, f.file.child(child, 'name'), evaluate(f, value), true)
  }
}

function jump(how: 'break' | 'continue'): Execute {
  return (f, node) => {
    const levels = f.file.first(node)
    leaveOut(f, how, levels === -1 ? 1 : Number(f.file.text(levels)) || 1)
  }
}

function constants(f: FunctionBuilder, node: number): void {
  for (const child of f.file.named(node)) {
    const [name, value] = f.file.named(child)
    if (name === undefined || value === undefined) continue
    const variable = f.scope.root().declare(f.file.text(name))
    writeVariable(f, variable, evaluate(f, value), name)
  }
}

export const statements: Readonly<Record<string, Execute>> = {
  expression_statement: expressionStatement,
  compound_statement: block,
  colon_block: block,
  declaration_list: block,
  echo_statement: echo,
  if_statement: ifStatement,
  while_statement: whileStatement,
  do_statement: whileStatement,
  for_statement: forStatement,
  foreach_statement: foreach,
  switch_statement: switchStatement,
  try_statement: (f, node) => tryStatement(f, node, catchClause),
  return_statement: (f, node) => returnOf(f, node, f.file.first(node)),
  break_statement: jump('break'),
  continue_statement: jump('continue'),
  function_definition: functionDefinition,
  class_declaration: classDeclaration,
  interface_declaration: classDeclaration,
  trait_declaration: classDeclaration,
  enum_declaration: classDeclaration,
  global_declaration: global,
  function_static_declaration: statics,
  const_declaration: constants,
  exit_statement: (f, node) => {
    const inner = f.file.first(node)
    languageCall(f, 'exit', inner === -1 ? [] : [evaluate(f, inner)], node)
    f.end({ type: 'end' })
  },
  unset_statement: NOTHING,
  namespace_definition: (f, node) => {
    const body = f.file.child(node, 'body')
    if (body !== -1) execute(f, body)
  },
  declare_statement: (f, node) => {
    for (const child of f.file.named(node)) if (f.file.kind(child) !== 'declare_directive') execute(f, child)
  },
  namespace_use_declaration: NOTHING,
  text_interpolation: NOTHING,
  text: NOTHING,
  php_tag: NOTHING,
  php_end_tag: NOTHING,
  goto_statement: NOTHING,
  named_label_statement: NOTHING,
  empty_statement: NOTHING,
}

/** Assigns a variable. */
export function assignVariable(f: FunctionBuilder, node: number, value: Register): void {
  const name = f.file.text(node)
  if (name === '$this' || value === NONE) return
  const variable = variableOf(f, name) ?? f.scope.declare(name)
  // For a parameter by reference, the caller's variable is assigned as well.
  if (variable.place !== undefined && variable.owner === f) f.store(variable.place, undefined, value, node)
  writeVariable(f, variable, value, node)
}
