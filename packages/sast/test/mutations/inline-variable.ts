import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import type { Group, Program } from './group.ts'

/** A statement that declares and initializes one variable. */
interface Declaration {
  readonly name: number
  readonly value: number
}

/** Location of the name and the value in a statement: the kinds on the path, and the final fields. */
const SHAPES: Readonly<
  Record<string, { readonly path: readonly string[]; readonly name: string; readonly value: string }>
> = {
  lexical_declaration: { path: ['variable_declarator'], name: 'name', value: 'value' },
  local_variable_declaration: { path: ['variable_declarator'], name: 'name', value: 'value' },
  local_declaration_statement: { path: ['variable_declaration', 'variable_declarator'], name: 'name', value: '' },
  expression_statement: { path: ['assignment', 'assignment_expression'], name: 'left', value: 'right' },
  assignment: { path: [], name: 'left', value: 'right' },
  short_var_declaration: { path: [], name: 'left', value: 'right' },
  property_declaration: { path: [], name: '', value: '' },
  let_declaration: { path: [], name: 'pattern', value: 'value' },
  declaration: { path: ['init_declarator'], name: 'declarator', value: 'value' },
}

const NAMES = /^(?:identifier|variable_name|simple_identifier)$/
/** Values that never need parentheses. */
const CLOSED =
  /^(?:call|call_expression|invocation_expression|method_invocation|function_call_expression|member_call_expression|member_expression|member_access_expression|attribute|subscript|subscript_expression|element_access_expression|element_reference|selector_expression|navigation_expression|identifier|variable_name|simple_identifier|constant|string|string_literal|interpreted_string_literal|template_string|object_creation_expression|parenthesized_expression)$/
/** Within which a value may be run more often, or later. */
const DELAYED =
  /loop|for_|while|do_statement|lambda|arrow_function|function_expression|func_literal|closure|anonymous_function/
const IN_TEXT = /interpol|encapsed|heredoc|formatted/
const TARGET = /\.(?:left|declarator|pattern)$/

/** Inlines a variable with a single use. */
export function inlineVariable(code: Code, program: Program, _group: Group): Mutated | undefined {
  const draft = new Draft(program, code.file)
  for (const node of code.nodes()) {
    const parent = code.parent(node)
    if (parent === -1 || !code.isBlock(parent) || !code.isFirst(code.start(node))) continue
    const declared = declarationOf(code, node)
    const use = declared && useOf(code, node, parent, declared)
    if (declared === undefined || use === undefined) continue
    const [from, to] = [code.start(declared.value), code.end(declared.value)]
    const text = code.text.slice(from, to)
    // An array of Java and an object of C++ are no values without their declaration.
    if (/^(?:array_initializer|initializer_list|new_expression)$/.test(code.kind(declared.value))) continue
    if (text.includes('\n') || (IN_TEXT.test(code.kind(code.parent(use))) && /["'`]/.test(text))) continue
    if (!draft.isFree(code.start(node), code.end(node)) || !draft.isFree(code.start(use), code.end(use))) continue
    const written = CLOSED.test(code.kind(declared.value)) ? text : `(${text})`
    draft.replace(code.start(use), code.end(use), { text: written, of: [code.start(node), code.end(node)] })
    draft.replace(code.start(node), endOf(code, node), '')
  }
  return draft.count === 0 ? undefined : draft.done()
}

/** Returns the end of a statement with its semicolon, which is a separate node in some grammars. */
function endOf(code: Code, node: number): number {
  const end = code.end(node)
  return code.text[end] === ';' ? end + 1 : end
}

function declarationOf(code: Code, node: number): Declaration | undefined {
  const shape = SHAPES[code.kind(node)]
  if (shape === undefined) return undefined
  let inner = node
  if (shape.path.length > 0 && /assignment/.test(shape.path[0]!)) {
    const [only, ...more] = code.named(node)
    if (only === undefined || more.length > 0 || !shape.path.includes(code.kind(only))) return undefined
    inner = only
  } else
    for (const kind of shape.path) {
      const found = code.named(inner).filter((child) => code.kind(child) === kind)
      if (found.length !== 1) return undefined
      inner = found[0]!
    }
  const named = code.named(inner)
  const name = unwrapped(
    code,
    shape.name === ''
      ? (named.find((item) => code.kind(item) === 'variable_declaration') ?? -1)
      : code.child(inner, shape.name),
  )
  const value = listed(code, shape.value === '' ? (named.at(-1) ?? -1) : code.child(inner, shape.value))
  if (name === undefined || value === undefined || name === value) return undefined
  return NAMES.test(code.kind(name)) ? { name, value } : undefined
}

/** The name in a declarator: of a pointer, or with a type. */
function unwrapped(code: Code, node: number): number | undefined {
  const inner = listed(code, node)
  if (inner === undefined || NAMES.test(code.kind(inner))) return inner
  return /pointer_declarator|variable_declaration/.test(code.kind(inner))
    ? unwrapped(code, code.named(inner)[0] ?? -1)
    : undefined
}

/** Returns the only element of a list; undefined for more. */
function listed(code: Code, node: number): number | undefined {
  if (node === -1) return undefined
  if (code.kind(node) !== 'expression_list') return node
  const inner = code.named(node)
  return inner.length === 1 ? inner[0] : undefined
}

/** Returns the only use of a variable, where its value is computed exactly once per declaration. */
function useOf(code: Code, statement: number, block: number, { name, value }: Declaration): number | undefined {
  const text = code.textOf(name)
  const owner = functionOf(code, block)
  const word = new RegExp(`(?<![\\w$])${text.replace('$', '\\$')}(?![\\w])`, 'g')
  if ([...code.textOf(owner).matchAll(word)].length !== 2 || code.textOf(value).includes('yield')) return undefined
  for (let node = code.tree.next[statement]!; node < code.tree.next[block]!; node += 1) {
    if (code.textOf(node) !== text || code.kind(node) !== code.kind(name)) continue
    const where = `${code.kind(code.parent(node))}.${fieldOf(code, node)}`
    if (TARGET.test(where) || /shorthand|keyword_argument\.name|unary|pointer|update|augmented/.test(where))
      return undefined
    if (/interpolated_identifier|encapsed/.test(code.kind(code.parent(node)))) return undefined
    for (let item = code.parent(node); item !== block; item = code.parent(item))
      if (DELAYED.test(code.kind(item)) || code.language.functions.includes(code.kind(item))) return undefined
    return node
  }
  return undefined
}

function functionOf(code: Code, node: number): number {
  let item = node
  while (item > 0 && !code.language.functions.includes(code.kind(item))) item = code.parent(item)
  return Math.max(item, 0)
}

function fieldOf(code: Code, node: number): string {
  return ['left', 'declarator', 'pattern', 'name'].find((field) => code.child(code.parent(node), field) === node) ?? ''
}
