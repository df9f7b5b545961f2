import { type Group, isGroup, isMark, isName, type Node } from './tree.ts'
import { type Language, pathOf, type Value } from './value.ts'

export interface Read {
  readonly value: Value
  /** Position after the value. */
  readonly next: number
}

const SKIPPED = ['await', 'new', 'return', 'typeof', 'yield', 'not', 'void', 'throw', 'export', 'default']
const PLAIN = new Set(['true', 'false', 'null', 'undefined', 'None', 'True', 'False', 'NaN', 'Infinity'])
/** Pieces that are joined or chosen between. */
const PARTS_MAX = 500
/** Maximum number of nodes of a function without braces: longer ones are cut. */
const EXPRESSION_NODES_MAX = 1_000
/** Nodes of a type between `<` and `>`. */
const TYPE_NODES_MAX = 80

/** Parses the expression at `start`. Unknown syntax is `other`; the function never fails. */
export function readValue(items: readonly Node[], start: number, language: Language): Read {
  let { value, next } = readOperand(items, start, language)
  const choices: Value[] = []
  for (let parts = 0; parts < PARTS_MAX; parts += 1) {
    const node = items[next]
    const isNeighbour = language === 'python' && node?.kind === 'text' && value.kind === 'text'
    if (isNeighbour || isMark(node, '+')) {
      const more = readOperand(items, isNeighbour ? next : next + 1, language)
      value = joined(value, more.value)
      next = more.next
    } else if (language === 'python' && isMark(node, '/')) {
      // Parts of a path: `Path(__file__).parent / "prompts" / "system.md"`.
      const more = readOperand(items, next + 1, language)
      value = value.kind === 'text' && more.value.kind === 'text' ? joinedPath(value, more.value.text) : more.value
      next = more.next
    } else if (isMark(node, '%')) {
      next = readOperand(items, next + 1, language).next
    } else if (isMark(node, '||', '??', '&&') || isName(node, 'or', 'and') || isChoice(node, choices, language)) {
      if (!isMark(node, '?')) choices.push(value)
      ;({ value, next } = readOperand(items, next + 1, language))
    } else if (language === 'js' && isName(node, 'as', 'satisfies')) {
      next = typeEnd(items, next + 1)
    } else break
  }
  if (choices.length === 0) return { value, next }
  return { value: { kind: 'choice', of: [...choices, value], line: value.line, at: value.at }, next }
}

/** `a ? b : c` and `b if a else c`: the condition is not an alternative. */
function isChoice(node: Node | undefined, choices: readonly Value[], language: Language): boolean {
  if (language === 'js') return isMark(node, '?') || (isMark(node, ':') && choices.length > 0)
  return isName(node, 'if') || isName(node, 'else')
}

function joined(left: Value, right: Value): Value {
  const { line, at } = left
  if (left.kind !== 'text' && right.kind !== 'text') return { kind: 'other', line, at }
  return { kind: 'text', text: shownText(left) + shownText(right), line, at }
}

function joinedPath(left: Extract<Value, { kind: 'text' }>, right: string): Value {
  return { ...left, text: `${left.text}/${right}` }
}

function shownText(value: Value): string {
  if (value.kind === 'text') return value.text
  return value.kind === 'name' ? `{${value.path}}` : '{…}'
}

/** Parses one operand with its chained calls, without operators. */
export function readOperand(items: readonly Node[], start: number, language: Language): Read {
  let at = start
  while (isName(items[at], ...SKIPPED) || isMark(items[at], '!', '-', '~', '*', '**', '...')) at += 1
  const node = items[at]
  const place = { line: node?.line ?? 0, at: node?.at ?? 0 }
  if (node === undefined) return { value: { kind: 'other', ...place }, next: at }
  const made = language === 'js' ? readFunction(items, at) : undefined
  if (made !== undefined) return made
  if (node.kind === 'number') return { value: { kind: 'plain', text: node.text, ...place }, next: at + 1 }
  if (node.kind === 'text') return readPostfix(items, at + 1, { kind: 'text', text: node.text, ...place }, language)
  if (node.kind === 'group') {
    if (node.open === '(') return readPostfix(items, at + 1, inBrackets(node, language), language)
    const kind = node.open === '[' ? 'list' : 'map'
    return readPostfix(items, at + 1, { kind, group: node, ...place }, language)
  }
  if (!isName(node)) return { value: { kind: 'other', ...place }, next: at + 1 }
  if (PLAIN.has(node.text)) return { value: { kind: 'plain', text: node.text, ...place }, next: at + 1 }
  return readPostfix(items, at + 1, { kind: 'name', path: node.text, on: undefined, ...place }, language)
}

/** `(a)` is a; `(a, b)` is a list. */
function inBrackets(group: Group, language: Language): Value {
  const { value, next } = readValue(group.items, 0, language)
  if (group.items.length > 0 && next >= group.items.length) return value
  return { kind: 'list', group, line: group.line, at: group.at }
}

