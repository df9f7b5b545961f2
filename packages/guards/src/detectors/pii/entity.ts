import type { TaggedSpan } from './tagger/spans.ts'
import type { TokenTable } from './tokens.ts'

/** Reports a candidate: `[start, end)` of the scanned text, its score before context, and a finer kind where one exists. */
export type Emit = (start: number, end: number, score: number, kind?: string) => void

/** What a scanner reads: one view of the text and what the single pass over it found. */
export interface Source {
  readonly text: string
  /** The code units of `text`, with zeros after the last; gone once the scan is over. */
  readonly units: Uint16Array
  readonly table: TokenTable
  /** What the tagger makes of the text; it runs when first asked, and once. */
  readonly tags: () => readonly TaggedSpan[]
}

/**
 * A form of an identifier that starts at an alphanumeric run holding a digit. The run's length selects the shapes
 * worth trying, so most runs cost one array look-up.
 */
export interface Shape {
  /**
   * Lengths of the first alphanumeric run for which this shape can match. After a run of up to four characters the form
   * must go on as `goesOn` of short-runs.ts has it.
   */
  readonly leads: readonly number[]
  /** Lengths of a first run of capitals alone, which a digit follows over a space or hyphen: `GHA-123…`. */
  readonly letterLeads?: readonly number[]
  /** Sticky and bounded in every repetition; matched from the start of the run. */
  readonly form: RegExp
  /**
   * Judges what the form matched.
   * @param compact  the match in upper case without separators
   * @returns the score before context, from 0 (refused) to 1
   */
  readonly judge: (compact: string, match: string) => number
}

export type PiiGroup = 'contact' | 'financial' | 'government' | 'network' | 'personal' | 'secret'

/** One kind of personal data: how it is found, judged and told from look-alikes. */
export interface PiiEntity {
  /** The wire name, upper snake case. */
  readonly name: string
  /** Further names under which a configuration may list it, compared without case. */
  readonly aliases: readonly string[]
  readonly title: string
  readonly group: PiiGroup
  /** Words (or phrases of up to three words) that make the reading likely when they stand near. Lower case. */
  readonly context: readonly string[]
  /** Words that make another reading likely, beside those that every entity shares. Lower case. */
  readonly counter?: readonly string[]
  /** Added to the score where a context word stands near. */
  readonly boost?: number
  /** True: words that speak against numbers ("order", "invoice") say nothing about this entity. */
  readonly immune?: boolean
  /** Also looked for in decoded text (base64, percent, HTML, …). Off for entities that rest on words alone. */
  readonly decoded: boolean
  readonly shapes?: readonly Shape[]
  readonly scan?: (source: Source, emit: Emit) => void
  /** Literal strings of three characters or more, any case, at which `atAnchor` runs; all entities' anchors are found in one pass. */
  readonly anchors?: readonly string[]
  /** @param end  where `anchor` ends. Must cost a bounded number of steps. */
  readonly atAnchor?: (source: Source, end: number, emit: Emit, anchor: string) => void
  readonly examples: {
    /** Each text with the value that must be found in it at the default threshold. */
    readonly finds: readonly (readonly [text: string, value: string])[]
    /** Look-alikes in which this entity must not be found at the default threshold. */
    readonly ignores: readonly string[]
  }
}

/** Scores below are not reported unless a configuration says otherwise; chosen on the development data. */
export const SCORE_THRESHOLD_DEFAULT = 0.5

/** Added for a context word where an entity names no boost of its own. */
export const CONTEXT_BOOST_DEFAULT = 0.4

/** Taken off where a word near speaks for another reading. */
export const COUNTER_PENALTY = 0.4

/** Taken off where the candidate stands among further groups of the same length, as in a dump of memory. */
export const DUMP_PENALTY = 0.5
/** Taken off where the candidate hangs on letters by a hyphen or underscore, as in `ORD-4111…`. */
export const GLUE_PENALTY = 0.25

export const SCORE_MAX = 0.99
