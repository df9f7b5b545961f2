import type { LanguageFacts } from './facts.ts'

export const go: LanguageFacts = {
  names: {
    kinds: ['identifier', 'type_identifier'],
    not: [],
    unclear: ['literal_element', 'label_name', 'type_spec.name', 'field_declaration'],
    declares: [
      'short_var_declaration.left',
      'var_spec.name',
      'const_spec.name',
      'parameter_declaration.name',
      'variadic_parameter_declaration.name',
      'range_clause.left',
      'function_declaration.name',
    ],
    parameters: [
      'function_declaration.parameters',
      'method_declaration.parameters',
      'method_declaration.receiver',
      'func_literal.parameters',
    ],
    stops: ['index_expression', 'selector_expression'],
    classes: [],
    shorthands: {},
    kept: /^(?:_|main|init|err|nil|Test\w*)$/,
  },
  layout: {
    comment: '//',
    lists: ['argument_list', 'literal_value', 'parameter_list'],
    trailing: [],
    fixed: ['interpreted_string_literal', 'raw_string_literal', 'comment', 'rune_literal'],
    quotes: { kind: 'interpreted_string_literal', from: '"', to: '`', unless: /[`\\\n]/ },
    semicolons: ['expression_statement', 'short_var_declaration'],
    hasComments: true,
  },
  order: {
    definitions: ['function_declaration', 'method_declaration'],
    declarations: ['short_var_declaration'],
    keyed: [{ list: 'literal_value', member: 'keyed_element' }],
  },
  extract: {
    statements: [
      'expression_statement',
      'short_var_declaration',
      'assignment_statement',
      'return_statement',
      'var_declaration',
    ],
    lazy: ['func_literal', 'binary_expression', 'literal_value'],
    shapes: ['func_literal', 'composite_literal', 'unary_expression', 'variadic_argument', 'nil', 'slice_type'],
    variable: (n, v) => [`${n} := ${v}`, '\n'],
    use: (n) => n,
    helper: {
      around: (name, parameters, { isStatement, returned = 'any' }) => [
        `func ${name}(${parameters.map(({ name: item, type = 'any' }) => `${item} ${type}`).join(', ')}) ${isStatement ? '' : `${returned} `}{\n\t${isStatement ? '' : 'return '}`,
        '\n}\n\n',
      ],
      place: 'file',
      unmovable: /\b(?:defer|go)\b/,
      call: (name, args) => `${name}(${args.join(', ')})`,
      file: {
        name: 'moved.go',
        open: ({ text }) => `${/^package \w+$/m.exec(text)?.[0] ?? ''}\n`,
        close: '',
        imports: ['import_declaration'],
        importOf: () => '',
        called: (name) => name,
      },
    },
  },
}
