import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import { factsOf } from './facts/all.ts'
import type { LanguageFacts } from './facts/facts.ts'
import type { Program } from './group.ts'

type Order = LanguageFacts['order']

/** Reorders definitions, independent declarations, and named arguments. */
export function reorder(code: Code, program: Program): Mutated | undefined {
  const { order } = factsOf(code.language)!
  const draft = new Draft(program, code.file)
  // Inner nodes first, so that they move with their parent.
  for (const node of [...code.nodes()].toReversed()) {
    if (!code.isNamed(node) || code.isLeaf(node)) continue
    for (const item of order.keyed) if (item.list === code.kind(node)) keys(code, node, item, draft)
    if (!code.isBlock(node)) continue
    for (const run of runsOf(code, node, order.declarations)) declarations(code, run, draft)
    for (const run of runsOf(code, node, order.definitions)) definitions(code, run, order, draft)
  }
  return draft.count === 0 ? undefined : draft.done()
}

/** Children of some kinds that follow each other, each with the comments before it. */
function runsOf(code: Code, block: number, kinds: readonly string[]): readonly (readonly Part[])[] {
  const runs: Part[][] = [[]]
  let from: number | undefined
  for (const child of code.children(block)) {
    const start = from ?? code.start(child)
    if (code.isComment(child) || code.kind(child) === 'attribute_item') {
      from = code.isFirst(code.start(child)) ? start : undefined
      continue
    }
    from = undefined
    const inner = within(code, child, kinds)
    if (inner === undefined || !code.isFirst(code.start(child))) runs.push([])
    else runs.at(-1)!.push({ start, end: code.end(child), node: inner, outer: child })
  }
  return runs.filter((run) => run.length > 1)
}

/** Returns a node of these kinds, or one of them after a keyword or a decorator. */
function within(code: Code, node: number, kinds: readonly string[]): number | undefined {
  if (!code.isNamed(node)) return undefined
  if (kinds.includes(code.kind(node))) return node
  if (!/^(?:export_statement|decorated_definition)$/.test(code.kind(node))) return undefined
  return code.named(node).find((child) => kinds.includes(code.kind(child)))
}

interface Part {
  readonly start: number
  readonly end: number
  readonly node: number
  readonly outer: number
}

function definitions(code: Code, run: readonly Part[], { isBefore = false }: Order, draft: Draft): void {
  const names = run.map(({ node }) => nameOf(code, node))
  if (names.includes(undefined) || new Set(names).size !== names.length) return
  const heads = run.map(({ node, start, end }) => {
    const body = code.named(node).find((child) => code.isBlock(child))
    return code.text.slice(start, isBefore || body === undefined ? end : code.start(body))
  })
  // Definitions that use another one outside of a function body have to follow it.
  const bound = new Set<number>()
  for (const [at, head] of heads.entries()) {
    for (const [other, name] of names.entries()) {
      if (other !== at && new RegExp(`\\b${name}\\b`).test(head)) bound.add(at).add(other)
    }
  }
  const free = run.filter((_, at) => !bound.has(at))
  if (free.length > 1) draft.permute(free, free.toReversed())
}

function nameOf(code: Code, node: number): string | undefined {
  const named = code.named(node)
  const name = [code.child(node, 'name'), code.child(node, 'declarator')].find((item) => item !== -1)
  const found = name ?? named.find((child) => /identifier|word/.test(code.kind(child)))
  return found === undefined ? undefined : /\w+/.exec(code.textOf(found))?.[0]
}

/** Swaps two consecutive declarations without side effects and without references to each other. */
function declarations(code: Code, run: readonly Part[], draft: Draft): void {
  for (let at = 0; at + 1 < run.length; at += 1) {
    const [a, b] = [run[at]!, run[at + 1]!]
    const [first, second] = [givenIn(code, a.node), givenIn(code, b.node)]
    if (first === undefined || second === undefined || first.name === second.name) continue
    if (second.names.has(first.name) || first.names.has(second.name)) continue
    draft.permute([a, b], [b, a])
    at += 1
  }
}

interface Given {
  readonly name: string
  readonly names: ReadonlySet<string>
}

/** Returns `a = b` with `b` free of side effects; undefined for all other statements. */
function givenIn(code: Code, node: number): Given | undefined {
  const names: string[] = []
  for (let item = node; item < code.tree.next[node]!; item += 1) {
    const kind = code.kind(item)
    if (
      /call|invocation|creation|new_|await|yield|command|macro|lambda|function|arrow|assignment_exp|update|object/.test(
        kind,
      )
    ) {
      if (code.isNamed(item)) return undefined
    }
    if (code.vocabulary.identifiers.has(code.tree.kind[item]!)) names.push(code.textOf(item))
  }
  const [name] = names
  const isGiven = code.children(node).length > 0 && /[^=!<>]=[^=]/.test(code.textOf(node))
  return name === undefined || !isGiven ? undefined : { name, names: new Set(names.slice(1)) }
}

function keys(code: Code, list: number, { member, key }: Order['keyed'][number], draft: Draft): void {
  const inner = code.named(list)
  const members = inner.filter((child) => code.kind(child) === member && isKeyed(code, child, key))
  const first = inner.findIndex((child) => members.includes(child))
  // Keyed members have to be consecutive: a spread between them affects precedence.
  if (members.length < 2 || inner.slice(first, first + members.length).some((child) => !members.includes(child))) return
  const names = members.map((child) => code.textOf(key === undefined ? code.named(child)[0]! : code.child(child, key)))
  if (new Set(names).size !== names.length) return
  const ranges = members.map((child) => ({ start: code.start(child), end: code.end(child) }))
  draft.permute(ranges, ranges.toReversed())
}

function isKeyed(code: Code, member: number, key: string | undefined): boolean {
  return key === undefined ? code.named(member).length > 1 : code.child(member, key) !== -1
}
