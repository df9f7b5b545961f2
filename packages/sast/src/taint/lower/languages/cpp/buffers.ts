import { NONE } from '../../../ir.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable, writeVariable } from '../../names.ts'
import { unwrapParentheses } from '../../paths.ts'
import { typeOf } from './names.ts'

/** Types of texts that can be changed. */
const TEXTS = /^(?:std(?:::|\.))?(?:basic_)?(?:w?string|QString|\w{0,9}stringstream)$/
const CONTAINERS =
  /^(?:std(?:::|\.))?(?:basic_string|vector|deque|list|forward_list|array|(?:unordered_)?(?:multi)?(?:map|set)|queue|stack)$/

const LISTS =
  /^(?:std(?:::|\.))?(?:w?string|basic_string|vector|deque|list|forward_list|array|span|string_view|(?:unordered_)?(?:multi)?set)$/

/** Functions that overwrite an argument from its start, by its index. */
const WRITES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    strcpy: 0,
    stpcpy: 0,
    wcscpy: 0,
    lstrcpy: 0,
    strncpy: 0,
    strlcpy: 0,
    wcsncpy: 0,
    strcpy_s: 0,
    strncpy_s: 0,
    sprintf: 0,
    vsprintf: 0,
    snprintf: 0,
    vsnprintf: 0,
    swprintf: 0,
    sprintf_s: 0,
    memset: 0,
    bzero: 0,
    explicit_bzero: 0,
    memset_s: 0,
    ZeroMemory: 0,
    SecureZeroMemory: 0,
    fgets: 0,
    gets: 0,
    realpath: 1,
    getline: 1,
  }),
)

/** Whether a type is that of a text that can be changed. */
export function isText(type: string | undefined): boolean {
  return type !== undefined && TEXTS.test(type)
}

/** Whether a type is that of values in a row. */
export function isList(type: string | undefined): boolean {
  return type !== undefined && LISTS.test(type)
}

/** Whether a type is a map. */
export function isMap(type: string | undefined): boolean {
  return type !== undefined && /(?:^|\.)(?:unordered_)?(?:multi)?map$/.test(type)
}

/** Clears an argument that a call overwrites from its start. Has to run before the arguments are evaluated. */
export function renewArgument(f: FunctionBuilder, name: string, nodes: readonly number[]): void {
  const at = WRITES.get(name.startsWith('std.') ? name.slice('std.'.length) : name)
  const node = at === undefined ? undefined : nodes[at]
  if (node === undefined) return
  const others = nodes.filter((_, index) => index !== at)
  renew(f, node, others)
}

/** `a.clear()`, `a.assign(…)` of a text or a container: likewise. */
export function renewObject(f: FunctionBuilder, method: string, object: number, nodes: readonly number[]): void {
  if (method !== 'assign' && method !== 'clear') return
  const type = typeOf(f, object) ?? ''
  if (isText(type) || CONTAINERS.test(type)) renew(f, object, nodes)
}

function renew(f: FunctionBuilder, value: number, others: readonly number[]): void {
  const { file } = f
  let node = unwrapParentheses(f, value)
  if (file.kind(node) === 'pointer_expression' && file.operator(node) === '&') {
    node = unwrapParentheses(f, file.child(node, 'argument'))
  }
  // A pointer into an object keeps the rest of the object.
  const isName = file.kind(node) === 'identifier'
  if (!isName && file.kind(node) !== 'field_expression') return
  if (others.some((other) => mentions(file.text(other), file.text(node)))) return
  const variable = isName ? f.scope.lookup(file.text(node)) : undefined
  if (variable === undefined || variable.holds !== undefined || !isText(variable.type)) {
    // Rule marks on the name apply where the call receives it.
    f.clear(variable === undefined ? evaluate(f, node) : readVariable(f, variable, NONE))
    return
  }
  const result = f.register()
  f.emit({ op: 'make', to: result, entries: [], all: [], node: value })
  writeVariable(f, variable, result, node)
}

/** Whether an expression uses a name other than for its size. */
function mentions(text: string, name: string): boolean {
  const code = text.replaceAll(/\bsizeof\s{0,9}(?:\([^()]{0,200}\)|[\w.]{1,200})/g, '')
  for (let at = code.indexOf(name); at !== -1; at = code.indexOf(name, at + 1)) {
    if (!/[\w.>]/.test(code[at - 1] ?? '') && !/\w/.test(code[at + name.length] ?? '')) return true
  }
  return false
}
