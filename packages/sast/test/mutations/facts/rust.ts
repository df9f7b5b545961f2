import type { HelperParameter, LanguageFacts } from './facts.ts'

const typed = ({ name, type = 'Value' }: HelperParameter): string => `${name}: ${type}`

export const rust: LanguageFacts = {
  names: {
    kinds: ['identifier'],
    not: ['scoped_identifier', 'macro_invocation.macro', 'use_list', 'scoped_use_list', 'use_declaration'],
    unclear: [
      'shorthand_field_initializer',
      'field_pattern',
      'attribute',
      'enum_variant',
      'const_item.name',
      'static_item.name',
    ],
    unclearKinds: ['shorthand_field_identifier'],
    declares: [
      'let_declaration.pattern',
      'parameter.pattern',
      'closure_parameters',
      'for_expression.pattern',
      'match_arm.pattern',
      'let_condition.pattern',
      'function_item.name',
    ],
    parameters: ['function_item.parameters', 'closure_expression.parameters', 'closure_parameters'],
    stops: ['tuple_struct_pattern.type', 'struct_pattern.type', 'parameter.type', 'match_pattern.condition'],
    classes: ['impl_item', 'trait_item'],
    shorthands: {},
    kept: /^(?:main|_\w*|[A-Z]\w*)$/,
  },
  layout: {
    comment: '//',
    lists: ['arguments', 'parameters', 'array_expression'],
    trailing: ['arguments', 'array_expression'],
    fixed: [
      'string_literal',
      'raw_string_literal',
      'line_comment',
      'block_comment',
      'char_literal',
      'token_tree',
      'attribute_item',
    ],
    semicolons: [],
    hasComments: true,
  },
  order: {
    definitions: ['function_item'],
    declarations: ['let_declaration'],
    keyed: [{ list: 'field_initializer_list', member: 'field_initializer' }],
  },
  extract: {
    statements: ['expression_statement', 'let_declaration'],
    lazy: [
      'if_expression',
      'match_expression',
      'closure_expression',
      'binary_expression',
      'unsafe_block',
      'async_block',
    ],
    shapes: ['closure_expression', 'reference_expression', 'array_expression', 'self', 'scoped_identifier'],
    variable: (n, v) => [`let ${n} = ${v};`, '\n'],
    use: (n) => n,
    helper: {
      around: (name, parameters, { isPublic }) => [
        `${isPublic ? 'pub ' : ''}fn ${name}(${parameters.map(typed).join(', ')}) -> Value {\n    `,
        '\n}\n\n',
      ],
      place: 'file',
      unmovable: /\b(?:self|await|return)\b|\?|\{\w/,
      call: (name, args) => `${name}(${args.join(', ')})`,
      file: {
        name: 'moved.rs',
        open: () => '',
        close: '',
        imports: ['use_declaration'],
        importOf: (names) => `use crate::moved::{${names.join(', ')}};\n`,
        called: (name) => name,
      },
    },
  },
}
