import { Failure } from '@gatehouse/kernel'
import { isConfigLanguage } from '../languages/config-language.ts'
import type { Language } from '../languages/language.ts'
import { type CompactTree, ERROR, MISSING } from '../tree/compact-tree.ts'
import type { Grammar } from '../tree/grammar.ts'
import { parseText } from '../tree/parse.ts'
import { CompileNodes } from './compile-nodes.ts'
import type { CompiledPattern, Pattern } from './pattern.ts'
import { writePattern, type Written } from './pattern-text.ts'
import type { NeededText } from './said-texts.ts'
import { speaking, unwrap, type Vocabulary, vocabularyOf } from './view.ts'
import { isWord } from './words.ts'

/** Own limit: longer than any known rule's pattern. */
export const PATTERN_CHARS_MAX = 20_000

/** Own limit: several times the number of patterns of all built-in rules in one language. */
const KNOWN_MAX = 30_000

const known = new WeakMap<Grammar, WeakMap<Language, Map<string, CompiledPattern>>>()

/**
 * Compiles a pattern of a language, with a cache: rules of one kind share most patterns.
 * @throws {Failure} `invalid_request` for a pattern that the language cannot parse
 */
export function compilePattern(text: string, language: Language, grammar: Grammar): CompiledPattern {
  const languages = known.get(grammar) ?? new WeakMap<Language, Map<string, CompiledPattern>>()
  known.set(grammar, languages)
  const patterns = languages.get(language) ?? new Map<string, CompiledPattern>()
  languages.set(language, patterns)
  let pattern = patterns.get(text)
  if (pattern === undefined) {
    pattern = compileNew(text, language, grammar)
    if (patterns.size >= KNOWN_MAX) patterns.clear()
    patterns.set(text, pattern)
  }
  return pattern
}

function compileNew(text: string, language: Language, grammar: Grammar): CompiledPattern {
  if (text.length > PATTERN_CHARS_MAX) {
    throw new Failure('invalid_request', `A pattern can have at most ${PATTERN_CHARS_MAX} characters.`)
  }
  const compiled = compileWritten(text, language, grammar) ?? compileHead(text, language, grammar)
  if (compiled !== undefined) return compiled
  const small = SIGILS.test(language.name) ? null : /\$[a-z]\w{0,99}/.exec(text)
  const hint = small === null ? '' : ` (metavariables must be upper-case; ${small[0]} is not)`
  throw new Failure('invalid_request', `Invalid ${language.name} in a pattern: ${shortened(text)}${hint}`)
}

/** Languages with `$` in their own names. */
const SIGILS = /^(?:bash|dockerfile|javascript|php|typescript|tsx|yaml)$/

/** Compiles the head of a statement or declaration: it matches with any body. */
function compileHead(text: string, language: Language, grammar: Grammar): CompiledPattern | undefined {
  if (isConfigLanguage(language) || language.functions.length === 0) return undefined
  const head = text.trimEnd()
  if (language.name === 'python')
    return head.endsWith(':') ? compileWritten(`${head}\n  ...`, language, grammar) : undefined
  return /[\w)>]$/.test(head) ? compileWritten(`${head} { ... }`, language, grammar) : undefined
}

function compileWritten(text: string, language: Language, grammar: Grammar): CompiledPattern | undefined {
  const vocabulary = vocabularyOf(language, grammar.kinds)
  const { candidates, typed } = candidatesOf(text, language)
  for (const written of candidates) {
    const found = readWritten(written, language, grammar, vocabulary)
    if (found === undefined) continue
    const { tree, roots, isSequence } = found
    const compiler = new CompileNodes(tree, vocabulary, typed)
    const statements = roots.map((node) => compiler.compile(node))
    const [only] = statements
    const isList =
      isSequence && (found.isRun === true || statements.length > 1 || only?.type === 'ellipsis' || only?.type === 'all')
    const { metas } = compiler
    const needs = needsOf(statements, language)
    const words = needs.filter(isWord)
    const texts = isConfigLanguage(language) ? [] : textsOf(statements)
    return { statements, isSequence: isList, metas, needs, words, texts, ...metavariableConditions(statements) }
  }
  return undefined
}

