import type { Source } from '../../src/match/source.ts'
import {
  type FileFacts,
  type Flow,
  type FunctionFacts,
  type Origin,
  type Path,
  PATH_MAX,
  type Port,
  type SinkFacts,
  type SourceFacts,
} from '../../src/taint/facts.ts'
import { factsOf } from '../../src/taint/flow/facts-of.ts'
import { lower } from '../../src/taint/lower/lower.ts'
import type { Marks, NodeMarks } from '../../src/taint/marks.ts'
import { isLeaf, lineStarts, positionOf, textOf } from '../../src/tree/compact-tree.ts'
import { sourceOf } from './print-ir.ts'

export const NO_MARKS: Marks = {
  rules: [],
  without: { indexes: [], numbers: [], booleans: [], combined: [] },
  groups: [],
  sources: [],
  sinks: [],
  exits: [],
  byNode: new Map(),
}

type Change = { -readonly [Part in keyof NodeMarks]: NodeMarks[Part][number][] }

/**
 * Marks calls by name for rule 0, and with a 2 after the name for rule 1:
 * - `source()` returns a source, `fill(x)` makes `x` one, `label(x)` one that requires another;
 * - `clean(x)` is sanitized, `scrub(x)` sanitizes `x`;
 * - all arguments of `sink(...)` reach a sink;
 * - `carry(to, from)` propagates `from` to `to`.
 */
export function marksByName(source: Source): Marks {
  const { tree } = source
  const nodes = new Map<number, Change>()
  const sources: SourceFacts[] = []
  const sinks: SinkFacts[] = []
  const starts = lineStarts(tree.text)
  const at = (node: number): Change => {
    const known = nodes.get(node) ?? { sources: [], sourcesAfter: [], clean: [], cleanAfter: [], sinks: [], into: [] }
    nodes.set(node, known)
    return known
  }
  for (const { node, name, given } of callsIn(source)) {
    const rule = name.endsWith('2') ? 1 : 0
    const { line, column } = positionOf(starts, tree.start[node]!)
    const place = { line, column, endLine: line, endColumn: column }
    const add = (more: { requires?: string }): number =>
      sources.push({ rule, label: '', place, snippet: '', bound: {}, ...more }) - 1
    const [first, second] = given
    const word = name.replace('2', '')
    if (word === 'source') at(node).sources.push(add({}))
    if (word === 'label') at(node).sources.push(add({ requires: 'A' }))
    if (word === 'clean') at(node).clean.push(rule)
    if (word === 'fill') at(first!).sourcesAfter.push(add({}))
    if (word === 'scrub') at(first!).cleanAfter.push(rule)
    if (word === 'carry') at(second!).into.push({ rule, node: first!, isAfter: true, isReplaced: false })
    if (word !== 'sink') continue
    const mark = sinks.push({ rule, place, start: 0, end: 0, snippet: '', bound: {} }) - 1
    for (const item of given) at(unwrapped(source, item)).sinks.push(mark)
  }
  return { ...NO_MARKS, rules: ['one', 'two'], sources, sinks, byNode: nodes }
}

function unwrapped({ tree }: Source, node: number): number {
  return tree.kinds.name(tree.kind[node]!) === 'parenthesized_expression' ? node + 2 : node
}

const NAMES = /^(?:source|fill|label|clean|scrub|sink|carry)2?$/

function* callsIn({ tree }: Source): Generator<{ node: number; name: string; given: readonly number[] }> {
  for (let node = 0; node < tree.count; node += 1) {
    const kind = tree.kinds.name(tree.kind[node]!)
    if (kind !== 'call_expression' && kind !== 'call' && kind !== 'method_invocation') continue
    const name = textOf(tree, node + 1)
    if (!isLeaf(tree, node + 1) || !NAMES.test(name)) continue
    let list = node + 1
    while (!/^argument(?:s|_list)$/.test(tree.kinds.name(tree.kind[list]!))) list = tree.next[list]!
    const values: number[] = []
    for (let item = list + 1; item < tree.next[list]!; item = tree.next[item]!) {
      if (tree.kinds.isNamed(tree.kind[item]!)) values.push(item)
    }
    yield { node, name, given: values }
  }
}

export async function factsOfText(path: string, text: string, firstLevel = 0): Promise<FileFacts> {
  const source = await sourceOf(path, text)
  return factsOf(lower(source), marksByName(source), source, path, firstLevel)
}

