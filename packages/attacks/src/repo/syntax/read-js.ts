import { jsTokens } from './js-tokens.ts'
import { bodyAfter, readValue } from './read-value.ts'
import { type Facts, type Field, inOrder, noFacts, type SourceFile } from './source-file.ts'
import { buildTree, isGroup, isMark, isName, type NameToken, type Node, pieces } from './tree.ts'
import type { Value } from './value.ts'
import { everyList, readChain } from './walk.ts'

/** Extracts the facts of a JavaScript or TypeScript file. */
export function readJs(path: string, source: string): SourceFile {
  const facts = noFacts()
  for (const items of everyList(buildTree(jsTokens(source), source.length))) {
    for (let at = 0; at < items.length; at += 1) readNode(items, at, facts)
  }
  return { path, language: 'js', ...inOrder(facts) }
}

function readNode(items: readonly Node[], at: number, facts: Facts): void {
  const node = items[at]!
  if (isGroup(node, '{')) facts.maps.push(node)
  if (!isName(node)) return
  const isMember = isMark(items[at - 1], '.', '?.')
  if (!isMember && isName(node, 'const', 'let', 'var')) readVariable(items, at, facts)
  else if (!isMember && isName(node, 'function')) readFunction(items, at, facts)
  else if (!isMember && isName(node, 'class', 'interface', 'type')) readClass(items, at, facts)
  else if (!isMember && isName(node, 'import')) readImport(items, at, facts)
  else if (!isMember && isName(node, 'return') && items[at + 1]?.line === node.line) {
    facts.returns.push({ value: readValue(items, at + 1, 'js').value, line: node.line, at: node.at })
  } else {
    if (readMethod(items, at, facts)) return
    readAssignment(items, at, facts)
    readChain(items, at, 'js', facts)
  }
}

function readVariable(items: readonly Node[], at: number, facts: Facts): void {
  const target = items[at + 1]
  if (target === undefined) return
  const equals = assignedAt(items, at + 2)
  if (equals === undefined) return
  const { value } = readValue(items, equals + 1, 'js')
  const place = { line: target.line, at: target.at }
  if (isGroup(target, '{')) facts.unpackings.push({ names: unpackedNames(target.items), of: value, ...place })
  else if (isName(target)) addValue(target.text, value, place, facts)
  readRequire(target, value, facts)
}

/** Returns the position of `=` after the name; a type may be between. */
function assignedAt(items: readonly Node[], at: number): number | undefined {
  for (let place = at; place < Math.min(items.length, at + 60); place += 1) {
    if (isMark(items[place], '=')) return place
    if (isMark(items[place], ';', '=>') || isName(items[place], 'of', 'in', 'const', 'let', 'return')) return undefined
  }
  return undefined
}

/** Returns the destructured names, as the object spells them. */
function unpackedNames(items: readonly Node[]): readonly string[] {
  return pieces(items).flatMap(([from]) => {
    const key = items[from]
    return key?.kind === 'name' || key?.kind === 'text' ? [key.text] : []
  })
}

function addValue(name: string, value: Value, place: { line: number; at: number }, facts: Facts): void {
  facts.constants.push({ name, value, ...place })
  if (value.kind !== 'function') return
  facts.functions.push({ name, params: value.params, end: value.end, decorators: [], doc: '', ...place })
}

function readRequire(target: Node, value: Value, facts: Facts): void {
  if (value.kind !== 'call' || (value.path !== 'require' && value.path !== 'import')) return
  const [module] = value.group.items
  if (module?.kind !== 'text') return
  if (isName(target)) facts.imports.set(target.text, { module: module.text, name: '*' })
  if (!isGroup(target)) return
  for (const name of unpackedNames(target.items)) facts.imports.set(name, { module: module.text, name })
}

function readFunction(items: readonly Node[], at: number, facts: Facts): void {
  const from = isMark(items[at + 1], '*') ? at + 2 : at + 1
  const name = items[from]
  const isNamed = isName(name)
  let place = isNamed ? from + 1 : from
  // Types of its own: `function f<A>(…)`.
  while (place < items.length && place < from + 40 && !isGroup(items[place], '(')) place += 1
  const params = items[place]
  const body = bodyAfter(items, place + 1)
  const end = body === undefined ? undefined : items[body]
  if (!isGroup(params, '(') || !isGroup(end)) return
  const isDefault = isName(items[at - 1], 'default') || isName(items[at - 2], 'default')
  const said = isNamed ? name.text : isDefault ? 'default' : ''
  const { line } = items[at]!
  facts.functions.push({
    name: said,
    params: params.items,
    line,
    at: items[at]!.at,
    end: end.end,
    decorators: [],
    doc: '',
  })
}

