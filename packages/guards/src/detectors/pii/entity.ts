import type { TaggedSpan } from './tagger/spans.ts'
import type { TokenTable } from './tokens.ts'

/** Reports a candidate: `[start, end)` of the scanned text, its score before context, and a subtype if one exists. */
export type Emit = (start: number, end: number, score: number, kind?: string) => void

/** Input of a scanner: one view of the text with the results of the single pass over it. */
export interface Source {
  readonly text: string
  /** The code units of `text`, with zeros after the last; gone once the scan is over. */
  readonly units: Uint16Array
  readonly table: TokenTable
  /** Returns the tagger's spans; it runs at first use, and once. */
  readonly tags: () => readonly TaggedSpan[]
}

/**
 * A form of an identifier that starts at an alphanumeric run with a digit. The run's length selects the shapes to try, so most runs cost
 * one array lookup.
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
   * Evaluates a match of the form.
   * @param compact the match in upper case without separators
   * @returns the score before context, from 0 (rejected) to 1
   */
  readonly judge: (compact: string, match: string) => number
}

export type PiiGroup = 'contact' | 'financial' | 'government' | 'network' | 'personal' | 'secret'

/** One kind of personal data: its detection, evaluation and distinction from similar texts. */
export interface PiiEntity {
  /** The wire name, upper snake case. */
  readonly name: string
  /** Further names under which a configuration may list it, compared without case. */
  readonly aliases: readonly string[]
  readonly title: string
  readonly group: PiiGroup
  /** Words (or phrases of up to three words) that support the reading when they are near. Lower case. */
  readonly context: readonly string[]
  /** Context words that indicate a different meaning, in addition to the words shared by all entities. Lower case. */
  readonly counter?: readonly string[]
  /** Added to the score for a nearby context word. */
  readonly boost?: number
  /** True: words against numbers ("order", "invoice") do not affect this entity. */
  readonly immune?: boolean
  /** Also looked for in decoded text (base64, percent, HTML, …). Off for entities that rest on words alone. */
  readonly decoded: boolean
  readonly shapes?: readonly Shape[]
  readonly scan?: (source: Source, emit: Emit) => void
  /** Literal strings of three characters or more, any case, at which `atAnchor` runs; all entities' anchors are found in one pass. */
  readonly anchors?: readonly string[]
  /** @param end  end of `anchor`. Must take a bounded number of steps. */
  readonly atAnchor?: (source: Source, end: number, emit: Emit, anchor: string) => void
  readonly examples: {
    /** Each text with the value that must be found in it at the default threshold. */
    readonly finds: readonly (readonly [text: string, value: string])[]
    /** Similar texts in which this entity must not be found at the default threshold. */
    readonly ignores: readonly string[]
  }
}

/** Default minimum score of reported findings; chosen on the development data. */
export const SCORE_THRESHOLD_DEFAULT = 0.5

/** Added for a context word where an entity defines no boost of its own. */
export const CONTEXT_BOOST_DEFAULT = 0.4

/** Subtracted where a nearby word supports another reading. */
export const COUNTER_PENALTY = 0.4

/** Subtracted where the candidate is among further groups of the same length, as in a memory dump. */
export const DUMP_PENALTY = 0.5
/** Subtracted where a hyphen or underscore joins the candidate to letters, as in `ORD-4111…`. */
export const GLUE_PENALTY = 0.25

export const SCORE_MAX = 0.99
