import type { Action, Backend, Severity, Stage, Tier } from '@gatehouse/contracts/verdicts'
import type { Clock } from '@gatehouse/kernel'
import type { z } from 'zod'
import type { Judge } from './judge.ts'
import type { GuardPorts } from './ports.ts'
import type { TextViews, ViewName } from '../text/views.ts'

/** A half-open range `[start, end)` of UTF-16 code units in the **original** text, and its replacement on redact. */
export interface Span {
  readonly start: number
  readonly end: number
  /** Type of the content, in the guard's terms, e.g. `EMAIL_ADDRESS`; shown as `[EMAIL_ADDRESS]` when redacted. */
  readonly label: string
  /** The view in which the match was found. */
  readonly view?: ViewName
  /** Full replacement of the range, instead of the label. */
  readonly replacement?: string
}

/** The spans of an outcome with their replacements. */
export interface Rewrite {
  readonly spans: readonly Span[]
  /** Added to the details of the result. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Result of a guard. It never names an action: policy decides that. */
export type Outcome =
  | { readonly flagged: false; readonly score?: number; readonly details?: Readonly<Record<string, unknown>> }
  | {
      readonly flagged: true
      /** One human-readable sentence. Never contains the sensitive value itself. */
      readonly message: string
      readonly spans?: readonly Span[]
      readonly score?: number
      readonly category?: string
      readonly severity?: Severity
      readonly details?: Readonly<Record<string, unknown>>
      /**
       * Whether the spans are redacted, where a setting of the guard decides; default: the configured action decides (only `redact`
       * rewrites).
       */
      readonly sanitize?: boolean
      /** Creates replacements for the spans. Called only if they will be used, since they may be stored; on failure the labels are used. */
      readonly rewrite?: (context: GuardContext) => Rewrite | Promise<Rewrite>
      /** Action of the violated rule, for guards whose settings contain rules with actions of their own. */
      readonly action?: Action
      /** Seconds until the cause passes; for rate limits. */
      readonly retryAfter_s?: number
    }

/** Results of reading a file, in the terms of its reader. */
export interface FileReading {
  readonly mime_type: string
  readonly size_bytes: number
  readonly sha256: string
  /** Unread or suspicious parts; empty when everything was read. */
  readonly problems: readonly { readonly code: string; readonly message: string; readonly where: string }[]
  /** File name of the upload. The screened text ends with it; guards of whole texts evaluate it separately. */
  readonly name?: string
}

/** Properties of the request that a guard may read besides the text. */
export interface GuardContext {
  readonly tenantId: string
  readonly stage: Stage
  readonly agentKey: string | undefined
  readonly userRole: string | undefined
  readonly sessionId: string | undefined
  /** Output stage: the prompt of this output, if the caller sent it. */
  readonly prompt: string | undefined
  /** Output stage: the documents that the answer must be grounded in. */
  readonly contextDocs: readonly string[]
  /** Set when the text was read from a file. */
  readonly file?: FileReading | undefined
  /** Whether the text is the values of a record, a line each: neighbours may have nothing to do with each other. */
  readonly isRecord?: boolean | undefined
  readonly clock: Clock
  /**
   * Range of the text in which spans are replaced; default: all of it. A stream screens every place more than once, and a token in the
   * vault must be created only when the place is decided.
   */
  readonly replaceWithin?: readonly [start: number, end: number] | undefined
  /** Fires at the guard's deadline; only guards of the slow tier, which wait for external services, have one. */
  readonly signal?: AbortSignal | undefined
}

export interface GuardExample {
  /** Description of the example, where the text alone is not enough. */
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
   * `window`: finds places, and reads the text piece by piece, each with some text before it. `whole`: evaluates the text as a
   * whole, and reads everything received, or the last part of long texts. `end`: reads only the full text.
   */
  readonly reads: 'window' | 'whole' | 'end'
  /**
   * Maximum distance from the start of a finding to the end of all text that affects it: code units of any view of the guard, where a run
   * of whitespace counts as one. 0: no findings are possible. Infinity: there is no limit, and the text is withheld up to the limit of the
   * engine.
   */
  readonly reach?: (prepared: Prepared) => number
  /** Returns the offset in the original from which more text may change the findings, where `reach` is too imprecise. */
  readonly undecidedFrom?: (text: TextViews, prepared: Prepared) => number
  /** Whether outcomes have an action of their own that blocks or redacts, whatever the configured action. */
  readonly acts?: (prepared: Prepared) => boolean
}

/** One guard: metadata, settings, check and examples in one place. */
export interface GuardDefinition<Settings extends z.ZodObject = z.ZodObject, Prepared = unknown> {
  /** Snake case, as the contract spells it; also the name of the file in kebab case. */
  readonly name: string
  /** Further names under which a configuration may call it, in kebab or snake case. */
  readonly aliases?: readonly string[]
  readonly title: string
  /** Two or three sentences for the generated page: detected content, method, and limitations. */
  readonly description: string
  readonly stages: readonly Stage[]
  readonly tier: Tier
  readonly backend: Backend
  readonly owasp: readonly string[]
  /** Set by guards for user attacks: system and developer messages belong to the application. */
  readonly ignoresSystemText?: boolean
  /** Set by guards that count requests or check their size: they see a request of many messages once, as a whole. */
  readonly perRequest?: boolean
  /**
   * Set by guards that evaluate sentences: for a record (JSON) they get the values, one per line, since member names (`password_reset`,
   * `ignore_errors`) are no sentences and cause errors.
   */
  readonly readsSentences?: boolean
  /** Set by guards of files; they do not run without a file. */
  readonly filesOnly?: boolean
  /** Views of the text that `check` reads; the engine creates no others. */
  readonly views: readonly ViewName[]
  readonly settings: Settings
  /** Settings with values shown as `***`: callers of the guard need not know the protected content. */
  readonly secretSettings?: readonly (keyof z.infer<Settings> & string)[]
  /** Compiles the settings, once per policy version: automata, regexes, classifiers. Throws `Failure('invalid_request')`. */
  readonly prepare: (settings: z.infer<Settings>, ports: GuardPorts) => Prepared
  readonly check: (text: TextViews, prepared: Prepared, context: GuardContext) => Outcome | Promise<Outcome>
  /** Default: fast guards read windows with a usual reach, those of other tiers the whole text, and request guards the end. */
  readonly stream?: StreamTraits<Prepared>
  /** How a configured model joins; absent for guards that no model can better. */
  readonly judge?: Judge<z.infer<Settings>>
  readonly examples: readonly GuardExample[]
}

/** Declares a guard; the types of its settings and of its prepared data are inferred. */
export function defineGuard<Settings extends z.ZodObject, Prepared>(
  definition: GuardDefinition<Settings, Prepared>,
): GuardDefinition<Settings, Prepared> {
  return definition
}

/** A guard in the registry, without its own type parameters. */
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
