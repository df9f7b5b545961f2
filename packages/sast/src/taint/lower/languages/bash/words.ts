import { type Argument, NONE, type Register } from '../../../ir.ts'
import { evaluate, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Evaluate } from '../../handlers.ts'
import { writeVariable } from '../../names.ts'
import { kindOf } from '../../operations.ts'
import { memberReference, plainText, valueOfName } from './names.ts'
import { outputOf } from './shell.ts'

/** Returns the parts of a concatenation. */
function parts(f: FunctionBuilder, node: number): Register {
  const plain = plainText(f, node)
  if (plain !== undefined) return f.constant(plain, node)
  return f.combine(
    'text',
    f.file.named(node).map((child) => evaluate(f, child)),
    node,
  )
}

/** `$name` */
function simple(f: FunctionBuilder, node: number): Register {
  const name = f.file.first(node)
  const value = valueOfName(f, name === -1 ? '' : f.file.text(name), name === -1 ? node : name)
  return f.combine('either', [value], node)
}

/** `${name}`, `${name:-other}`, `${name//a/b}`, `${name[key]}`. */
function expansion(f: FunctionBuilder, node: number): Register {
  const { file, tree } = f
  const inside = file.named(node)
  const at = inside.findIndex((item) => /^(?:special_)?variable_name$|^subscript$/.test(file.kind(item)))
  const name = inside[at]
  if (name === undefined)
    return f.combine(
      'whole',
      inside.map((item) => evaluate(f, item)),
      node,
    )
  const value = file.kind(name) === 'subscript' ? evaluate(f, name) : valueOfName(f, file.text(name), name)
  const rest = inside.slice(at + 1)
  let operator = ''
  for (let token = node + 1; token < tree.next[node]!; token = tree.next[token]!) {
    if (
      token > name &&
      file.child(node, 'operator') !== -1 &&
      tree.field[token] === tree.field[file.child(node, 'operator')]
    ) {
      operator = file.text(token)
      break
    }
  }
  const first = tree.text.charAt(tree.start[node]! + 2)
  // How long it is, or which keys it has.
  if (first === '#') return f.combine('test', [value], node, 'length')
  if (first === '!') return f.combine('whole', [value], node, 'indirect')
  return changed(f, node, value, operator, rest)
}

function changed(
  f: FunctionBuilder,
  node: number,
  value: Register,
  operator: string,
  rest: readonly number[],
): Register {
  switch (operator) {
    case ':-':
    case '-':
    case ':=':
    case '=': {
      const other = rest.map((item) => evaluate(f, item))
      return f.combine('either', [value, ...other], node)
    }
    case ':+':
    case '+':
      return f.combine(
        'either',
        rest.map((item) => evaluate(f, item)),
        node,
      )
    case '/':
    case '//':
    case '/#':
    case '/%':
      return f.combine('text', [value, ...rest.slice(1).map((item) => evaluate(f, item))], node, 'replace')
    case '@':
      return f.combine('text', [value], node, 'quote')
    default:
      return f.combine('either', [value], node, operator === '' ? undefined : 'slice')
  }
}

function subscript(f: FunctionBuilder, node: number): Register {
  const found = memberReference(f, node)
  if (found === undefined) return NONE
  const object = valueOfName(f, f.file.text(found.object), found.object)
  // All of it.
  if (found.key === '@' || found.key === '*') return f.combine('either', [object], node)
  return f.member(object, found.key, node, found.index === undefined ? undefined : evaluate(f, found.index))
}

/** `$(a; b)` */
function substitution(f: FunctionBuilder, node: number): Register {
  return outputOf(f, node, () => {
    for (const child of f.file.named(node)) {
      // `$(<file)`: the content of a file is not its name.
      if (f.file.kind(child).endsWith('_redirect')) evaluate(f, child)
      else execute(f, child)
    }
  })
}

/** `(a "$b" [c]=d)` */
function array(f: FunctionBuilder, node: number): Register {
  const values = f.file.named(node).map((child) => argumentOf(f, child))
  return listOf(f, values, node)
}

