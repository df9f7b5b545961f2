import type { HelperParameter, LanguageFacts } from './facts.ts'

const typed = ({ name, type = 'Any' }: HelperParameter): string => `${name}: ${type}`

export const kotlin: LanguageFacts = {
  names: {
    kinds: ['simple_identifier', 'interpolated_identifier'],
    not: ['navigation_suffix', 'import_header', 'identifier'],
    unclear: ['class_parameter', 'enum_entry', 'label', 'callable_reference'],
    // `f(name = value)`
    isUnclear: (code, node) =>
      code.kind(code.parent(node)) === 'value_argument' &&
      code.children(code.parent(node)).some((child) => code.textOf(child) === '='),
    declares: ['variable_declaration', 'parameter', 'function_declaration', 'catch_block', 'lambda_parameters'],
    parameters: ['function_value_parameters', 'lambda_parameters', 'catch_block', 'parameter'],
    stops: ['user_type', 'call_expression', 'property_declaration', 'statements', 'function_body'],
    classes: ['class_declaration', 'object_declaration', 'companion_object'],
    shorthands: {},
    kept: /^(?:main|it|_)$/,
  },
  layout: {
    comment: '//',
    lists: ['value_arguments', 'function_value_parameters'],
    trailing: ['value_arguments'],
    fixed: ['string_literal', 'line_comment', 'multiline_comment', 'character_literal'],
    semicolons: ['property_declaration', 'assignment'],
    hasComments: true,
  },
  order: {
    definitions: ['function_declaration'],
    declarations: ['property_declaration'],
    keyed: [],
  },
  extract: {
    statements: ['call_expression', 'property_declaration', 'assignment', 'jump_expression'],
    lazy: [
      'if_expression',
      'conjunction_expression',
      'disjunction_expression',
      'elvis_expression',
      'lambda_literal',
      'when_expression',
    ],
    shapes: ['lambda_literal', 'null', 'this_expression', 'object_literal', 'callable_reference', 'call_expression'],
    variable: (n, v) => [`val ${n} = ${v}`, '\n'],
    use: (n) => n,
    helper: {
      around: (name, parameters, { isPublic, returned = 'Any?' }) => [
        `${isPublic ? '' : 'private '}fun ${name}(${parameters.map(typed).join(', ')}): ${returned} {\n    return `,
        '\n}\n\n',
      ],
      place: 'file',
      unmovable: /\b(?:this|it|super|call)\b/,
      call: (name, args) => `${name}(${args.join(', ')})`,
      file: {
        name: 'Moved.kt',
        open: ({ text }) => `${/^package .*$/m.exec(text)?.[0] ?? ''}\n`,
        close: '',
        imports: ['import_list'],
        importOf: () => '',
        called: (name) => name,
      },
    },
  },
}
