import type { FunctionBuilder } from '../../function-builder.ts'
import type { LanguageLowering, Logic } from '../../handlers.ts'
import { logicOfSigns } from '../../paths.ts'
import { expressions } from './expressions.ts'
import { lowerModule } from './modules.ts'
import { pathOf } from './paths.ts'
import { memberReference, targets } from './patterns.ts'
import { statements } from './statements.ts'

function logic(f: FunctionBuilder, node: number): Logic | undefined {
  if (f.file.kind(node) === 'non_null_expression') return { type: 'same', inner: f.file.first(node) }
  return logicOfSigns(f, node)
}

/** JavaScript and TypeScript, with elements of JSX. */
export const javascript: LanguageLowering = {
  expressions,
  statements,
  targets,
  skipped: [
    'comment',
    'html_comment',
    'type_annotation',
    'type_arguments',
    'type_parameters',
    'interface_declaration',
    'type_alias_declaration',
    'function_signature',
    'method_signature',
    'abstract_method_signature',
    'decorator',
    'accessibility_modifier',
    'override_modifier',
    'optional_chain',
    'type_identifier',
    'predefined_type',
    'hash_bang_line',
    'index_signature',
    'jsx_text',
    'jsx_closing_element',
    'implements_clause',
  ],
  file: lowerModule,
  path: pathOf,
  place: memberReference,
  logic,
}
