import type { LanguageFacts } from './facts.ts'

export const cpp: LanguageFacts = {
  names: {
    kinds: ['identifier'],
    not: ['field_designator'],
    unclear: [
      'qualified_identifier.name',
      'preproc_def.name',
      'preproc_function_def.name',
      'enumerator.name',
      'preproc_ifdef.name',
      'labeled_statement.label',
      'goto_statement.label',
    ],
    // A function of which there is only the head is that of a library.
    isUnclear: (code, node) =>
      code.stands(node, 'function_declarator.declarator') &&
      code.kind(code.parent(code.parent(node))) === 'declaration',
    declares: [
      'init_declarator.declarator',
      'declaration.declarator',
      'parameter_declaration.declarator',
      'optional_parameter_declaration.declarator',
      'function_definition.declarator',
      'for_range_loop.declarator',
    ],
    parameters: ['function_declarator.parameters', 'parameter_list'],
    stops: ['init_declarator.value', 'array_declarator.size', 'argument_list'],
    classes: ['class_specifier', 'struct_specifier'],
    // An apparent function head may construct an object.
    unclearKinds: ['type_identifier'],
    shorthands: {},
    kept: /^(?:main|argc|argv|_\w*)$/,
    // The body of a macro is text.
    dynamic: /^\s*#\s*define\b/m,
  },
  layout: {
    comment: '//',
    lists: ['argument_list', 'parameter_list', 'initializer_list'],
    trailing: ['initializer_list'],
    fixed: [
      'string_literal',
      'raw_string_literal',
      'char_literal',
      'comment',
      'preproc_def',
      'preproc_include',
      'preproc_function_def',
      'preproc_if',
      'preproc_ifdef',
    ],
    semicolons: [],
    hasComments: true,
  },
  order: {
    definitions: ['function_definition'],
    isBefore: true,
    declarations: ['declaration'],
    keyed: [{ list: 'initializer_list', member: 'initializer_pair', key: 'designator' }],
  },
  extract: {
    statements: ['expression_statement', 'declaration', 'return_statement'],
    lazy: ['conditional_expression', 'binary_expression', 'lambda_expression', 'initializer_list', 'sizeof_expression'],
    shapes: [
      'lambda_expression',
      'identifier',
      'pointer_expression',
      'initializer_list',
      'null',
      'sizeof_expression',
      'new_expression',
      'cast_expression',
      'this',
    ],
    variable: (n, v) => [`auto ${n} = ${v};`, '\n'],
    use: (n) => n,
    helper: {
      around: (name, parameters, { isStatement }) => [
        `${isStatement ? 'void' : 'auto'} ${name}(${parameters.map(({ name: item, type = 'char *' }) => `${type} ${item}`).join(', ')})\n{\n    ${isStatement ? '' : 'return '}`,
        ';\n}\n\n',
      ],
      place: 'file',
      unmovable: /\b(?:this|sizeof|va_\w+)\b|&/,
      call: (name, args) => `${name}(${args.join(', ')})`,
      file: {
        name: 'moved',
        open: () => '',
        close: '',
        imports: ['preproc_include', 'using_declaration'],
        importOf: (names) => names.map((name) => `void ${name}();\n`).join(''),
        called: (name) => name,
      },
    },
  },
}