/** `name(a) { … }` in a class or an object. */
function readMethod(items: readonly Node[], at: number, facts: Facts): boolean {
  const name = items[at] as NameToken
  const params = items[at + 1]
  if (!isGroup(params, '(') || isMark(items[at - 1], '.', '?.') || NO_METHOD.has(name.text)) return false
  if (isName(items[at - 1], 'function')) return true
  if (isName(items[at - 1], 'new', 'await', 'return')) return false
  const body = bodyAfter(items, at + 2)
  const end = body === undefined ? undefined : items[body]
  // A call with a block much later is not a definition.
  if (!isGroup(end) || end.line > params.line + PARAMS_LINES_MAX) return false
  const { line } = name
  facts.functions.push({
    name: name.text,
    params: params.items,
    line,
    at: name.at,
    end: end.end,
    decorators: [],
    doc: '',
  })
  return true
}

const NO_METHOD = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'function', 'super', 'return', 'await'])
const PARAMS_LINES_MAX = 40

/** `this.prompt = …`, `module.exports.a = …`, members of classes. */
function readAssignment(items: readonly Node[], at: number, facts: Facts): void {
  const said = items[at] as NameToken
  if (!isMark(items[at + 1], '=') || isName(items[at - 1], 'const', 'let', 'var')) return
  // `prompt: string = …` of a class.
  const isTyped = isMark(items[at - 1], ':') && isName(items[at - 2])
  if (isTyped && isName(items[at - 3], 'const', 'let', 'var')) return
  const name = isTyped ? (items[at - 2] as typeof said) : said
  addValue(name.text, readValue(items, at + 2, 'js').value, { line: name.line, at: name.at }, facts)
}

function readClass(items: readonly Node[], at: number, facts: Facts): void {
  const name = items[at + 1]
  if (!isName(name)) return
  const heading = items.slice(at + 2, at + 40)
  const place = heading.findIndex((item) => isGroup(item, '{'))
  const body = heading[place]
  if (!isGroup(body) || heading.slice(0, place).some((item) => isMark(item, ';'))) return
  const extended = heading.findIndex((item) => isName(item, 'extends'))
  const base = heading[extended + 1]
  facts.classes.push({
    name: name.text,
    bases: extended >= 0 && isName(base) ? [base.text] : [],
    fields: fieldsOf(body.items),
    line: name.line,
    at: name.at,
    end: body.end,
    doc: '',
    decorators: [],
  })
}

/** `name?: string` of a type or a class. */
function fieldsOf(items: readonly Node[]): readonly Field[] {
  const fields: Field[] = []
  for (let at = 0; at < items.length; at += 1) {
    const name = items[at]!
    const colon = isMark(items[at + 1], '?', '!') ? at + 2 : at + 1
    const isField = (isName(name) || name.kind === 'text') && isMark(items[colon], ':')
    if (!isField || isMark(items[at - 1], ':', '|', '&', '<', '?')) continue
    const word = items[colon + 1]
    const type = word?.kind === 'name' ? word.text : ''
    // `Message[]` is a list of them.
    const brackets = items[colon + 2]
    const isList = isGroup(brackets, '[') && brackets.items.length === 0
    fields.push({ name: name.text, type: isList ? 'Array' : type, of: isList ? type : '', value: undefined })
  }
  return fields
}

/** Maximum number of nodes between `import` and the module name: names are in one pair of braces. */
const IMPORT_NODES_MAX = 12

function readImport(items: readonly Node[], at: number, facts: Facts): void {
  const module = items.slice(at, at + IMPORT_NODES_MAX).find((item) => item.kind === 'text')
  if (module?.kind !== 'text') return
  const end = items.indexOf(module, at)
  for (let place = at + 1; place < end; place += 1) {
    const node = items[place]!
    if (isGroup(node, '{')) {
      for (const [from, to] of pieces(node.items)) {
        const names = node.items.slice(from, to).filter((item) => isName(item) && !isName(item, 'type', 'as'))
        const [name] = names
        const local = names.at(-1)
        if (isName(name) && isName(local)) facts.imports.set(local.text, { module: module.text, name: name.text })
      }
    } else if (isName(node) && !isName(node, 'from', 'type', 'as')) {
      const isAll = isName(items[place - 1], 'as')
      facts.imports.set(node.text, { module: module.text, name: isAll ? '*' : 'default' })
    }
  }
}
