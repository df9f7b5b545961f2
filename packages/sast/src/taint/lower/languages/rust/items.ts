import type { FunctionBuilder } from '../../function-builder.ts'
import { classOfType } from '../../classes.ts'
import { writeVariable } from '../../names.ts'
import { evaluateNamed } from '../../evaluate.ts'
import { functionOf } from './functions.ts'
import { typeName } from './names.ts'
import { useDeclaration } from './uses.ts'

/** Declares a list of items: names first, since items can refer to each other in any order. */
export function declareItems(f: FunctionBuilder, nodes: readonly number[]): void {
  const { file } = f
  for (const node of nodes) declareName(f, node)
  for (const node of nodes) {
    const kind = file.kind(node)
    if (kind === 'struct_item' || kind === 'enum_item' || kind === 'union_item') struct(f, node)
    else if (kind === 'trait_item') trait(f, node)
  }
  for (const node of nodes) {
    const kind = file.kind(node)
    if (kind === 'mod_item') moduleItem(f, node)
    else if (kind === 'impl_item') implementation(f, node)
    else if (kind === 'function_item') functionItem(f, node)
  }
}

function declareName(f: FunctionBuilder, node: number): void {
  const { file } = f
  switch (file.kind(node)) {
    case 'use_declaration':
      useDeclaration(f, node)
      break
    case 'function_item':
    case 'const_item':
    case 'static_item':
      f.scope.declare(file.text(file.child(node, 'name')))
      break
    case 'mod_item': {
      if (file.child(node, 'body') !== -1) break
      const name = file.text(file.child(node, 'name'))
      const module = `self.${name}`
      const variable = f.scope.declare(name)
      variable.path = module
      variable.import = { module, name: '*' }
      file.imports.push({ local: name, module, name: '*' })
      break
    }
    default:
  }
}

/** Lowers `mod a { … }`: its items are visible outside as `a::b`. */
function moduleItem(f: FunctionBuilder, node: number): void {
  const { file } = f
  const body = file.child(node, 'body')
  if (body === -1) return
  const name = file.text(file.child(node, 'name'))
  const outer = f.scope
  f.scoped(() => {
    const nodes = file.named(body)
    declareItems(f, nodes)
    for (const item of nodes) if (/^(?:const|static)_item$/.test(file.kind(item))) constantItem(f, item)
    for (const variable of f.scope.all()) {
      if (variable.import === undefined && variable.path === undefined)
        outer.alias(`${name}.${variable.name}`, variable)
    }
  })
}

/** `const A: B = c;` */
export function constantItem(f: FunctionBuilder, node: number): void {
  const { file } = f
  const nameNode = file.child(node, 'name')
  const value = file.child(node, 'value')
  const name = file.text(nameNode)
  const variable = f.scope.own(name) ?? f.scope.declare(name)
  const type = typeName(f, file.child(node, 'type'))
  if (type !== undefined) variable.type = type
  if (value !== -1) writeVariable(f, variable, evaluateNamed(f, value, name), nameNode)
}

function functionItem(f: FunctionBuilder, node: number): void {
  const { file } = f
  const nameNode = file.child(node, 'name')
  const name = file.text(nameNode)
  const id = functionOf(f, node, { name, kind: 'function', owner: -1 })
  const to = f.register()
  f.emit({ op: 'function', to, id, node })
  const variable = f.scope.own(name)
  if (variable !== undefined) writeVariable(f, variable, to, nameNode)
}

function struct(f: FunctionBuilder, node: number): void {
  const { file } = f
  const item = classOfType(f, file.text(file.child(node, 'name')), node)
  const body = file.child(node, 'body')
  if (body === -1 || file.kind(node) === 'enum_item') return
  const isOrdered = file.kind(body) === 'ordered_field_declaration_list'
  const fields = isOrdered
    ? file.childrenIn(body, 'type').map((at, index) => ({ name: String(index), type: typeName(f, at) }))
    : file
        .named(body)
        .filter((at) => file.kind(at) === 'field_declaration')
        .map((at) => ({ name: file.text(file.child(at, 'name')), type: typeName(f, file.child(at, 'type')) }))
  for (const { name, type } of fields) item.fields.push(type === undefined ? { name } : { name, type })
}

function trait(f: FunctionBuilder, node: number): void {
  const { file } = f
  const item = classOfType(f, file.text(file.child(node, 'name')), node)
  const bounds = file.child(node, 'bounds')
  item.supers = (bounds === -1 ? [] : file.named(bounds)).flatMap((at) => typeName(f, at) ?? [])
  methods(f, node, item)
}

/** `impl A { … }`, `impl B for A { … }`. */
function implementation(f: FunctionBuilder, node: number): void {
  const { file } = f
  const name = typeName(f, file.child(node, 'type'))
  if (name === undefined) return
  const item = classOfType(f, name.slice(name.lastIndexOf('.') + 1), node)
  const above = typeName(f, file.child(node, 'trait'))
  if (above !== undefined && !item.supers.includes(above)) item.supers = [...item.supers, above]
  methods(f, node, item)
}

function methods(f: FunctionBuilder, node: number, entry: ReturnType<typeof classOfType>): void {
  const { file } = f
  const body = file.child(node, 'body')
  if (body === -1) return
  file.classNames.push(entry.name)
  for (const item of file.named(body)) {
    if (file.kind(item) !== 'function_item') continue
    const name = file.text(file.child(item, 'name'))
    entry.methods.push({ name, function: functionOf(f, item, { name, kind: 'static', owner: entry.id }) })
  }
  file.classNames.pop()
}
