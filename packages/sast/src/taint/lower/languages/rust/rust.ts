import { assign, assignMember, evaluate, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { LanguageLowering } from '../../handlers.ts'
import { exportVariable } from '../../names.ts'
import { logicOfSigns } from '../../paths.ts'
import { forLoop, letDeclaration, whileLoop } from './control.ts'
import { expressions } from './expressions.ts'
import { constantItem, declareItems } from './items.ts'
import { pathOf, memberReference } from './names.ts'
import { patterns } from './patterns.ts'

/** Lowers a file: a module whose items are visible elsewhere by its path. */
function lowerFile(f: FunctionBuilder): void {
  const { file } = f
  const nodes = file.named(0)
  declareItems(f, nodes)
  for (const node of nodes) execute(f, node)
  for (const variable of f.scope.all()) {
    if (variable.import === undefined && variable.path === undefined) exportVariable(f, variable)
  }
}

export const rust: LanguageLowering = {
  expressions,
  statements: {
    let_declaration: letDeclaration,
    while_expression: whileLoop,
    for_expression: forLoop,
    const_item: constantItem,
    static_item: constantItem,
  },
  targets: {
    ...patterns,
    field_expression: assignMember,
    index_expression: assignMember,
    parenthesized_expression: (f, node, value, isDeclaration) => assign(f, f.file.first(node), value, isDeclaration),
    tuple_expression: (f, node, value, isDeclaration) => {
      for (const [index, item] of f.file.named(node).entries()) {
        assign(f, item, f.member(value, String(index), item), isDeclaration)
      }
    },
    unary_expression: (f, node, value) => {
      // `*p = v`: replaces the whole target of `p`.
      f.store(evaluate(f, f.file.first(node)), undefined, value, node)
    },
  },
  skipped: [
    'line_comment',
    'block_comment',
    'empty_statement',
    // Items are lowered before the statements between them.
    'function_item',
    'function_signature_item',
    'struct_item',
    'enum_item',
    'union_item',
    'trait_item',
    'impl_item',
    'mod_item',
    'use_declaration',
    'attribute_item',
    'inner_attribute_item',
    'visibility_modifier',
    'mutable_specifier',
    'label',
    'lifetime',
    'type_arguments',
    'type_item',
    'associated_type',
    'macro_definition',
    'extern_crate_declaration',
    'foreign_mod_item',
    'shebang',
    'generic_type',
    'primitive_type',
  ],
  file: lowerFile,
  path: pathOf,
  place: memberReference,
  logic: logicOfSigns,
}
