import type { Action, Severity } from '@gatehouse/contracts'
import type { Clock } from '@gatehouse/kernel'
import type { z } from 'zod'
import type { AgenticConfig } from './config.ts'
import type { AgenticPorts } from './ports.ts'

/** What every check of an agent knows of who acts; each kind of check adds what it is about. */
export interface AgentCall {
  /** The agent that the body names. */
  readonly agentKey: string | undefined
  /** The agent that `X-Agent-Key` names. */
  readonly headerAgentKey: string | undefined
  /** As given: body first, then header. What holds in the end is {@link effectiveRole}. */
  readonly userRole: string | undefined
  readonly sessionId: string | undefined
  /** For whom the agent acts, as the caller names them. */
  readonly userId?: string | undefined
}

/** What an agentic guard may read beside the call. */
export interface AgenticContext {
  readonly config: AgenticConfig
  readonly ports: AgenticPorts
  readonly clock: Clock
  readonly requestId: string
  /** True where nothing is blocked: a step then spends nothing that an enforced call would need. */
  readonly monitored: boolean
  /** What the entry makes of a finding that names no action of its own: with some of them the call goes ahead. */
  readonly action: Action
}

/**
 * Told once whether the call may run, after all steps: what a step took beforehand (a place in a session, a probe) is kept
 * for a call that runs and given back for one that does not. What it throws changes no verdict; it is only logged.
 */
export type Settle = (mayRun: boolean) => Promise<void>

/** What a guard found. It never names the final action: policy does that, unless the outcome carries a rule's own. */
export type AgenticOutcome =
  | {
      readonly flagged: false
      readonly details?: Readonly<Record<string, unknown>>
      /** Added to the verdict, e.g. `cap_token`. */
      readonly extra?: Readonly<Record<string, unknown>>
      readonly settle?: Settle
    }
  | {
      readonly flagged: true
      /** One sentence for a person; never a secret, never an argument's value. */
      readonly message: string
      readonly details?: Readonly<Record<string, unknown>>
      readonly extra?: Readonly<Record<string, unknown>>
      /** The action of the rule that was broken, where rules have actions of their own; else the entry's action. */
      readonly action?: Action
      readonly category?: string
      readonly severity?: Severity
      readonly score?: number
      /** Seconds until the cause passes; set by limits, and answered as 429. */
      readonly retryAfter_s?: number
      readonly settle?: Settle
    }

/** One agentic guard: metadata, settings and check in one file. `Call` is the kind of check that it is made for. */
export interface AgenticGuard<Call extends AgentCall, Settings extends z.ZodObject = z.ZodObject> {
  /** Snake case, as the contract spells it; also the name of the file in kebab case. */
  readonly name: string
  readonly title: string
  /** Two or three sentences for the generated page: what it decides, on what, and what it does not. */
  readonly description: string
  readonly owasp: readonly string[]
  /** What holds where the tenant says nothing. */
  readonly defaults: { readonly enabled: boolean; readonly action: Action }
  /** Set where switching it off would take away what an operator relies on in an emergency. */
  readonly alwaysOn?: boolean
  readonly settings: Settings
  readonly check: (
    call: Call,
    settings: z.infer<Settings>,
    context: AgenticContext,
  ) => AgenticOutcome | Promise<AgenticOutcome>
}

/** Declares a guard; the type of its settings is inferred. */
export function defineAgenticGuard<Call extends AgentCall, Settings extends z.ZodObject>(
  guard: AgenticGuard<Call, Settings>,
): AgenticGuard<Call, Settings> {
  return guard
}

/** A guard in a chain for one kind of call, its own settings type closed over. */
// oxlint-disable-next-line typescript/no-explicit-any -- a chain holds guards of every settings type
export type ChainGuard<Call extends AgentCall> = AgenticGuard<Call, any>

/** A guard of any kind of call, as registries hold it. */
// oxlint-disable-next-line typescript/no-explicit-any -- a registry holds guards of every kind of call
export type AnyAgenticGuard = AgenticGuard<any, any>

export const fine: AgenticOutcome = Object.freeze({ flagged: false })

/** An outcome that policy will turn into an action. */
export function refuse(
  message: string,
  rest: Omit<Extract<AgenticOutcome, { flagged: true }>, 'flagged' | 'message'> = {},
): AgenticOutcome {
  return { flagged: true, message, ...rest }
}
