import type { FunctionBuilder } from '../../function-builder.ts'

/** Names in the statements of a function. */
interface Hoisted {
  readonly isGenerator: boolean
}

/** Declares all names that a body assigns: in Python such a name is local to the whole function. */
export function hoistNames(f: FunctionBuilder, body: number): Hoisted {
  const { file, tree } = f
  const claimed: number[] = []
  let isGenerator = false
  const end = tree.next[body]!
  for (let node = body; node < end;) {
    let skip = false
    switch (file.kind(node)) {
      case 'function_definition':
      case 'class_definition':
        if (node !== body) {
          const name = file.child(node, 'name')
          if (name !== -1) f.scope.declare(file.text(name))
          skip = true
        }
        break
      case 'lambda':
        skip = true
        break
      case 'assignment':
      case 'augmented_assignment':
      case 'for_statement':
        declare(f, file.child(node, 'left'))
        break
      case 'as_pattern_target':
        declare(f, file.first(node))
        break
      case 'named_expression':
        declare(f, file.child(node, 'name'))
        break
      case 'case_pattern':
        declarePattern(f, node)
        skip = true
        break
      case 'import_statement':
      case 'import_from_statement':
        declareImports(f, node)
        skip = true
        break
      case 'global_statement':
      case 'nonlocal_statement':
        claimed.push(node)
        skip = true
        break
      case 'yield':
        isGenerator = true
        break
      default:
    }
    node = skip ? tree.next[node]! : node + 1
  }
  for (const node of claimed) declareOuterNames(f, node)
  return { isGenerator }
}

/** Lowers `global` and `nonlocal`: names of other functions, even if they are assigned here. */
function declareOuterNames(f: FunctionBuilder, node: number): void {
  const { file } = f
  const isGlobal = file.kind(node) === 'global_statement'
  for (const child of file.named(node)) {
    const name = file.text(child)
    const variable = isGlobal ? f.scope.root().declare(name) : f.scope.outer?.lookup(name)
    if (variable !== undefined) f.scope.alias(name, variable)
  }
}

/** Declares the names on the left side. */
export function declare(f: FunctionBuilder, node: number): void {
  if (node === -1) return
  const { file } = f
  switch (file.kind(node)) {
    case 'identifier':
      f.scope.declare(file.text(node))
      break
    case 'pattern_list':
    case 'tuple_pattern':
    case 'list_pattern':
    case 'tuple':
    case 'list':
    case 'list_splat_pattern':
    case 'list_splat':
    case 'parenthesized_expression':
      for (const child of file.named(node)) declare(f, child)
      break
    default:
  }
}

function declarePattern(f: FunctionBuilder, pattern: number): void {
  const { file, tree } = f
  for (let node = pattern; node < tree.next[pattern]!; node += 1) {
    const kind = file.kind(node)
    if (kind !== 'identifier') continue
    const around = tree.parent[node]!
    const isPlain = file.kind(around) !== 'dotted_name' || file.named(around).length === 1
    const isClass = file.kind(tree.parent[around]!) === 'class_pattern'
    if (isPlain && !isClass) f.scope.declare(file.text(node))
  }
}

function declareImports(f: FunctionBuilder, node: number): void {
  const { file } = f
  const module = file.child(node, 'module_name')
  for (const child of file.named(node)) {
    if (child === module) continue
    const name = file.kind(child) === 'aliased_import' ? file.child(child, 'alias') : child
    if (name !== -1 && file.kind(child) !== 'wildcard_import') f.scope.declare(file.text(name).split('.', 1)[0]!.trim())
  }
}
