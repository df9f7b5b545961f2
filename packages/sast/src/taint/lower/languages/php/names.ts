import { stringText } from '../../../../match/view.ts'
import { classAround } from '../../classes.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { MemberReference } from '../../handlers.ts'
import type { Variable } from '../../scopes.ts'
import { firstNamed } from '../../../named.ts'

const PARTS_MAX = 16

const FUNCTIONS = new Set([
  'function_definition',
  'method_declaration',
  'anonymous_function',
  'arrow_function',
  'class_declaration',
  'anonymous_class',
  'trait_declaration',
  'interface_declaration',
  'enum_declaration',
])

export function literalText(f: FunctionBuilder, node: number): string | undefined {
  const kind = f.file.kind(node)
  if (kind !== 'string' && kind !== 'encapsed_string') return undefined
  return stringText(f.tree, node, f.file.source.vocabulary)
}

/** Returns the variable of a name with its `$`: functions do not see outer variables. */
export function variableOf(f: FunctionBuilder, name: string): Variable | undefined {
  for (let { scope } = f; scope.owner === f; scope = scope.outer) {
    const own = scope.own(name)
    if (own !== undefined) return own
    if (scope.outer === undefined) return undefined
  }
  return undefined
}

/** Declares the variables that a function's statements assign, or pass to calls that may assign them. */
export function hoistVariables(f: FunctionBuilder, body: number): { readonly isGenerator: boolean } {
  const { file, tree } = f
  let isGenerator = false
  const end = tree.next[body]!
  for (let node = body; node < end;) {
    const kind = file.kind(node)
    if (node !== body && FUNCTIONS.has(kind)) {
      node = tree.next[node]!
      continue
    }
    if (kind === 'yield_expression') isGenerator = true
    else if (kind === 'variable_name' && isAssignable(f, node)) {
      const name = file.text(node)
      if (!/^\$(?:_[A-Z]+|GLOBALS|this)$/.test(name)) f.scope.declare(name)
    }
    node += 1
  }
  return { isGenerator }
}

/** Whether a variable may be assigned at a node. */
function isAssignable(f: FunctionBuilder, node: number): boolean {
  const { file, tree } = f
  const parent = tree.parent[node]!
  switch (file.kind(parent)) {
    case 'assignment_expression':
    case 'augmented_assignment_expression':
    case 'reference_assignment_expression':
      return file.child(parent, 'left') === node
    case 'subscript_expression':
      return file.first(parent) === node && isAssignable(f, parent)
    case 'foreach_statement':
    case 'pair':
    case 'list_literal':
    case 'by_ref':
    case 'array_element_initializer':
    case 'catch_clause':
    case 'static_variable_declaration':
    case 'update_expression':
    case 'global_declaration':
      return true
    case 'argument':
      // A called function may assign it. A variable of the file may belong to another file.
      return f.shape.kind !== 'module'
    default:
      return false
  }
}

/** `$GLOBALS['a']`: the variable of the file; undefined for all else. */
export function globalOf(f: FunctionBuilder, node: number): Variable | undefined {
  const { file } = f
  const [object, index] = file.named(node)
  if (object === undefined || index === undefined || file.text(object) !== '$GLOBALS') return undefined
  const key = literalText(f, index)
  return key === undefined ? undefined : f.scope.root().declare(`$${key}`)
}

function plain(text: string): string {
  return text.replaceAll('\\', '.').replace(/^\./, '')
}

/** Returns the qualified name of a class. */
export function classPath(f: FunctionBuilder, text: string): string {
  if (text.startsWith('\\')) return plain(text)
  const path = plain(text)
  const first = path.split('.', 1)[0]!
  const known = f.scope.lookup(first)?.path
  if (known !== undefined) return known + path.slice(first.length)
  return f.file.package === '' ? path : `${f.file.package}.${path}`
}

/** Returns the qualified name of a function: a function that the file neither declares nor imports is built-in. */
export function functionPath(f: FunctionBuilder, text: string): string {
  const path = plain(text)
  return f.scope.lookup(`${path}()`)?.path ?? path
}

