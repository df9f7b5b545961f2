import { Failure } from '@gatehouse/kernel'
import { isConfigLanguage } from '../languages/config-language.ts'
import { EXTRA, NAMED } from '../tree/compact-tree.ts'
import type { Bindings } from './bindings.ts'
import { blocks, candidates, type Needed } from './candidates.ts'
import { Matcher, type MetaTest } from './matcher.ts'
import type { CompiledPattern, Pattern } from './pattern.ts'
import type { MatchOptions, Source } from './source.ts'
import { unwrap, type Vocabulary } from './view.ts'

/** A match of a pattern in a file. */
export interface Hit {
  readonly start: number
  readonly end: number
  readonly bindings: Bindings
}

/** Own limit: more than the number of relevant expressions in a file of the maximum size. */
const HITS_MAX = 100_000

/**
 * Finds all matches of a pattern in a file, in order.
 * @param hints lists of words: candidates without a word of each list are skipped
 * @param test condition on the values of metavariables
 * @param among candidate nodes, ascending; undefined for all candidates of the pattern
 */
export function findPattern(
  compiled: CompiledPattern,
  source: Source,
  options: MatchOptions,
  hints: readonly (readonly string[])[] = [],
  test?: MetaTest,
  among?: readonly number[],
): readonly Hit[] {
  // A pattern that no code is.
  if (compiled.statements[0]?.type === 'run') return []
  const matcher = new Matcher(source, options, test)
  const { words } = compiled
  return compiled.isSequence
    ? findSequences(compiled.statements, matcher, { words, hints })
    : findNodes(compiled.statements[0]!, matcher, { words, hints }, among)
}

function findNodes(
  pattern: Pattern,
  matcher: Matcher,
  needed: Needed,
  among: readonly number[] | undefined,
): readonly Hit[] {
  const { tree, vocabulary, source, options } = matcher
  const hits: Hit[] = []
  for (const node of among ?? candidates(pattern, needed, source, options)) {
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

/** Returns the end of a node's last line: some grammars include the line break. */
function endOf(tree: Matcher['tree'], node: number): number {
  let end = tree.end[node]!
  while (end > tree.start[node]! + 1 && /\s/.test(tree.text[end - 1]!)) end -= 1
  return end
}

/** Whether a node is reported as its parent: the only declarator of a declaration, and the text of a string. */
function isPart({ tree, vocabulary }: Matcher, node: number, pattern: Pattern): boolean {
  const kind = tree.kind[node]!
  if (vocabulary.content.has(kind)) return true
  const parent = tree.parent[node]!
  if (parent === -1 || pattern.type !== 'node' || pattern.assigns === undefined) return false
  return vocabulary.declarations.has(tree.kind[parent]!) && hasSingleDeclarator(tree, parent)
}

/** Whether a declaration has exactly one declarator. Stops at the second: a declaration may have thousands. */
function hasSingleDeclarator({ next, kind, kinds }: Matcher['tree'], node: number): boolean {
  let count = 0
  for (let child = node + 1; child < next[node]! && count < 2; child = next[child]!) {
    if (/declarator|_spec$|^variable_declaration$/.test(kinds.name(kind[child]!))) count += 1
  }
  return count === 1
}

function findSequences(pattern: readonly Pattern[], matcher: Matcher, needed: Needed): readonly Hit[] {
  const { tree, vocabulary, source, options } = matcher
  const hits: Hit[] = []
  const startsOpen = pattern[0]?.type === 'ellipsis'
  for (const node of blocks(blockKinds(vocabulary), needed, source, options)) {
    const code = source.speaking(node)
    for (let from = 0; from < code.length; from += 1) {
      if (!mayBegin(pattern[0], code[from]!, matcher)) continue
      for (const { bindings, end } of matcher.sequences.statements(pattern, code, from, undefined)) {
        const start = tree.start[code[from]!]!
        if (end > start) hits.push({ start, end, bindings })
      }
      checkCount(hits)
      // A leading ellipsis matches any prefix, so further starts are redundant.
      if (startsOpen) break
    }
  }
  return hits
}

const holders = new WeakMap<Vocabulary, ReadonlySet<number>>()

/** Returns the kinds that contain sequences. */
function blockKinds(vocabulary: Vocabulary): ReadonlySet<number> {
  const { language, blocks: own, kinds } = vocabulary
  if (!isConfigLanguage(language)) return own
  const all = holders.get(vocabulary) ?? own.union(new Set(language.runs.map((kind) => kinds.id(kind, true))))
  holders.set(vocabulary, all)
  return all
}

/** Whether a statement may be the first of a pattern: most are none, by their kinds. */
function mayBegin(first: Pattern | undefined, statement: number, { tree, vocabulary, options }: Matcher): boolean {
  if (first?.type !== 'node' || options.symbols || first.path !== undefined || first.assigns !== undefined) return true
  if (first.isCall === true || first.isBlock || first.isParameters === true || first.isPair === true) return true
  if (first.children.every((child) => child.type === 'ellipsis')) return true
  const kind = tree.kind[unwrap(tree, statement, vocabulary)]!
  if (first.kinds.has(kind) || vocabulary.loose.has(kind)) return true
  // Optional parts are skipped.
  return (
    vocabulary.optional.has(kind) ||
    vocabulary.optional.has(tree.kind[statement]!) ||
    vocabulary.optionalFields.has(tree.field[statement]!) ||
    vocabulary.words.has(tree.kind[statement]!)
  )
}

/** Checks the number of hits: a rule with partial hits would give wrong results. */
function checkCount(hits: readonly Hit[]): void {
  if (hits.length > HITS_MAX) throw new Failure('limit_reached', `A pattern matches more than ${HITS_MAX} times.`)
}