/** `std::ofstream $F(...)` without a final semicolon: an object construction, not a parameter. */
const MADE = /^[\w:]{0,100}\w::\w{1,100}(?:<[^<>;]{0,100}>)?\s{1,9}\$[A-Z_0-9]{1,99}\s{0,9}\([^;{}]{0,1000}\)$/

function candidatesOf(text: string, language: Language): ReturnType<typeof writePattern> {
  if (!isConfigLanguage(language) && language.imports === 'cpp' && MADE.test(text.trim())) {
    const declared = writePattern(`${text.trim()};`, language)
    const plain = writePattern(text, language)
    return { candidates: [...declared.candidates, ...plain.candidates], typed: plain.typed }
  }
  if (!isConfigLanguage(language) || language.write === undefined) return writePattern(text, language)
  return { candidates: language.write(text), typed: [] }
}

interface Found {
  readonly tree: CompactTree
  readonly roots: readonly number[]
  readonly isSequence: boolean
  /** Whether a single item also means a part of a list. */
  readonly isRun?: boolean
}

/** Returns the pattern's nodes in a generated file; undefined where the grammar does not parse it as such. */
function readWritten(
  written: Written,
  language: Language,
  grammar: Grammar,
  vocabulary: Vocabulary,
): Found | undefined {
  const parsed = parseText(written.text, grammar, new Set(language.comments))
  if (parsed === undefined || parsed.unread.length > 0) return undefined
  const { tree } = parsed
  for (let node = 0; node < tree.count; node += 1) {
    // The grammar inserts missing tokens; only missing statement terminators are accepted.
    const isMadeUp = tree.start[node] === tree.end[node] && /^[^\w\s;]+$/.test(tree.kinds.name(tree.kind[node]!))
    const isWrong = isMadeUp || (tree.flags[node]! & (ERROR | MISSING)) !== 0
    if (isWrong) return undefined
  }
  // Some grammars include the line break in the node before it.
  const end = written.end + (/^\s*\n/.exec(written.text.slice(written.end))?.[0].length ?? 0)
  let parent = 0
  for (;;) {
    const children = speaking(tree, parent, vocabulary)
    const outer = children.find((child) => tree.start[child]! < written.start || tree.end[child]! > end)
    const inside = children.filter((child) => tree.start[child]! >= written.start && tree.end[child]! <= end)
    if (inside.length > 0) {
      const isSequence = vocabulary.blocks.has(tree.kind[parent]!)
      const isWhole = isSequence || inside.length === 1
      const opened = isSequence ? undefined : openedOf(tree, unwrap(tree, inside[0]!, vocabulary), vocabulary)
      if (isWhole && opened !== undefined) return opened
      return isWhole ? { tree, roots: inside.map((node) => unwrap(tree, node, vocabulary)), isSequence } : undefined
    }
    if (outer === undefined) return undefined
    // Descend to the pattern: into the child that contains its start.
    const next = children.find((child) => tree.start[child]! <= written.start && tree.end[child]! >= written.end)
    if (next === undefined) return undefined
    parent = next
  }
}

/** Returns the node that a whole-pattern document means, where it is not the document itself. */
function openedOf(tree: CompactTree, node: number, vocabulary: Vocabulary): Found | undefined {
  const { language, kinds } = vocabulary
  // Brackets mean that the node is matched as written.
  if (!isConfigLanguage(language) || '{['.includes(tree.text[tree.start[node]!]!)) return undefined
  const kind = kinds.name(tree.kind[node]!)
  const roots = speaking(tree, node, vocabulary)
  if (language.runs.includes(kind)) return { tree, roots, isSequence: true, isRun: true }
  return language.opens.includes(kind) && roots.length === 1 ? { tree, roots, isSequence: false } : undefined
}

