import { classOfType } from '../../classes.ts'
import type { Register } from '../../../ir.ts'
import { assign, assignMember, evaluate, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { LanguageLowering } from '../../handlers.ts'
import { exportVariable, writeName, writeVariable } from '../../names.ts'
import { logicOfSigns } from '../../paths.ts'
import { expressions, parameters } from './expressions.ts'
import { literalText, pathOf, memberReference, typeName } from './names.ts'
import { statements } from './statements.ts'

/** Lowers a file. The files of a folder are one package: all names are visible in other files. */
function lowerFile(f: FunctionBuilder): void {
  const { file } = f
  const nodes = file.named(0)
  for (const node of nodes) {
    const kind = file.kind(node)
    if (kind === 'package_clause') file.package = file.text(file.first(node))
    else if (kind === 'import_declaration') imports(f, node)
    else if (kind === 'type_declaration') for (const child of file.named(node)) typeSpecification(f, child)
    else if (kind === 'function_declaration') f.scope.declare(file.text(file.child(node, 'name')))
    else if (kind === 'var_declaration' || kind === 'const_declaration') declareAll(f, node)
  }
  for (const node of nodes) if (file.kind(node) === 'function_declaration') functionDeclaration(f, node)
  for (const node of nodes) if (file.kind(node) === 'method_declaration') methodDeclaration(f, node)
  for (const node of nodes) execute(f, node)
  for (const variable of f.scope.all()) {
    if (variable.import === undefined) exportVariable(f, variable)
  }
}

function declareAll(f: FunctionBuilder, node: number): void {
  const { file } = f
  for (const child of file.named(node)) {
    if (file.kind(child) === 'var_spec_list') declareAll(f, child)
    else for (const name of file.childrenIn(child, 'name')) f.scope.declare(file.text(name))
  }
}

function imports(f: FunctionBuilder, node: number): void {
  const { file } = f
  for (const child of file.named(node)) {
    if (file.kind(child) === 'import_spec_list') {
      imports(f, child)
      continue
    }
    const path = file.child(child, 'path')
    const module = path === -1 ? undefined : literalText(f, path)
    if (module === undefined) continue
    const parts = module.split('/')
    const last = parts.at(-1) ?? ''
    // `example.org/thing/v2` is the package `thing`.
    const name = /^v\d{1,4}$/.test(last) ? (parts.at(-2) ?? last) : last
    const alias = file.child(child, 'name')
    const local = alias === -1 ? name : file.text(alias)
    file.imports.push({ local: local === '.' ? '*' : local === '_' ? '' : local, module, name: '*' })
    if (local === '.' || local === '_') continue
    const variable = f.scope.declare(local)
    variable.path = name
    variable.import = { module, name: '*' }
  }
}

function typeSpecification(f: FunctionBuilder, node: number): void {
  const { file } = f
  const name = file.child(node, 'name')
  const type = file.child(node, 'type')
  if (name === -1 || type === -1) return
  const kind = file.kind(type)
  if (kind !== 'struct_type' && kind !== 'interface_type') return
  const item = classOfType(f, file.text(name), node)
  const supers: string[] = []
  const list = file.ofKind(type, 'field_declaration_list')
  for (const field of list === -1 ? [] : file.named(list)) {
    const fieldType = typeName(f, file.child(field, 'type'))
    const names = file.childrenIn(field, 'name')
    if (names.length === 0 && fieldType !== undefined) {
      supers.push(fieldType)
      item.fields.push({ name: fieldType.slice(fieldType.lastIndexOf('.') + 1), type: fieldType })
    }
    for (const at of names) {
      const named = { name: file.text(at) }
      item.fields.push(fieldType === undefined ? named : { ...named, type: fieldType })
    }
  }
  item.supers = supers
  const to = f.register()
  f.emit({ op: 'class', to, id: item.id, node })
  const variable = f.scope.declare(file.text(name))
  variable.isClass = true
  writeVariable(f, variable, to, name)
}

function functionDeclaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const nameNode = file.child(node, 'name')
  const name = file.text(nameNode)
  const returnType = typeName(f, file.child(node, 'result'))
  const shape = { name, node, kind: 'function', outer: f } as const
  const id = file.function(returnType === undefined ? shape : { ...shape, returnType }, (inner) => run(inner, node))
  const to = f.register()
  f.emit({ op: 'function', to, id, node })
  const variable = f.scope.lookup(name)
  if (variable === undefined) return
  if (returnType !== undefined) variable.returns = returnType
  writeVariable(f, variable, to, nameNode)
}

function run(inner: FunctionBuilder, node: number): void {
  parameters(inner, node)
  const body = inner.file.child(node, 'body')
  if (body !== -1) execute(inner, body)
}

function methodDeclaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const list = file.child(node, 'receiver')
  const parameter = list === -1 ? -1 : file.first(list)
  const type = parameter === -1 ? undefined : typeName(f, file.child(parameter, 'type'))
  if (type === undefined) return
  const item = classOfType(f, type, node)
  const name = file.text(file.child(node, 'name'))
  const id = file.function({ name, node, kind: 'method', owner: item.id, outer: f }, (inner) => {
    const self = file.child(parameter, 'name')
    const variable = inner.scope.declare(self === -1 ? 'this' : file.text(self))
    variable.type = type
    inner.receiver = variable.register
    run(inner, node)
  })
  item.methods.push({ name, function: id })
}

function assignName(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  const text = f.file.text(node)
  if (text === '_') return
  if (declares) writeVariable(f, f.scope.own(text) ?? f.scope.declare(text), value, node)
  else writeName(f, text, value, node)
}

export const go: LanguageLowering = {
  expressions,
  statements,
  targets: {
    identifier: assignName,
    blank_identifier: () => undefined,
    selector_expression: assignMember,
    index_expression: assignMember,
    parenthesized_expression: (f, node, value, declares) => assign(f, f.file.first(node), value, declares),
    unary_expression: (f, node, value) => {
      // `*p = v`: replaces the whole target of `p`.
      const target = evaluate(f, f.file.child(node, 'operand'))
      f.store(target, undefined, value, node)
    },
  },
  skipped: [
    'comment',
    'slice_type',
    'array_type',
    'map_type',
    'pointer_type',
    'channel_type',
    'function_type',
    'interface_type',
    'struct_type',
    'type_arguments',
    'label_name',
  ],
  file: lowerFile,
  path: pathOf,
  place: memberReference,
  logic: logicOfSigns,
}