/** The dotted names that an expression is. */
export function pathOf(f: FunctionBuilder, value: number): string | undefined {
  const { file } = f
  let after = ''
  let node = value
  for (let parts = 0; parts < PARTS_MAX; parts += 1) {
    switch (file.kind(node)) {
      case 'member_access_expression':
      case 'nullsafe_member_access_expression':
        after = `.${file.text(file.child(node, 'name'))}${after}`
        node = file.child(node, 'object')
        break
      case 'scoped_property_access_expression':
        after = `.${file.text(file.child(node, 'name')).slice(1)}${after}`
        node = file.child(node, 'scope')
        break
      case 'variable_name':
        return (file.text(node) === '$this' ? 'this' : file.text(node)) + after
      case 'relative_scope':
        return (file.text(node) === 'parent' ? 'super' : (classAround(f)?.name ?? file.text(node))) + after
      case 'name':
      case 'qualified_name':
        return classPath(f, file.text(node)) + after
      default:
        return undefined
    }
  }
  return undefined
}

export function memberReference(f: FunctionBuilder, node: number): MemberReference | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'member_access_expression':
    case 'nullsafe_member_access_expression':
      return memberReferenceOf(f, node)
    case 'scoped_property_access_expression':
      return { object: file.child(node, 'scope'), key: file.text(file.child(node, 'name')).slice(1) }
    case 'subscript_expression': {
      const [object, index] = file.named(node)
      if (object === undefined) return undefined
      return index === undefined ? { object, key: undefined } : { object, key: keyOf(f, index), index }
    }
    default:
      return undefined
  }
}

function memberReferenceOf(f: FunctionBuilder, node: number): MemberReference {
  const { file } = f
  const name = file.child(node, 'name')
  const object = file.child(node, 'object')
  return file.kind(name) === 'name' ? { object, key: file.text(name) } : { object, key: undefined, index: name }
}

export function keyOf(f: FunctionBuilder, node: number): string | undefined {
  // Within a text, a key is written without quotes.
  const kind = f.file.kind(node)
  return kind === 'integer' || kind === 'name' ? f.file.text(node) : literalText(f, node)
}

export function typeName(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  if (node === -1) return undefined
  switch (file.kind(node)) {
    case 'primitive_type':
      return file.text(node)
    case 'named_type':
    case 'optional_type':
    case 'type_list':
      return typeName(f, file.first(node))
    case 'name':
    case 'qualified_name':
      return classPath(f, file.text(node))
    case 'union_type': {
      const real = file.named(node).filter((child) => file.text(child) !== 'null')
      return real.length === 1 ? typeName(f, real[0]!) : undefined
    }
    default:
      return undefined
  }
}

/** The type that an expression is declared with. */
export function typeOf(f: FunctionBuilder, node: number): string | undefined {
  return f.file.within(() => readType(f, node))
}

function readType(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'variable_name':
      return variableOf(f, file.text(node))?.type
    case 'member_access_expression':
    case 'nullsafe_member_access_expression': {
      if (file.text(file.child(node, 'object')) !== '$this') return undefined
      const name = file.text(file.child(node, 'name'))
      return firstNamed(classAround(f)?.fields, name)?.type
    }
    case 'object_creation_expression': {
      const result = file.first(node)
      return result === -1 ? undefined : typeName(f, result)
    }
    case 'name':
    case 'qualified_name':
      return classPath(f, file.text(node))
    case 'parenthesized_expression':
      return typeOf(f, file.first(node))
    default:
      return undefined
  }
}

/** Dotted names of attributes. */
export function attributeNames(f: FunctionBuilder, node: number): string[] {
  const { file } = f
  const list = file.ofKind(node, 'attribute_list')
  if (list === -1) return []
  return file.named(list).flatMap((group) =>
    file.named(group).flatMap((child) => {
      const name = file.first(child)
      return name === -1 ? [] : [classPath(f, file.text(name))]
    }),
  )
}
