import type { GenericDocument } from '../generic/document.ts'
import type { GenericOptions } from '../generic/options.ts'
import type { Language } from '../languages/language.ts'
import type { Hit } from '../match/find.ts'
import { Source } from '../match/source.ts'
import { vocabularyOf } from '../match/view.ts'
import type { Rule } from '../rules/rule.ts'
import { firstIdOf } from '../rules/rule-ids.ts'
import { lineStarts } from '../tree/compact-tree.ts'
import { loadGrammar } from '../tree/grammar.ts'
import { parseText, type Unread } from '../tree/parse.ts'
import { evaluate } from './evaluate.ts'
import { documentOf, reasonOf, type SearchGround, stepCounter } from './ground.ts'
import { KnownHits } from './known-hits.ts'
import { wordsOf } from '../match/words.ts'
import { mayMatch } from './prefilter.ts'
import type { PreparedRule } from './prepared.ts'

export interface FileHit extends Hit {
  readonly rule: Rule
  /** Search context of the hit, for its message. */
  readonly ground: SearchGround
}

export interface SearchedFile {
  /** Sorted by location, then by rule. */
  readonly hits: readonly FileHit[]
  readonly lines: Uint32Array
  /** Regions that were not read. */
  readonly unread: readonly Unread[]
  /** Rules that did not finish, with the reason. */
  readonly spent: readonly { readonly rule: Rule; readonly reason: string }[]
  /** Whether the text exceeds the parser limits: no rule ran on it. */
  readonly isTooMuch: boolean
}

/** A file as its grammar reads it. */
export interface ParsedFile {
  readonly source: Source
  readonly unread: readonly Unread[]
}

/** @returns undefined for a text that exceeds the parser limits */
export async function parseFile(text: string, language: Language): Promise<ParsedFile | undefined> {
  const grammar = await loadGrammar(language.grammar)
  const parsed = parseText(text, grammar, new Set(language.comments))
  if (parsed === undefined) return undefined
  return { source: new Source(parsed.tree, vocabularyOf(language, grammar.kinds)), unread: parsed.unread }
}

/**
 * Runs rules on one file.
 * @param language undefined: only rules that need no grammar
 * @param parse parses the file at first use, e.g. shared with other checks
 */
export async function searchFile(
  text: string,
  language: Language | undefined,
  rules: readonly PreparedRule[],
  parse: (language: Language) => Promise<ParsedFile | undefined> = (item) => parseFile(text, item),
): Promise<SearchedFile> {
  const words = wordsOf(text)
  const wanted = rules.filter(
    ({ clauses, pieces }) =>
      mayMatch(clauses, words) && pieces.every((clause) => clause.some((piece) => text.includes(piece))),
  )
  const lines = lineStarts(text)
  const none: SearchedFile = { hits: [], lines, unread: [], spent: [], isTooMuch: false }
  if (wanted.length === 0) return none
  let source: Source | undefined
  let unread: readonly Unread[] = []
  if (language !== undefined && wanted.some(({ patterns }) => patterns.size > 0)) {
    const parsed = await parse(language)
    if (parsed === undefined) return { ...none, isTooMuch: true }
    unread = parsed.unread
    source = parsed.source
  }
  const known = { code: new KnownHits(), text: new KnownHits() }
  const documents = new Map<string, () => GenericDocument>()
  const hits: FileHit[] = []
  const spent: SearchedFile['spent'][number][] = []
  for (const { rule, patterns, generic, others, cut } of wanted) {
    source?.fresh()
    const { options } = rule
    const isCode = rule.languages.length > 0
    const ground: SearchGround = {
      text,
      patterns,
      options,
      known: (isCode ? known.code : known.text).under(options),
      cut,
      step: stepCounter(),
      ...(others.size > 0 && { others }),
      ...(isCode && source !== undefined && { source }),
      ...(!isCode && { generic: { document: documentFor(text, options.generic, documents), patterns: generic } }),
    }
    try {
      hits.push(...firstPerRange(evaluate(rule.formula, ground)).map((hit) => ({ ...hit, rule, ground })))
    } catch (thrown) {
      spent.push({ rule, reason: reasonOf(thrown) })
    }
  }
  hits.sort((a, b) => a.start - b.start || a.end - b.end || (firstIdOf(a.rule) < firstIdOf(b.rule) ? -1 : 1))
  return { hits, lines, unread, spent, isTooMuch: false }
}

/** Rules that read a text in the same way read it once. */
function documentFor(
  text: string,
  options: GenericOptions,
  documents: Map<string, () => GenericDocument>,
): () => GenericDocument {
  const key = JSON.stringify(options)
  const document = documents.get(key) ?? documentOf(text, options)
  documents.set(key, document)
  return document
}

/** Reports a range once per rule, even with several alternative matches. */
function firstPerRange(hits: readonly Hit[]): readonly Hit[] {
  return [...new Map(hits.toReversed().map((hit) => [`${hit.start} ${hit.end}`, hit])).values()]
}
