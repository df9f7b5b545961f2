import type { Code } from '../code.ts'
import type { LanguageFacts } from './facts.ts'

const isModule = ({ text }: Code): boolean => /^(?:import|export)\b/m.test(text)

export const javascript: LanguageFacts = {
  names: {
    kinds: ['identifier', 'shorthand_property_identifier', 'shorthand_property_identifier_pattern', 'type_identifier'],
    not: [],
    unclear: ['export_specifier', 'public_field_definition.name', 'accessibility_modifier'],
    // A parameter of a constructor may be a member.
    isUnclear: (code, node) =>
      code.kind(code.parent(node)) === 'required_parameter' &&
      code.named(code.parent(node)).some((child) => code.kind(child) === 'accessibility_modifier'),
    declares: [
      'variable_declarator.name',
      'formal_parameters',
      'required_parameter.pattern',
      'optional_parameter.pattern',
      'arrow_function.parameter',
      'function_declaration.name',
      'generator_function_declaration.name',
      'class_declaration.name',
      'catch_clause.parameter',
      'for_in_statement.left',
    ],
    parameters: [
      'arrow_function.parameter',
      'catch_clause.parameter',
      'formal_parameters',
      'function_declaration.parameters',
    ],
    stops: [
      'assignment_pattern.right',
      'object_assignment_pattern.right',
      'required_parameter.value',
      'type_annotation',
      'decorator',
      'member_expression',
      'subscript_expression',
    ],
    classes: ['class_declaration', 'class', 'abstract_class_declaration'],
    shorthands: {
      shorthand_property_identifier: '@old: @new',
      shorthand_property_identifier_pattern: '@old: @new',
    },
    kept: /^(?:module|exports|require|handler|default)$/,
  },
  layout: {
    comment: '//',
    lists: ['arguments', 'array', 'object', 'formal_parameters'],
    trailing: ['arguments', 'array', 'object'],
    fixed: ['template_string', 'string', 'regex', 'jsx_text', 'jsx_element', 'jsx_self_closing_element', 'comment'],
    quotes: { kind: 'string', from: "'", to: '"', unless: /["\\\n]/ },
    semicolons: ['expression_statement', 'lexical_declaration', 'return_statement'],
    hasComments: true,
  },
  order: {
    definitions: ['function_declaration', 'method_definition'],
    declarations: ['lexical_declaration'],
    keyed: [{ list: 'object', member: 'pair', key: 'key' }],
  },
  extract: {
    statements: ['expression_statement', 'lexical_declaration', 'variable_declaration', 'return_statement'],
    lazy: [
      'ternary_expression',
      'binary_expression',
      'arrow_function',
      'function_expression',
      'object',
      'yield_expression',
    ],
    shapes: ['arrow_function', 'function_expression', 'object', 'array', 'spread_element', 'regex', 'class', 'this'],
    variable: (n, v) => [`const ${n} = ${v}`, '\n'],
    use: (n) => n,
    helper: {
      around: (name, parameters, { isPublic }) => [
        `${isPublic ? 'export ' : ''}function ${name}(${parameters.map((parameter) => parameter.name).join(', ')}) {\n  return `,
        '\n}\n',
      ],
      place: 'file',
      unmovable: /\b(?:this|super|await|yield|arguments)\b/,
      call: (name, args) => `${name}(${args.join(', ')})`,
      file: {
        name: 'moved',
        open: () => '',
        close: '',
        imports: ['import_statement'],
        importOf: (names, code) =>
          isModule(code)
            ? `import { ${names.join(', ')} } from './moved'\n`
            : `const { ${names.join(', ')} } = require('./moved')\n`,
        called: (name) => name,
      },
    },
  },
}