/** Parses the members and calls after a value. */
function readPostfix(items: readonly Node[], start: number, first: Value, language: Language): Read {
  let value = first
  let at = start
  for (;;) {
    const node = items[at]
    const { line, at: place } = value
    const member = memberAt(items, at)
    if (member !== undefined && value.kind !== 'plain') {
      const on = value.kind === 'name' ? value.on : value
      value = { kind: 'name', path: `${pathOf(value)}.${member.name}`, on, line, at: place }
      at = member.next
    } else if (isGroup(node, '(') && (value.kind === 'name' || value.kind === 'call')) {
      const on = value.kind === 'name' ? value.on : value
      value = { kind: 'call', path: value.path, group: node, on, line, at: place }
      at += 1
    } else if (isMark(node, '?.') || (isMark(node, '!') && language === 'js')) {
      at += 1
    } else if (language === 'js' && value.kind === 'name' && node?.kind === 'text') {
      // A tagged template has the text of its template.
      value = { kind: 'text', text: node.text, line, at: place }
      at += 1
    } else if (language === 'js' && value.kind === 'name' && typesEnd(items, at) !== undefined) {
      at = typesEnd(items, at)!
    } else return { value, next: at }
  }
}

function memberAt(items: readonly Node[], at: number): { readonly name: string; readonly next: number } | undefined {
  const node = items[at]
  const name = items[at + 1]
  if (isMark(node, '.', '?.') && isName(name)) return { name: name.text, next: at + 2 }
  if (!isGroup(node, '[') || node.items.length !== 1) return undefined
  const [index] = node.items
  return { name: index?.kind === 'text' || index?.kind === 'number' ? index.text : '*', next: at + 1 }
}

/** Returns the position after `<A, B>` before a call or a template; undefined: it is a comparison. */
export function typesEnd(items: readonly Node[], at: number): number | undefined {
  if (!isMark(items[at], '<')) return undefined
  let depth = 0
  for (let end = at; end < Math.min(items.length, at + TYPE_NODES_MAX); end += 1) {
    const node = items[end]
    if (isMark(node, '<')) depth += 1
    else if (isMark(node, '>')) depth -= 1
    else if (isMark(node, '=>', ';', '||', '&&', '+', '-', '*')) return undefined
    if (depth === 0) return isGroup(items[end + 1], '(') || items[end + 1]?.kind === 'text' ? end + 1 : undefined
  }
  return undefined
}

/** Returns the position after a type that follows `as`. */
function typeEnd(items: readonly Node[], start: number): number {
  let at = start
  while (at < items.length && !isMark(items[at], ',', ';', ')', '||', '??', '?', ':', '+', '=')) {
    // A type ends when the next line starts with a name.
    if (at > start && items[at]!.line > items[at - 1]!.line && isName(items[at])) break
    at += 1
  }
  return at
}

/** `(a, b) => …`, `a => …`, `function name(a) { … }`. */
function readFunction(items: readonly Node[], start: number): Read | undefined {
  const at = isName(items[start], 'async') ? start + 1 : start
  const first = items[at]
  const { line, at: place } = items[start]!
  if (isName(first, 'function')) {
    const from = items.slice(at, at + 4).findIndex((item) => isGroup(item, '('))
    if (from < 0) return undefined
    const params = items[at + from]
    const body = bodyAfter(items, at + from + 1)
    if (!isGroup(params) || body === undefined) return undefined
    const end = items[body]
    return {
      value: { kind: 'function', params: params.items, end: isGroup(end) ? end.end : place, line, at: place },
      next: body + 1,
    }
  }
  const arrow = isGroup(first, '(') || isName(first) ? arrowAfter(items, at + 1, isGroup(first, '(')) : undefined
  if (arrow === undefined) return undefined
  const body = items[arrow + 1]
  const params = isGroup(first, '(') ? first.items : [first!]
  if (isGroup(body, '{')) {
    return { value: { kind: 'function', params, end: body.end, line, at: place }, next: arrow + 2 }
  }
  // Without braces: one expression up to the end of the piece.
  let next = arrow + 1
  while (next < Math.min(items.length, arrow + EXPRESSION_NODES_MAX) && !isMark(items[next], ',', ';')) {
    if (next > arrow + 1 && startsStatement(items, next)) break
    next += 1
  }
  const last = items[next - 1]
  const end = isGroup(last) ? last.end : (last?.at ?? place) + 1
  return { value: { kind: 'function', params, end, line, at: place }, next }
}

const STARTS = ['const', 'let', 'var', 'function', 'class', 'export', 'import', 'if', 'for', 'return', 'async', 'type']

function startsStatement(items: readonly Node[], at: number): boolean {
  return isName(items[at], ...STARTS) && items[at].line > items[at - 1]!.line
}

/** Returns the position of `=>` after parameters; a type may be between. */
function arrowAfter(items: readonly Node[], at: number, mayHaveType: boolean): number | undefined {
  if (isMark(items[at], '=>')) return at
  if (!mayHaveType || !isMark(items[at], ':')) return undefined
  for (let end = at + 1; end < Math.min(items.length, at + TYPE_NODES_MAX); end += 1) {
    if (isMark(items[end], '=>')) return end
    if (isMark(items[end], ',', ';', '=') || isGroup(items[end], '(')) return undefined
  }
  return undefined
}

/** Returns the position of a function's body; a type may be between. */
export function bodyAfter(items: readonly Node[], at: number): number | undefined {
  if (isGroup(items[at], '{')) return at
  if (!isMark(items[at], ':')) return undefined
  for (let end = at + 1; end < Math.min(items.length, at + TYPE_NODES_MAX); end += 1) {
    if (isMark(items[end], ';', ',', '=>')) return undefined
    const isBody = isGroup(items[end], '{') && !isMark(items[end - 1], ':', '|', '&', '<')
    if (isBody) return end
  }
  return undefined
}
