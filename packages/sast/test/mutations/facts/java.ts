import type { HelperParameter, LanguageFacts } from './facts.ts'

const typed = ({ name, type = 'Object' }: HelperParameter): string => `${type} ${name}`

export const java: LanguageFacts = {
  names: {
    kinds: ['identifier', 'type_identifier'],
    not: [
      'method_invocation.name',
      'annotation.name',
      'marker_annotation.name',
      'scoped_identifier',
      'scoped_type_identifier',
      'package_declaration',
    ],
    unclear: [
      'field_access.field',
      'method_declaration.name',
      'element_value_pair.key',
      'method_reference',
      'enum_constant.name',
      'record_declaration',
      'labeled_statement',
    ],
    declares: [
      'variable_declarator.name',
      'formal_parameter.name',
      'catch_formal_parameter.name',
      'enhanced_for_statement.name',
      'resource.name',
      'inferred_parameters',
      'lambda_expression.parameters',
      'class_declaration.name',
    ],
    parameters: ['lambda_expression.parameters', 'method_declaration.parameters', 'constructor_declaration.parameters'],
    stops: ['formal_parameter.type', 'argument_list'],
    classes: ['class_declaration', 'interface_declaration', 'record_declaration', 'enum_declaration'],
    shorthands: {},
    kept: /^(?:Main|Application|main)$/,
  },
  layout: {
    comment: '//',
    lists: ['argument_list', 'formal_parameters', 'array_initializer', 'annotation_argument_list'],
    trailing: ['array_initializer'],
    fixed: ['string_literal', 'line_comment', 'block_comment', 'character_literal'],
    semicolons: [],
    hasComments: true,
  },
  order: {
    definitions: ['method_declaration', 'class_declaration'],
    declarations: ['local_variable_declaration'],
    keyed: [{ list: 'annotation_argument_list', member: 'element_value_pair', key: 'key' }],
  },
  extract: {
    statements: ['expression_statement', 'local_variable_declaration', 'return_statement', 'throw_statement'],
    lazy: [
      'ternary_expression',
      'binary_expression',
      'lambda_expression',
      'object_creation_expression',
      'switch_expression',
    ],
    shapes: [
      'lambda_expression',
      'method_reference',
      'array_creation_expression',
      'class_literal',
      'object_creation_expression',
      'this',
      'null_literal',
    ],
    variable: (n, v, t = 'var') => [`${t} ${n} = ${v};`, '\n'],
    use: (n) => n,
    helper: {
      around: (name, parameters, { isStatement, isStatic, isPublic, returned = 'Object' }) => [
        `${isPublic ? '' : 'private '}${isStatic || isPublic ? 'static ' : ''}${isStatement ? 'void' : returned} ${name}(${parameters.map(typed).join(', ')}) throws Exception {\n    ${isStatement ? '' : 'return '}`,
        ';\n  }\n\n',
      ],
      place: 'class',
      unmovable: /\b(?:this|super)\b/,
      call: (name, args) => `${name}(${args.join(', ')})`,
      file: {
        name: 'Moved.java',
        open: ({ text }) => `${/^package .*;$/m.exec(text)?.[0] ?? ''}\n`,
        close: '}\n',
        imports: ['import_declaration'],
        importOf: () => '',
        called: (name) => `Moved.${name}`,
      },
    },
  },
}
