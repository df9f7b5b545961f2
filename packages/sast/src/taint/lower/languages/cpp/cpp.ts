import type { Register } from '../../../ir.ts'
import { assign, assignMember, evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { LanguageLowering, Logic } from '../../handlers.ts'
import { readVariable, writeName } from '../../names.ts'
import { expressions } from './expressions.ts'
import { declared, dotted, pathOf, memberReference } from './names.ts'
import { logicOf } from './operators.ts'
import { executeTop, oldName } from './old-style.ts'
import { statements } from './statements.ts'

/** Lowers a file; other files may use its top-level declarations. */
function lowerFile(f: FunctionBuilder): void {
  const { file, tree } = f
  for (let node = 0; node < tree.count; node += 1) {
    const old = oldName(f, node)
    if (old !== -1) f.scope.declare(file.text(old))
    if (file.kind(node) !== 'function_definition') continue
    const { name } = declared(f, file.child(node, 'declarator'))
    if (name !== -1 && file.kind(name) === 'identifier' && !isMember(f, node)) f.scope.declare(dotted(f, name))
  }
  executeTop(f, file.named(0))
  for (const variable of f.scope.all()) {
    variable.isCaptured = true
    file.exports.push({ name: variable.name, cell: { owner: f.id, name: variable.cellName } })
  }
}

function isMember(f: FunctionBuilder, node: number): boolean {
  for (let at = f.tree.parent[node]!; at > 0; at = f.tree.parent[at]!) {
    if (f.file.kind(at) === 'field_declaration_list') return true
  }
  return false
}

function logic(f: FunctionBuilder, node: number): Logic | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'parenthesized_expression':
      return { type: 'same', inner: file.first(node) }
    case 'condition_clause': {
      const value = file.child(node, 'value')
      return file.child(node, 'initializer') === -1 && value !== -1 ? { type: 'same', inner: value } : undefined
    }
    case 'unary_expression':
      return file.operator(node) === '!' ? { type: 'not', inner: file.child(node, 'argument') } : undefined
    case 'binary_expression': {
      const type = logicOf(file.operator(node))
      return type === undefined ? undefined : { type, left: file.child(node, 'left'), right: file.child(node, 'right') }
    }
    default:
      return undefined
  }
}

function assignName(f: FunctionBuilder, node: number, value: Register): void {
  const name = f.file.text(node)
  const variable = f.scope.lookup(name)
  if (variable?.holds !== 'reference') {
    writeName(f, name, value, node)
    return
  }
  // The referenced variable is changed.
  const target = readVariable(f, variable, node)
  f.clear(target)
  f.store(target, undefined, value, node)
}

/** C and C++: one grammar parses both. */
export const cpp: LanguageLowering = {
  expressions,
  statements,
  targets: {
    identifier: assignName,
    field_expression: assignMember,
    subscript_expression: assignMember,
    parenthesized_expression: (f, node, value, declares) => assign(f, f.file.first(node), value, declares),
    call_expression: (f, node, value) => {
      const { file } = f
      const list = file.child(node, 'arguments')
      // `std::tie(a, b) = v`
      if (!/^(?:std\.)?tie$/.test(pathOf(f, file.child(node, 'function')) ?? '') || list === -1) {
        f.store(evaluate(f, node), undefined, value, node)
        return
      }
      for (const [index, item] of file.named(list).entries())
        assign(f, item, f.member(value, String(index), item), false)
    },
    pointer_expression: (f, node, value) => {
      // `*p = v`: replaces the whole target of `p`.
      f.store(evaluate(f, f.file.child(node, 'argument')), undefined, value, node)
    },
  },
  skipped: [
    'comment',
    'preproc_def',
    'preproc_function_def',
    'preproc_call',
    'preproc_directive',
    'preproc_arg',
    'preproc_defined',
    'using_declaration',
    'alias_declaration',
    'enum_specifier',
    'access_specifier',
    'type_qualifier',
    'storage_class_specifier',
    'attribute_declaration',
    'attribute_specifier',
    'friend_declaration',
    'static_assert_declaration',
    'namespace_alias_definition',
    'template_instantiation',
    'concept_definition',
    'auto',
    'placeholder_type_specifier',
    'gnu_asm_expression',
    'ms_call_modifier',
    'literal_suffix',
    'statement_identifier',
  ],
  file: lowerFile,
  path: pathOf,
  place: memberReference,
  logic,
}
