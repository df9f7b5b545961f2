import type { FunctionBuilder } from '../../function-builder.ts'
import { evaluate } from '../../evaluate.ts'
import { writeVariable } from '../../names.ts'

const FUNCTIONS = new Set([
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'generator_function',
  'generator_function_declaration',
  'class_declaration',
  'class',
  'abstract_class_declaration',
])

/** Declares the `var`s of a function, at any depth. */
export function hoistVars(f: FunctionBuilder, body: number): void {
  const { file, tree } = f
  const end = tree.next[body]!
  for (let node = body + 1; node < end;) {
    const kind = file.kind(node)
    if (FUNCTIONS.has(kind)) {
      node = tree.next[node]!
      continue
    }
    if (kind === 'variable_declaration')
      for (const child of file.named(node)) declareNames(f, file.child(child, 'name'))
    else if (kind === 'for_in_statement') {
      const how = file.child(node, 'kind')
      if (how !== -1 && file.text(how) === 'var') declareNames(f, file.child(node, 'left'))
    }
    node += 1
  }
}

/** Declares the names and functions of a block: both exist before the first statement. */
export function hoistBlock(f: FunctionBuilder, block: number): void {
  const { file } = f
  const functions: number[] = []
  for (const child of file.named(block)) {
    let node = child
    let kind = file.kind(node)
    if (kind === 'export_statement' || kind === 'ambient_declaration') {
      node = file.child(child, 'declaration')
      if (node === -1) node = file.first(child)
      if (node === -1) continue
      kind = file.kind(node)
    } else if (kind === 'expression_statement') {
      node = file.first(child)
      if (node === -1) continue
      kind = file.kind(node)
      if (kind !== 'internal_module') continue
    }
    if (kind === 'lexical_declaration') for (const item of file.named(node)) declareNames(f, file.child(item, 'name'))
    else if (DECLARATIONS.has(kind)) {
      const name = file.child(node, 'name')
      if (name !== -1 && file.kind(name) !== 'string') f.scope.declare(file.text(name).split('.', 1)[0]!)
      if (kind === 'function_declaration' || kind === 'generator_function_declaration') functions.push(node)
    }
  }
  for (const node of functions) {
    const name = file.child(node, 'name')
    if (name === -1) continue
    writeVariable(f, f.scope.declare(file.text(name)), evaluate(f, node), name)
  }
}

const DECLARATIONS = new Set([
  'function_declaration',
  'generator_function_declaration',
  'class_declaration',
  'abstract_class_declaration',
  'enum_declaration',
  'internal_module',
  'module',
])

/** Declares all names of a pattern in the scope. */
export function declareNames(f: FunctionBuilder, pattern: number): void {
  if (pattern === -1) return
  const { file, tree } = f
  const end = tree.next[pattern]!
  for (let node = pattern; node < end;) {
    switch (file.kind(node)) {
      case 'identifier':
      case 'shorthand_property_identifier_pattern':
        f.scope.declare(file.text(node))
        node += 1
        break
      case 'assignment_pattern':
      case 'object_assignment_pattern': {
        const left = file.child(node, 'left')
        declareNames(f, left)
        node = tree.next[node]!
        break
      }
      case 'pair_pattern':
        declareNames(f, file.child(node, 'value'))
        node = tree.next[node]!
        break
      default:
        node += 1
    }
  }
}
