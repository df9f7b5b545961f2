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
  /** Cached hits: rules and parts of rules share searches. */
  readonly known: HitTable
  /** Metavariables whose values cannot be filtered by words. */
  readonly cut: ReadonlySet<string>
  /** Words in the values of metavariables, for a search within one. */
  readonly hints?: Hints
  /** Conditions on metavariables, for a search within one. */
  readonly guards?: Guards
  /** Possible keys of a metavariable, where the search needs no other values. */
  readonly keys?: KnownKeys
  /** Counts work that is not matching. @throws {Failure} `limit_reached` */
  readonly step: () => void
  /** Searches of conditions in other languages, by formula. */
  readonly others?: OtherSearches
  /** Outer bindings of a search within a metavariable. */
  readonly outer?: Bindings
}

/** A search in a text embedded in another text. */
export interface OtherSearch {
  /** Undefined for texts without a grammar. */
  readonly language?: Language
  readonly grammar?: Grammar
  readonly patterns: ReadonlyMap<string, CompiledPattern>
  readonly generic: ReadonlyMap<string, GenericPattern>
}

/** Own value: characters that a parser processes in the time of one matching step. */
const CHARS_PER_STEP = 4

export type OtherSearches = ReadonlyMap<Formula, OtherSearch>

/** Returns the tokenized text, cached. @throws {Failure} `limit_reached` for a text that is too long */
export function documentOf(text: string, options: GenericOptions): () => GenericDocument {
  let document: GenericDocument | undefined
  return () => {
    document ??= readDocument(text, options)
    if (document === undefined) throw new Failure('limit_reached', `The text has more than ${TOKENS_MAX} words.`)
    return document
  }
}

/**
 * Returns the context of a search in an embedded text, as if it were a file.
 * @throws {Failure} `limit_reached` where parsing takes too long
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
  if (parsed === undefined)
    throw new Failure('limit_reached', 'Text embedded in the file exceeds the limits of its grammar.')
  return { ...common, patterns, source: new Source(parsed.tree, vocabularyOf(language, grammar.kinds)) }
}

/** @returns the step counter of one rule on one file */
export function stepCounter(): () => void {
  let steps = 0
  return () => {
    steps += 1
    if (steps > STEPS_MAX) throw new Failure('limit_reached', `Matching exceeded ${STEPS_MAX} steps.`)
  }
}

/** Returns the reason why a rule did not finish. @throws every other error */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof Failure && thrown.code === 'limit_reached') return messageOf(thrown)
  throw thrown
}