/** Returns the flows of a function (the file itself without a name) as readable lines, sorted. */
export function linesOf(facts: FileFacts, name?: string): string[] {
  const fn = name === undefined ? facts.functions[0]! : facts.functions.find((item) => item.name === name)!
  return [...new Set(fn.flows.map((flow) => lineOf(facts, fn, flow)))].sort()
}

function lineOf(facts: FileFacts, fn: FunctionFacts, flow: Flow): string {
  const from = [originText(facts, fn, flow.from), ...flow.fromPath].join('.')
  const to = [portText(facts, fn, flow.to), ...flow.toPath].join('.')
  const texts = [
    ...(flow.except === undefined ? [] : [`except ${flow.except.join()}`]),
    ...(flow.only === undefined ? [] : [`only ${flow.only.join()}`]),
    ...(flow.via === undefined ? [] : [`via ${flow.via.join()}`]),
  ]
  return [`${from} > ${to}`, ...texts].join(' ')
}

function originText(facts: FileFacts, fn: FunctionFacts, origin: Origin): string {
  switch (origin.type) {
    case 'parameter':
      return origin.index === -1 ? 'this' : fn.parameters[origin.index]!.name
    case 'result':
      return `${callText(fn, origin.call)}()`
    case 'after':
      return `after ${callText(fn, origin.call)}(${origin.index})`
    case 'thrown':
      return `thrown by ${callText(fn, origin.call)}`
    case 'cell':
      return `[${origin.cell.name}]`
    case 'source':
      return `source:${facts.sources[origin.mark]!.place.line}`
    case 'function':
      return `function ${facts.functions[origin.id]!.name}`
    case 'class':
      return `class ${facts.classes[origin.id]!.name}`
    case 'import':
      return `import ${origin.module}#${origin.name}`
    case 'global':
    default:
      return `global ${origin.name}`
  }
}

function portText(facts: FileFacts, fn: FunctionFacts, port: Port): string {
  switch (port.type) {
    case 'parameter':
      return port.index === -1 ? 'this' : fn.parameters[port.index]!.name
    case 'argument':
      return `${callText(fn, port.call)}(${port.index})`
    case 'cell':
      return `[${port.cell.name}]`
    case 'import':
      return `import ${port.module}#${port.name}`
    case 'sink':
      return `sink:${facts.sinks[port.mark]!.place.line}`
    case 'return':
    case 'throw':
    default:
      return port.type
  }
}

function callText(fn: FunctionFacts, call: number): string {
  const { name, method } = fn.calls[call]!
  return name === '' ? method : name
}

/** Returns the flows from sources to sinks for each rule, where unknown calls have no effect: `source:1 > sink:2`, with line numbers. */
export function arrivals(facts: FileFacts): string[] {
  const found = new Set<string>()
  for (const [mark, source] of facts.sources.entries()) {
    if (source.requires !== undefined) continue
    const open = [{ key: `s${mark}`, fn: -1, path: [] as Path }]
    const seen = new Set<string>()
    for (const item of open) {
      const text = JSON.stringify(item)
      if (seen.has(text) || seen.size > 20_000) continue
      seen.add(text)
      for (const [id, fn] of facts.functions.entries()) {
        if (item.fn !== -1 && item.fn !== id) continue
        for (const flow of fn.flows) {
          if (keyOf(flow.from) !== item.key || isOff(flow, source.rule)) continue
          const path = moved(item.path, flow.fromPath, flow.toPath)
          if (path === undefined) continue
          const { to } = flow
          if (to.type === 'cell') open.push({ key: keyOf(to), fn: -1, path })
          if (to.type === 'argument') open.push({ key: `a${to.call}:${to.index}`, fn: id, path })
          if (to.type !== 'sink' || facts.sinks[to.mark]!.rule !== source.rule) continue
          found.add(`source:${source.place.line} > sink:${facts.sinks[to.mark]!.place.line}`)
        }
      }
    }
  }
  return [...found].sort()
}

function isOff({ except, only }: Flow, rule: number): boolean {
  return except?.includes(rule) === true || only?.includes(rule) === false
}

function keyOf(origin: Origin): string {
  if (origin.type === 'source') return `s${origin.mark}`
  if (origin.type === 'cell') return `c${origin.cell.owner} ${origin.cell.name}`
  return origin.type === 'after' ? `a${origin.call}:${origin.index}` : '-'
}

function moved(path: Path, from: Path, to: Path): Path | undefined {
  const common = Math.min(path.length, from.length)
  for (let at = 0; at < common; at += 1) {
    if (path[at] !== from[at] && path[at] !== '*' && from[at] !== '*') return undefined
  }
  return [...to, ...path.slice(from.length)].slice(0, PATH_MAX)
}
