import { Failure } from '@gatehouse/kernel'
import { isConfigLanguage } from '../languages/config-language.ts'
import { EXTRA, NAMED } from '../tree/compact-tree.ts'
import type { Bindings } from './bindings.ts'
import { candidates } from './candidates.ts'
import { Matcher } from './matcher.ts'
import type { CompiledPattern, Pattern } from './pattern.ts'
import type { MatchOptions, Source } from './source.ts'
import { unwrap } from './view.ts'

/** A place in a file that a pattern matches. */
export interface Hit {
  readonly start: number
  readonly end: number
  readonly bindings: Bindings
}

/** Ours: more than a file of the largest size has expressions that people look for. */
const HITS_MAX = 100_000

/** All places of a file that a pattern matches, in their order. */
export function findPattern(compiled: CompiledPattern, source: Source, options: MatchOptions): readonly Hit[] {
  const matcher = new Matcher(source, options)
  return compiled.isSequence ? findSequences(compiled.statements, matcher) : findNodes(compiled, matcher)
}

function findNodes({ statements, words }: CompiledPattern, matcher: Matcher): readonly Hit[] {
  const { tree, vocabulary, source, options } = matcher
  const hits: Hit[] = []
  const pattern = statements[0]!
  for (const node of candidates(pattern, words, source, options)) {
    const flags = tree.flags[node]!
    // The whole file is no piece of code that is looked for.
    if (node === 0 || (flags & NAMED) === 0 || (flags & EXTRA) !== 0 || tree.start[node] === tree.end[node]) continue
    if (vocabulary.transparent.has(tree.kind[node]!) && unwrap(tree, node, vocabulary) !== node) continue
    if (vocabulary.loose.has(tree.kind[node]!) && pattern.type !== 'node') continue
    if (isPart(matcher, node, pattern)) continue
    for (const bindings of matcher.match(pattern, node, undefined)) {
      hits.push({
        start: tree.start[node]!,
        end: tree.text[tree.end[node]! - 1] === '\n' ? endOf(tree, node) : tree.end[node]!,
        bindings,
      })
    }
    checkCount(hits)
  }
  return hits
}

/** Where a line ends, not where the next one begins: some grammars take the break for a part of it. */
function endOf(tree: Matcher['tree'], node: number): number {
  let end = tree.end[node]!
  while (end > tree.start[node]! + 1 && /\s/.test(tree.text[end - 1]!)) end -= 1
  return end
}

/** The single declarator of a declaration, and the text in a string, are found as what they are part of. */
function isPart({ tree, vocabulary }: Matcher, node: number, pattern: Pattern): boolean {
  const kind = tree.kind[node]!
  if (vocabulary.content.has(kind)) return true
  const parent = tree.parent[node]!
  if (parent === -1 || pattern.type !== 'node' || pattern.assigns === undefined) return false
  return vocabulary.declarations.has(tree.kind[parent]!) && named(tree, parent) === 1
}

function named({ next, kind, kinds }: Matcher['tree'], node: number): number {
  let count = 0
  for (let child = node + 1; child < next[node]!; child = next[child]!) {
    if (/declarator|_spec$|^variable_declaration$/.test(kinds.name(kind[child]!))) count += 1
  }
  return count
}

function findSequences(pattern: readonly Pattern[], matcher: Matcher): readonly Hit[] {
  const { tree, vocabulary, source } = matcher
  const hits: Hit[] = []
  const startsOpen = pattern[0]?.type === 'ellipsis'
  const runs = new Set(
    isConfigLanguage(vocabulary.language) ? vocabulary.language.runs.map((kind) => tree.kinds.id(kind, true)) : [],
  )
  for (let node = 0; node < tree.count; node += 1) {
    if (!vocabulary.blocks.has(tree.kind[node]!) && !runs.has(tree.kind[node]!)) continue
    const code = source.speaking(node)
    for (let from = 0; from < code.length; from += 1) {
      for (const { bindings, end } of matcher.sequences.statements(pattern, code, from, undefined)) {
        const start = tree.start[code[from]!]!
        if (end > start) hits.push({ start, end, bindings })
      }
      checkCount(hits)
      // An ellipsis in front takes whatever comes first, so that the other starts say the same.
      if (startsOpen) break
    }
  }
  return hits
}

/** A rule of which a part was left out would say less than it means. */
function checkCount(hits: readonly Hit[]): void {
  if (hits.length > HITS_MAX) throw new Failure('limit_reached', `A pattern matches more than ${HITS_MAX} times.`)
}
