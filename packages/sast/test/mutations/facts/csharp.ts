import type { HelperParameter, LanguageFacts } from './facts.ts'

const typed = ({ name, type = 'object' }: HelperParameter): string => `${type} ${name}`

export const csharp: LanguageFacts = {
  names: {
    kinds: ['identifier'],
    not: [
      'member_access_expression.name',
      'member_binding_expression.name',
      'qualified_name',
      'attribute.name',
      'using_directive',
      'namespace_declaration.name',
    ],
    unclear: [
      'method_declaration.name',
      'property_declaration.name',
      'argument.name',
      'name_colon',
      'name_equals',
      'anonymous_object_creation_expression',
      'enum_member_declaration',
      'record_declaration',
      'local_function_statement.name',
    ],
    // In `new X { A = b }`, the name is a member.
    isUnclear: (code, node) =>
      code.stands(node, 'assignment_expression.left') &&
      code.kind(code.parent(code.parent(node))) === 'initializer_expression',
    declares: [
      'variable_declarator.name',
      'variable_declarator',
      'parameter.name',
      'implicit_parameter',
      'foreach_statement.left',
      'catch_declaration.name',
      'declaration_expression.name',
      'declaration_pattern.name',
      'class_declaration.name',
      'lambda_expression.parameters',
    ],
    parameters: [
      'lambda_expression.parameters',
      'method_declaration.parameters',
      'constructor_declaration.parameters',
      'local_function_statement.parameters',
    ],
    stops: ['parameter.type', 'equals_value_clause'],
    classes: ['class_declaration', 'struct_declaration', 'interface_declaration', 'record_declaration'],
    shorthands: {},
    kept: /^(?:Program|Main|Startup|_)$/,
  },
  layout: {
    comment: '//',
    lists: ['argument_list', 'parameter_list', 'initializer_expression', 'attribute_argument_list'],
    trailing: ['initializer_expression'],
    fixed: [
      'string_literal',
      'verbatim_string_literal',
      'raw_string_literal',
      'interpolated_string_expression',
      'comment',
      'character_literal',
    ],
    semicolons: [],
    hasComments: true,
  },
  order: {
    definitions: ['method_declaration', 'class_declaration'],
    declarations: ['local_declaration_statement'],
    keyed: [{ list: 'initializer_expression', member: 'assignment_expression', key: 'left' }],
  },
  extract: {
    statements: ['expression_statement', 'local_declaration_statement', 'return_statement', 'throw_statement'],
    lazy: [
      'conditional_expression',
      'binary_expression',
      'lambda_expression',
      'initializer_expression',
      'switch_expression',
    ],
    shapes: [
      // An interpolated query differs from the concatenation of its parts.
      'interpolated_string_expression',
      'lambda_expression',
      'object_creation_expression',
      'implicit_object_creation_expression',
      'array_creation_expression',
      'implicit_array_creation_expression',
      'collection_expression',
      'anonymous_object_creation_expression',
      'declaration_expression',
      'null_literal',
      'this',
      'typeof_expression',
    ],
    variable: (n, v, t = 'var') => [`${t} ${n} = ${v};`, '\n'],
    use: (n) => n,
    helper: {
      around: (name, parameters, { isStatement, isStatic, isPublic, returned = 'object' }) => [
        `${isPublic ? 'public ' : 'private '}${isStatic || isPublic ? 'static ' : ''}${isStatement ? 'void' : returned} ${name}(${parameters.map(typed).join(', ')})\n    {\n        ${isStatement ? '' : 'return '}`,
        ';\n    }\n\n',
      ],
      place: 'class',
      unmovable: /\b(?:this|base|await|yield|Request|Response|HttpContext|User|ModelState|Session|Server)\b/,
      call: (name, args) => `${name}(${args.join(', ')})`,
      file: {
        name: 'Moved.cs',
        open: ({ text }) => `${/^namespace .*;$/m.exec(text)?.[0] ?? ''}\n`,
        close: '}\n',
        imports: ['using_directive'],
        importOf: () => '',
        called: (name) => `Moved.${name}`,
      },
    },
  },
}
