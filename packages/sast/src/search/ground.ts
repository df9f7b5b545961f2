import { Failure, messageOf } from '@gatehouse/kernel'
import { type GenericDocument, readDocument, TOKENS_MAX } from '../generic/document.ts'
import type { GenericOptions } from '../generic/options.ts'
import type { GenericPattern } from '../generic/pattern.ts'
import type { Language } from '../languages/language.ts'
import type { Bindings } from '../match/bindings.ts'
import type { CompiledPattern } from '../match/pattern.ts'
import { type MatchOptions, Source, STEPS_MAX } from '../match/source.ts'
import { vocabularyOf } from '../match/view.ts'
import type { Formula } from '../rules/rule.ts'
import type { Grammar } from '../tree/grammar.ts'
import { parseText } from '../tree/parse.ts'
import type { Guards } from './guards.ts'
import type { KnownKeys } from './known-keys.ts'
import type { HitTable } from './known-hits.ts'
import type { Hints } from './prefilter.ts'

/** The text that a search is in; without a tree and without patterns for any text it has regexes alone. */
export interface SearchGround {
  readonly text: string
  readonly source?: Source
  readonly patterns: ReadonlyMap<string, CompiledPattern>
  /** Of texts without a grammar: the text in words, and patterns by their texts. */
  readonly generic?: {
    readonly document: () => GenericDocument
    readonly patterns: ReadonlyMap<string, GenericPattern>
  }
  readonly options: MatchOptions
  /** What has been found before: rules and parts of rules ask for the same. */
  readonly known: HitTable
  /** Names of metavariables of which words say nothing. */
  readonly cut: ReadonlySet<string>
  /** What is known of the words in metavariables where a search is made. */
  readonly hints?: Hints
  /** What has to hold of metavariables where a search is made. */
  readonly guards?: Guards
  /** Keys of which a metavariable has to have one, where a search is made for nothing else. */
  readonly keys?: KnownKeys
  /** Counts work that is not matching. @throws {Failure} `limit_reached` */
  readonly step: () => void
  /** What conditions look for in another language, by their formulas. */
  readonly others?: OtherSearches
  /** What is bound where a search in a metavariable is made. */
  readonly outer?: Bindings
}

/** A search in a text that stands in another one. */
export interface OtherSearch {
  /** Undefined for texts without a grammar. */
  readonly language?: Language
  readonly grammar?: Grammar
  readonly patterns: ReadonlyMap<string, CompiledPattern>
  readonly generic: ReadonlyMap<string, GenericPattern>
}

/** Ours: a parser takes as long for so many characters as a step of matching. */
const CHARS_PER_STEP = 4

export type OtherSearches = ReadonlyMap<Formula, OtherSearch>

/** The document of a text, read when it is first asked for. @throws {Failure} `limit_reached` where it is too long */
export function documentOf(text: string, options: GenericOptions): () => GenericDocument {
  let document: GenericDocument | undefined
  return () => {
    document ??= readDocument(text, options)
    if (document === undefined) throw new Failure('limit_reached', `The text has more than ${TOKENS_MAX} words.`)
    return document
  }
}

/**
 * The ground of a search in a piece of text that stands in another one, as if it were a file.
 * @throws {Failure} `limit_reached` where its grammar takes too much for it
 */
export function groundWithin(text: string, search: OtherSearch, outside: SearchGround, outer: Bindings): SearchGround {
  const { options, step, others } = outside
  const known: HitTable = { patterns: new Map(), formulas: new Map() }
  const common = { text, options, step, outer, known, cut: outside.cut, ...(others && { others }) }
  const { language, grammar, patterns } = search
  if (language === undefined || grammar === undefined) {
    return { ...common, patterns, generic: { document: documentOf(text, options.generic), patterns: search.generic } }
  }
  // A text may be read again and again: that is work as well.
  for (let chars = 0; chars < text.length; chars += CHARS_PER_STEP) step()
  const parsed = parseText(text, grammar, new Set(language.comments))
  if (parsed === undefined) throw new Failure('limit_reached', 'A text within the file is too much for its grammar.')
  return { ...common, patterns, source: new Source(parsed.tree, vocabularyOf(language, grammar.kinds)) }
}

/** @returns what counts the work of one rule on one file */
export function stepCounter(): () => void {
  let steps = 0
  return () => {
    steps += 1
    if (steps > STEPS_MAX) throw new Failure('limit_reached', `It took more than ${STEPS_MAX} steps.`)
  }
}

/** The reason why a rule did not end. @throws whatever else went wrong */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof Failure && thrown.code === 'limit_reached') return messageOf(thrown)
  throw thrown
}