/** A list of words, some of which are several. */
export function listOf(f: FunctionBuilder, values: readonly Argument[], node: number): Register {
  const to = f.register()
  const all = values.filter((item) => item.isSpread === true).map((item) => item.value)
  const plain = values.filter((item) => item.isSpread !== true)
  const entries = plain.map(({ value }, index) => ({ key: all.length > 0 ? undefined : String(index), value }))
  f.emit({ op: 'make', to, entries, all, isList: true, node })
  return to
}

/** Lowers a word of a command; `"$@"` and `"${list[@]}"` expand to one word per element. */
export function argumentOf(f: FunctionBuilder, node: number): Argument {
  const text = f.file.text(node)
  if (!/^"?\$(?:[@*]|\{(?:[@*]|\w{1,99}\[[@*]\])(?::[^}]{0,20})?\})"?$/.test(text)) return { value: evaluate(f, node) }
  const inner = text.startsWith('"') ? f.file.first(node) : node
  return { value: f.combine('either', [evaluate(f, inner)], node), isSpread: true }
}

/** A regex for a whole text with explicit characters. */
const CLOSED = /^\^(?:[^.$[\]\\]|\\[-./]|\[[^\]^][^\]]*\])+\$$/

/** Treats a variable that is compared with such a regex as matching: scripts usually reject other values. */
function check(f: FunctionBuilder, node: number): void {
  const { file } = f
  const right = file.child(node, 'right')
  if (file.operator(node) !== '=~' || right === -1 || !CLOSED.test(file.text(right))) return
  const name = /^"?\$\{?([A-Za-z_]\w{0,99})\}?"?$/.exec(
    file.text(file.child(node, 'left')).replace(/^!\s{0,9}/, ''),
  )?.[1]
  const variable = name === undefined ? undefined : f.scope.lookup(name)
  if (variable === undefined) return
  writeVariable(f, variable, f.combine('test', [], node, 'checked'), node)
}

function binary(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const values = [evaluate(f, file.child(node, 'left')), evaluate(f, file.child(node, 'right'))]
  const value = f.combine(kindOf(file.operator(node), '') === 'number' ? 'number' : 'test', values, node)
  check(f, node)
  return value
}

function allIn(kind: 'test' | 'number'): Evaluate {
  return (f, node) =>
    f.combine(
      kind,
      f.file.named(node).map((child) => evaluate(f, child)),
      node,
    )
}

function constant(f: FunctionBuilder, node: number): Register {
  return f.constant(plainText(f, node) ?? f.file.text(node), node)
}

export const evaluators: Readonly<Record<string, Evaluate>> = {
  word: (f, node) => (f.file.named(node).length > 0 ? parts(f, node) : constant(f, node)),
  number: constant,
  raw_string: constant,
  ansi_c_string: constant,
  regex: constant,
  extglob_pattern: constant,
  string_content: (f, node) => f.constant(f.file.text(node).replace(/\\([$"\\`])/g, '$1'), node),
  heredoc_content: (f, node) => f.constant(f.file.text(node), node),
  string: parts,
  translated_string: parts,
  concatenation: parts,
  heredoc_body: parts,
  brace_expression: constant,
  variable_name: (f, node) => valueOfName(f, f.file.text(node), node),
  special_variable_name: (f, node) => valueOfName(f, f.file.text(node), node),
  simple_expansion: simple,
  expansion,
  subscript,
  command_substitution: substitution,
  process_substitution: substitution,
  array,
  arithmetic_expansion: allIn('number'),
  test_command: allIn('test'),
  binary_expression: binary,
  unary_expression: allIn('test'),
  postfix_expression: allIn('number'),
  ternary_expression: allIn('number'),
  parenthesized_expression: allIn('test'),
  test_operator: constant,
  command_name: (f, node) => evaluate(f, f.file.first(node)),
  // The content of a file is not its name.
  file_redirect: (f, node) => {
    const to = f.file.child(node, 'destination')
    const value = to === -1 ? NONE : evaluate(f, to)
    return to !== -1 && f.file.kind(to) === 'process_substitution' ? value : f.combine('test', [value], node)
  },
  herestring_redirect: (f, node) => evaluate(f, f.file.first(node)),
}
