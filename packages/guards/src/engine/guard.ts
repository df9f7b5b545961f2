import type { Action, Backend, Severity, Stage, Tier } from '@gatehouse/contracts'
import type { Clock } from '@gatehouse/kernel'
import type { z } from 'zod'
import type { Judge } from './judge.ts'
import type { GuardPorts } from './ports.ts'
import type { TextViews, ViewName } from '../text/views.ts'

/** A half-open range `[start, end)` of UTF-16 code units in the **original** text, and what replaces it on redact. */
export interface Span {
  readonly start: number
  readonly end: number
  /** What the range holds, in the guard's words, e.g. `EMAIL_ADDRESS`; shown as `[EMAIL_ADDRESS]` when redacted. */
  readonly label: string
  /** The view in which the match was found. */
  readonly view?: ViewName
  /** What takes the place of the range in full, instead of the label. */
  readonly replacement?: string
}

/** The spans of an outcome with their replacements made. */
export interface Rewrite {
  readonly spans: readonly Span[]
  /** Added to the details of the result. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** What a guard found. It never names an action: policy does that. */
export type Outcome =
  | { readonly flagged: false; readonly score?: number; readonly details?: Readonly<Record<string, unknown>> }
  | {
      readonly flagged: true
      /** One sentence for a person. Never holds the sensitive value itself. */
      readonly message: string
      readonly spans?: readonly Span[]
      readonly score?: number
      readonly category?: string
      readonly severity?: Severity
      readonly details?: Readonly<Record<string, unknown>>
      /**
       * Whether the spans are to be replaced in the text, where a setting of the guard says so; absent, the configured
       * action decides (only `redact` rewrites).
       */
      readonly sanitize?: boolean
      /**
       * Makes replacements for the spans. Called only where they will be replaced in the text, since what it makes may be
       * stored; should it fail, the labels take the places.
       */
      readonly rewrite?: (context: GuardContext) => Rewrite | Promise<Rewrite>
      /** The action of the rule that was broken, for guards whose settings hold rules with actions of their own. */
      readonly action?: Action
      /** Seconds until the cause passes; for rate limits. */
      readonly retryAfter_s?: number
    }

/** What reading a file met, in the words of whoever read it. */
export interface FileReading {
  readonly mime_type: string
  readonly size_bytes: number
  readonly sha256: string
  /** What was not read or makes one careful; empty when all was read. */
  readonly problems: readonly { readonly code: string; readonly message: string; readonly where: string }[]
  /** The name under which it was sent. The screened text ends in it; guards that judge a text as a whole judge it apart. */
  readonly name?: string
}

/** Everything about the request that a guard may read beside the text. */
export interface GuardContext {
  readonly tenantId: string
  readonly stage: Stage
  readonly agentKey: string | undefined
  readonly userRole: string | undefined
  readonly sessionId: string | undefined
  /** Output stage: the prompt that led to this output, where the caller sent it. */
  readonly prompt: string | undefined
  /** Output stage: the documents that the answer must be grounded in. */
  readonly contextDocs: readonly string[]
  /** Set when the text was read from a file. */
  readonly file?: FileReading | undefined
  /** Whether the text is the values of a record, a line each: neighbours may have nothing to do with each other. */
  readonly isRecord?: boolean | undefined
  readonly clock: Clock
  /**
   * The range of the text in which spans will be replaced; absent: all of it. A stream sees every place more than once, and
   * what is made for a place (a token in the vault) must be made only when the place is decided.
   */
  readonly replaceWithin?: readonly [start: number, end: number] | undefined
  /** Fires at the guard's deadline; only guards of the slow tier, which wait for somebody else, have one. */
  readonly signal?: AbortSignal | undefined
}

export interface GuardExample {
  /** What the example shows, when the text alone does not. */
  readonly says?: string
  readonly settings?: Readonly<Record<string, unknown>>
  /** The stage to run it in, for guards of two stages; the guard's first otherwise. */
  readonly stage?: 'input' | 'output'
  readonly text: string
  readonly context?: Partial<
    Pick<GuardContext, 'prompt' | 'contextDocs' | 'userRole' | 'agentKey' | 'file' | 'isRecord'>
  >
  /** How many times the same text was checked before, for guards that count. */
  readonly earlier?: number
  readonly flags: boolean
  /** The original text after redaction, where the guard yields spans. */
  readonly redacted?: string
  readonly category?: string
}

/** How a guard evaluates an incomplete, streamed text; see docs/decisions/0034. */
export interface StreamTraits<Prepared = unknown> {
  /**
   * `window`: finds things in places, and sees the text piece by piece, each with some text before it. `whole`: judges the
   * text as a whole, and sees all that came, or of long texts the last part. `end`: sees the full text alone.
   */
  readonly reads: 'window' | 'whole' | 'end'
  /**
   * How far what it finds, with all that decides about it, may go on from where it begins: code units of any view that the
   * guard reads, where a run of blanks counts as one. 0: nothing can be found. Infinity: there is no bound, and the text is
   * withheld up to the bound of the engine.
   */
  readonly reach?: (prepared: Prepared) => number
  /** The place in the original from which on more text may still change what is found, where `reach` says too little. */
  readonly undecidedFrom?: (text: TextViews, prepared: Prepared) => number
  /** Whether outcomes bring an action of their own that blocks or redacts, whatever the configured action. */
  readonly acts?: (prepared: Prepared) => boolean
}

/** One guard: metadata, settings, check and examples in one place. */
export interface GuardDefinition<Settings extends z.ZodObject = z.ZodObject, Prepared = unknown> {
  /** Snake case, as the contract spells it; also the name of the file in kebab case. */
  readonly name: string
  /** Further names under which a configuration may call it, in kebab or snake case. */
  readonly aliases?: readonly string[]
  readonly title: string
  /** Two or three sentences for the generated page: what it finds, how, and what it does not. */
  readonly description: string
  readonly stages: readonly Stage[]
  readonly tier: Tier
  readonly backend: Backend
  readonly owasp: readonly string[]
  /** Set by guards that look for attacks by a user: system and developer messages are the application's own words. */
  readonly ignoresSystemText?: boolean
  /** Set by guards that count requests or judge their size: they see a request of many messages once, as a whole. */
  readonly perRequest?: boolean
  /**
   * Set by guards that judge how sentences read: of a record (JSON) they are given the values, a line each, since the names of
   * its members (`password_reset`, `ignore_errors`) are no sentences and mislead them.
   */
  readonly readsSentences?: boolean
  /** Set by guards that judge files; they do not run where none was sent. */
  readonly filesOnly?: boolean
  /** The views of the text that `check` reads; the engine makes no other. */
  readonly views: readonly ViewName[]
  readonly settings: Settings
  /** Settings whose values are shown as `***`: who may call the guard need not know what it guards. */
  readonly secretSettings?: readonly (keyof z.infer<Settings> & string)[]
  /** Compiles the settings, once per policy version: automata, regexes, classifiers. Throws `Failure('invalid_request')`. */
  readonly prepare: (settings: z.infer<Settings>, ports: GuardPorts) => Prepared
  readonly check: (text: TextViews, prepared: Prepared, context: GuardContext) => Outcome | Promise<Outcome>
  /** Absent: fast guards read windows with a usual reach, those of other tiers the whole, and guards of requests the end. */
  readonly stream?: StreamTraits<Prepared>
  /** How a configured model joins; absent for guards that no model can better. */
  readonly judge?: Judge<z.infer<Settings>>
  readonly examples: readonly GuardExample[]
}

/** Declares a guard; the types of its settings and of what it prepares are inferred. */
export function defineGuard<Settings extends z.ZodObject, Prepared>(
  definition: GuardDefinition<Settings, Prepared>,
): GuardDefinition<Settings, Prepared> {
  return definition
}

/** A guard as the registry holds it, its own types closed over. */
// oxlint-disable-next-line typescript/no-explicit-any -- the registry holds guards of every settings type
export type AnyGuard = GuardDefinition<any, any>

export const clear: Outcome = Object.freeze({ flagged: false })

/** An outcome that policy will turn into an action. */
export function flag(
  message: string,
  rest: Omit<Extract<Outcome, { flagged: true }>, 'flagged' | 'message'> = {},
): Outcome {
  return { flagged: true, message, ...rest }
}