/** Returns texts that every match contains: names and numbers without an equivalent form. */
function needsOf(statements: readonly Pattern[], language: Language): readonly string[] {
  const needs = new Set<string>()
  // Without assignments, no name and no concatenation can replace a text.
  const isVerbatim = language.assignments.length === 0
  const visit = (pattern: Pattern): void => {
    if (pattern.type === 'deep' || pattern.type === 'chain') visit(pattern.inner)
    else if (pattern.type === 'run') for (const part of pattern.parts) visit(part)
    else if (pattern.type === 'node') pathNeeds(pattern, needs, visit)
    else if (pattern.type === 'string' && isVerbatim && pattern.text !== undefined) needs.add(pattern.text)
    // An alias may replace an imported name; the imported name is then in the import.
    else if (pattern.type === 'leaf' && pattern.text.length > 1 && (pattern.isName || isKeyword(pattern)))
      needs.add(pattern.text)
  }
  for (const statement of statements) visit(statement)
  return [...needs]
}

/** Keywords without an equivalent form. */
const KEYWORDS: ReadonlySet<string> = new Set(['catch', 'delete', 'import', 'instanceof', 'switch', 'throw', 'typeof'])

function isKeyword({ text, constant, tokens }: Extract<Pattern, { type: 'leaf' }>): boolean {
  return constant === undefined && tokens === undefined && KEYWORDS.has(text)
}

/** Returns string texts that every match contains. */
function textsOf(statements: readonly Pattern[]): readonly NeededText[] {
  const texts = new Set<NeededText>()
  const visit = (pattern: Pattern): void => {
    if (pattern.type === 'deep' || pattern.type === 'chain') visit(pattern.inner)
    else if (pattern.type === 'run') for (const part of pattern.parts) visit(part)
    else if (pattern.type === 'string') {
      const needed = pattern.regex ?? pattern.text
      if (needed !== undefined) texts.add(needed)
    } else if (pattern.type === 'node') {
      // An assignment has equivalent forms with other children.
      const parts = pattern.assigns === undefined ? pattern.children : [pattern.assigns.left, pattern.assigns.right]
      for (const part of parts) visit(part)
    }
  }
  for (const statement of statements) visit(statement)
  return [...texts]
}

/** Returns the conditions on metavariables, and the metavariables that are values. */
function metavariableConditions(statements: readonly Pattern[]): Pick<CompiledPattern, 'types' | 'values'> {
  const types = new Set<string>()
  const values = new Set<string>()
  const visit = (pattern: Pattern): void => {
    if (pattern.type === 'deep' || pattern.type === 'chain') visit(pattern.inner)
    else if (pattern.type === 'run') for (const part of pattern.parts) visit(part)
    else if (pattern.type === 'node') for (const child of pattern.children) visit(child)
    else if (pattern.type === 'meta' && pattern.ofType !== undefined) types.add(pattern.ofType)
    else if (pattern.type === 'string' && pattern.meta !== undefined) values.add(pattern.meta)
    else if (pattern.type === 'part') values.add(pattern.name)
  }
  for (const statement of statements) visit(statement)
  return { types: [...types], values }
}

function pathNeeds(
  pattern: Extract<Pattern, { type: 'node' }>,
  needs: Set<string>,
  visit: (pattern: Pattern) => void,
): void {
  for (const child of pattern.children) visit(child)
  if (pattern.path === undefined) return
  // The parts of a path may be far apart, and a wildcard import contains only its beginning.
  const parts = pattern.path.split('.')
  // A member may be called by the name of its class.
  for (const part of parts.slice(0, -1)) if (part !== parts.at(-1)) needs.delete(part)
}

function shortened(text: string): string {
  const line = text.replace(/\s{1,1000}/g, ' ').trim()
  return line.length > 80 ? `${line.slice(0, 80)}…` : line
}
