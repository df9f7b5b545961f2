import { argumentsOf } from './members.ts'
import { pythonTokens } from './python-tokens.ts'
import { readOperand, readValue } from './read-value.ts'
import { type Decorator, type Facts, type Field, inOrder, noFacts, type SourceFile } from './source-file.ts'
import { buildTree, isGroup, isMark, isName, type Node } from './tree.ts'
import { pathOf } from './value.ts'
import { everyList, readChain } from './walk.ts'

/** Extracts the facts of a Python file. */
export function readPython(path: string, source: string): SourceFile {
  const facts = noFacts()
  const root = buildTree(pythonTokens(source), source.length)
  readLines(root, source.length, facts)
  for (const items of everyList(root)) {
    for (let at = 0; at < items.length; at += 1) {
      const node = items[at]!
      if (isGroup(node, '{')) facts.maps.push(node)
      readChain(items, at, 'python', facts)
    }
  }
  return { path, language: 'python', ...inOrder(facts) }
}

/** Definition whose block may continue. */
interface Open {
  readonly indent: number
  readonly close: (end: number) => void
}

function readLines(root: readonly Node[], length: number, facts: Facts): void {
  let decorators: Decorator[] = []
  const open: Open[] = []
  for (let at = 0; at < root.length; at += 1) {
    const node = root[at]!
    if (node.kind !== 'line') continue
    const indent = node.indent ?? 0
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop()!.close(node.at)
    const first = root[at + 1]
    const start = isName(first, 'async') ? at + 2 : at + 1
    if (isMark(first, '@')) decorators.push(decoratorAt(root, at + 2))
    else if (isName(root[start], 'def')) {
      open.push({ indent, close: readFunction(root, start, decorators, facts) })
      decorators = []
    } else if (isName(first, 'class')) {
      open.push({ indent, close: readClass(root, at + 1, indent, decorators, facts) })
      decorators = []
    } else readStatement(root, at + 1, facts)
  }
  while (open.length > 0) open.pop()!.close(length)
}

function decoratorAt(root: readonly Node[], at: number): Decorator {
  const { value } = readOperand(root, at, 'python')
  if (value.kind !== 'call') return { path: pathOf(value), call: undefined }
  const { path, group } = value
  return { path, call: { path, group, line: group.line, at: group.at, isDecorator: true } }
}

function readFunction(
  root: readonly Node[],
  at: number,
  decorators: readonly Decorator[],
  facts: Facts,
): Open['close'] {
  const name = root[at + 1]
  const params = root[at + 2]
  if (!isName(name) || !isGroup(params, '(')) return () => undefined
  const { line } = name
  return (end) => {
    facts.functions.push({
      name: name.text,
      params: params.items,
      line,
      at: name.at,
      end,
      decorators,
      doc: docstringAt(root, at + 3),
    })
  }
}

/** Returns the docstring of a block. */
function docstringAt(root: readonly Node[], at: number): string {
  for (let place = at; place < Math.min(root.length, at + 60); place += 1) {
    if (root[place]?.kind !== 'line') continue
    const first = root[place + 1]
    return first?.kind === 'text' ? first.text.trim() : ''
  }
  return ''
}

function readClass(
  root: readonly Node[],
  at: number,
  indent: number,
  decorators: readonly Decorator[],
  facts: Facts,
): Open['close'] {
  const name = root[at + 1]
  if (!isName(name)) return () => undefined
  const heading = root[at + 2]
  const bases = isGroup(heading, '(') ? argumentsOf(heading, 'python').positional.map(pathOf) : []
  const { line } = name
  return (end) => {
    facts.classes.push({
      name: name.text,
      bases,
      fields: fieldsOf(root, at + 2, indent, end),
      line,
      at: name.at,
      end,
      doc: docstringAt(root, at + 2),
      decorators,
    })
  }
}

/** `name: str = "…"` of the class itself, and not of its methods. */
function fieldsOf(root: readonly Node[], from: number, indent: number, end: number): readonly Field[] {
  const fields: Field[] = []
  let inner: number | undefined
  for (let at = from; at < root.length && root[at]!.at < end; at += 1) {
    const node = root[at]!
    if (node.kind !== 'line' || (node.indent ?? 0) <= indent) continue
    inner ??= node.indent
    const name = root[at + 1]
    if (node.indent !== inner || !isName(name)) continue
    const hasType = isMark(root[at + 2], ':')
    const type = hasType ? root[at + 3] : undefined
    const equals = hasType ? assignmentAfter(root, at + 3) : isMark(root[at + 2], '=') ? at + 2 : undefined
    if (!hasType && equals === undefined) continue
    const value = equals === undefined ? undefined : readValue(root, equals + 1, 'python').value
    const held = hasType ? root[at + 4] : undefined
    const of = isGroup(held, '[') ? held.items[0] : undefined
    fields.push({ name: name.text, type: isName(type) ? type.text : '', of: isName(of) ? of.text : '', value })
  }
  return fields
}

/** Returns the position of `=` before the end of the line. */
function assignmentAfter(root: readonly Node[], at: number): number | undefined {
  for (let place = at; place < root.length && root[place]!.kind !== 'line'; place += 1) {
    if (isMark(root[place], '=')) return place
  }
  return undefined
}

function readStatement(root: readonly Node[], at: number, facts: Facts): void {
  const first = root[at]
  if (isName(first, 'from', 'import')) return readImport(root, at, facts)
  if (isName(first, 'return')) {
    if (root[at + 1] === undefined || root[at + 1]!.kind === 'line') return
    facts.returns.push({ value: readValue(root, at + 1, 'python').value, line: first.line, at: first.at })
    return
  }
  if (!isName(first)) return
  // The name, its members, its type; then the assigned value.
  let name = first
  let place = at + 1
  while (isMark(root[place], '.') && isName(root[place + 1])) {
    name = root[place + 1] as typeof first
    place += 2
  }
  const equals = isMark(root[place], ':') ? assignmentAfter(root, place) : isMark(root[place], '=') ? place : undefined
  if (equals === undefined || root[equals + 1] === undefined || root[equals + 1]!.kind === 'line') return
  const { value } = readValue(root, equals + 1, 'python')
  facts.constants.push({ name: name.text, value, line: first.line, at: first.at })
}

function readImport(root: readonly Node[], at: number, facts: Facts): void {
  let end = at
  while (end < root.length && root[end]!.kind !== 'line') end += 1
  const line = root.slice(at, Math.min(end, at + 400)).flatMap((item) => (isGroup(item) ? item.items : [item]))
  const words = line.filter((item) => item.kind !== 'line').map((item) => (item.kind === 'group' ? '' : item.text))
  const imports = words.indexOf('import')
  const module = words[0] === 'from' ? words.slice(1, imports).join('') : undefined
  const names = words
    .slice(imports + 1)
    .join(' ')
    .split(/ ,(?: |$)/)
  for (const name of names) {
    const [path = '', alias] = name.replaceAll(' . ', '.').split(' as ')
    const local = (alias ?? path.split('.')[0] ?? '').trim()
    if (local === '' || local === '*') continue
    facts.imports.set(local, module === undefined ? { module: path.trim(), name: '*' } : { module, name: path.trim() })
  }
}
