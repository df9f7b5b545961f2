import { type Argument, NONE, type Register } from '../../../ir.ts'
import { makeList, repeated } from '../../common.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readName } from '../../names.ts'
import { emitCall } from '../../operations.ts'
import { literalText, pathOf } from './names.ts'
import { cutAt, readTokens, tokensOf } from './tokens.ts'

/** Placeholders of a format string. */
const PLACE = /\{\{|\}\}|\{([^{}]{0,200})\}/g

const TEXTS = new Set(['format', 'format_args', 'concat', 'concatcp', 'formatcp', 'format_compact'])
const ENDS = new Set(['panic', 'todo', 'unimplemented', 'unreachable', 'bail'])
const SAYS = new Set(
  'print println eprint eprintln trace debug info warn error log event span anyhow eyre ensure'.split(' '),
)
const TESTS = new Set(
  'assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne matches cfg line column file module_path stringify'.split(
    ' ',
  ),
)
const LISTS = new Set(['vec', 'smallvec', 'arrayvec', 'hashset', 'btreeset'])
const SAME = new Set(['dbg', 'try', 'ready', 'pin', 'join', 'try_join', 'lazy_static', 'select', 'block_on'])

/** An argument of a macro. */
interface MacroArgument {
  /** Its node, where it is a single one. */
  readonly node: number
  /** Of `name = value`. */
  readonly name: string
  readonly value: () => Register
}

function macroArguments(f: FunctionBuilder, list: number): readonly MacroArgument[] {
  const { file } = f
  if (list === -1) return []
  if (file.kind(list) === 'token_tree') {
    return cutAt(f, list).map((item) => {
      const [first = -1, sign] = item
      const isNamed = sign !== undefined && file.kind(sign) === '='
      const value = (): Register => readTokens(f, isNamed ? item.slice(2) : item)
      return { node: item.length === 1 ? first : -1, name: isNamed ? file.text(first) : '', value }
    })
  }
  return file.named(list).map((child) => {
    const isNamed = file.kind(child) === 'assignment_expression'
    const at = isNamed ? file.child(child, 'right') : child
    return { node: child, name: isNamed ? file.text(file.child(child, 'left')) : '', value: () => evaluate(f, at) }
  })
}

/** `name!(…)` */
export function macro(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const name = pathOf(f, file.child(node, 'macro')) ?? ''
  const list = file.child(node, 'arguments')
  return macroOf(f, name, list === -1 ? file.ofKind(node, 'token_tree') : list, node)
}

/** @param list the arguments or tokens of the macro, or -1 */
export function macroOf(f: FunctionBuilder, path: string, list: number, node: number): Register {
  const parts = macroArguments(f, list)
  const name = path.slice(path.lastIndexOf('.') + 1)
  if (TEXTS.has(name)) return textOf(f, parts, node)
  if (ENDS.has(name)) {
    const said = emitCall(
      f,
      { name: `${path}!`, method: `${name}!`, arguments: [{ value: textOf(f, parts, node) }] },
      node,
    )
    f.end({ type: 'throw', value: said, node })
    return said
  }
  if (SAYS.has(name)) {
    const value = textOf(f, parts, node)
    return emitCall(f, { name: `${path}!`, method: `${name}!`, arguments: [{ value }] }, node)
  }
  if (name === 'write' || name === 'writeln') {
    const [into, ...rest] = parts
    const first = into === undefined ? f.combine('whole', [], node) : into.value()
    const inputs: Argument[] = [{ value: first }, { value: textOf(f, rest, node) }]
    return emitCall(f, { name: 'write!', method: 'write!', arguments: inputs }, node)
  }
  if (name === 'matches' && list !== -1) return matchesOf(f, parts, list, node)
  const values = parts.map((part) => part.value())
  if (name === 'assert' || name === 'assert_eq') {
    const yes = f.block()
    const no = f.block()
    const [first = NONE, second = NONE] = values
    f.branch(name === 'assert' ? first : f.combine('test', [first, second], node, '=='), yes, no)
    f.use(no)
    f.end({ type: 'throw', value: NONE, node })
    f.use(yes)
    return f.combine('test', values, node)
  }
  if (TESTS.has(name)) return f.combine('test', values, node)
  if (LISTS.has(name)) {
    const isRepeated = list !== -1 && tokensOf(f, list).some((token) => f.file.kind(token) === ';')
    return isRepeated ? repeated(f, values[0] ?? NONE, node) : makeList(f, values, node)
  }
  if (SAME.has(name)) return f.combine('either', values, node)
  if (name === 'json' || name === 'env' || name === 'html') return f.combine('text', values, node)
  return emitCall(f, { name: `${path}!`, method: `${name}!`, arguments: values.map((value) => ({ value })) }, node)
}

/** `matches!(a, "b" | "c")` */
function matchesOf(
  f: FunctionBuilder,
  [first, ...others]: readonly MacroArgument[],
  list: number,
  node: number,
): Register {
  const { file } = f
  const value = first === undefined ? NONE : first.value()
  const [, pattern = [], ...more] = file.kind(list) === 'token_tree' ? cutAt(f, list) : []
  const texts = pattern.filter((item) => file.kind(item) !== '|')
  const isPlain = more.length === 0 && texts.length > 0 && texts.every((text) => file.kind(text).endsWith('literal'))
  const wanted = isPlain ? texts.map((text) => evaluate(f, text)) : others.map((other) => other.value())
  return isPlain ? f.combine('test', [value, ...wanted], node, 'case') : f.combine('test', [value, ...wanted], node)
}

/** Returns a format string with its arguments: by order, by number, by name, or a variable by its name. */
function textOf(f: FunctionBuilder, parts: readonly MacroArgument[], node: number): Register {
  const at = parts.findIndex((part) => part.node !== -1 && literalText(f, part.node) !== undefined)
  const first = parts[at]?.node ?? -1
  const text = at === -1 ? undefined : literalText(f, first)
  if (text === undefined)
    return f.combine(
      'text',
      parts.map((part) => part.value()),
      node,
    )
  // The target or the fields of a log entry precede the format string.
  const before = parts.slice(0, at).map((part) => part.value())
  const named = new Map<string, Register>()
  const inOrder: Register[] = []
  for (const part of parts.slice(at + 1)) {
    const value = part.value()
    if (part.name !== '') named.set(part.name, value)
    else inOrder.push(value)
  }
  const found: Register[] = [...before]
  let end = 0
  let next = 0
  for (const place of text.matchAll(PLACE)) {
    if (place.index > end) found.push(f.constant(text.slice(end, place.index), first))
    end = place.index + place[0].length
    const inner = place[1]
    if (inner === undefined) found.push(f.constant(place[0].slice(1), first))
    else {
      const key = inner.replace(/:.*$/s, '').trim()
      const value = /^\d{0,4}$/.test(key)
        ? inOrder[key === '' ? next : Number(key)]
        : (named.get(key) ?? variable(f, key, first))
      if (key === '') next += 1
      if (value !== undefined && value !== NONE) found.push(value)
    }
  }
  if (end < text.length || found.length === 0) found.push(f.constant(text.slice(end), first))
  // Without placeholders: `concat!` of several texts, and log macros with fields at the end.
  if (!text.includes('{')) found.push(...inOrder)
  return f.combine('text', found, node)
}

function variable(f: FunctionBuilder, name: string, node: number): Register {
  return /^[A-Za-z_]\w{0,99}$/.test(name) ? readName(f, name, node) : NONE
}
