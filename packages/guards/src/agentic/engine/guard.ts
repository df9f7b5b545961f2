import type { Action, Severity } from '@gatehouse/contracts/verdicts'
import type { Clock } from '@gatehouse/kernel'
import type { z } from 'zod'
import type { AgenticConfig } from './config.ts'
import type { AgenticPorts } from './ports.ts'

/** The acting agent, common to all agent checks; each kind of check adds its own fields. */
export interface AgentCall {
  /** The agent that the body names. */
  readonly agentKey: string | undefined
  /** The agent that `X-Agent-Key` names. */
  readonly headerAgentKey: string | undefined
  /** From the body, else the header. See {@link effectiveRole} for the effective role. */
  readonly userRole: string | undefined
  readonly sessionId: string | undefined
  /** The user on whose behalf the agent acts, as declared by the caller. */
  readonly userId?: string | undefined
}

/** Context of an agentic guard besides the call. */
export interface AgenticContext {
  readonly config: AgenticConfig
  readonly ports: AgenticPorts
  readonly clock: Clock
  readonly requestId: string
  /** True in monitor mode. A step then consumes nothing that an enforced call would need. */
  readonly monitored: boolean
  /** Default action of a finding. With some actions the call proceeds. */
  readonly action: Action
}

/**
 * Called once after all steps with whether the call may run. Reserved resources (a session slot, a probe) are kept for a call that runs
 * and released otherwise. An error is only logged.
 */
export type Settle = (mayRun: boolean) => Promise<void>

/** Result of a guard. It never names the final action: policy decides that, unless the outcome has a rule's own action. */
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
      /** One readable sentence without secrets and argument values. */
      readonly message: string
      readonly details?: Readonly<Record<string, unknown>>
      readonly extra?: Readonly<Record<string, unknown>>
      /** Action of the violated rule, if it has one; default: the entry's action. */
      readonly action?: Action
      readonly category?: string
      readonly severity?: Severity
      readonly score?: number
      /** Seconds until the cause passes; set by limits, and answered as 429. */
      readonly retryAfter_s?: number
      readonly settle?: Settle
    }

/** An agentic guard: metadata, settings and check. `Call` is its kind of check. */
export interface AgenticGuard<Call extends AgentCall, Settings extends z.ZodObject = z.ZodObject> {
  /** Snake case, as the contract spells it; also the name of the file in kebab case. */
  readonly name: string
  readonly title: string
  /** Two or three sentences for the generated page: its decision, its input, and its limitations. */
  readonly description: string
  readonly owasp: readonly string[]
  /** Defaults without tenant configuration. */
  readonly defaults: { readonly enabled: boolean; readonly action: Action }
  /** Set if disabling it would remove an operator's emergency control. */
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

/** A guard in a chain for one kind of call, independent of its settings type. */
// oxlint-disable-next-line typescript/no-explicit-any -- a chain holds guards of every settings type
export type ChainGuard<Call extends AgentCall> = AgenticGuard<Call, any>

/** A guard for any kind of call, as in registries. */
// oxlint-disable-next-line typescript/no-explicit-any -- a registry holds guards of every kind of call
export type AnyAgenticGuard = AgenticGuard<any, any>

export const fine: AgenticOutcome = Object.freeze({ flagged: false })

/** Returns a finding, whose action the policy determines. */
export function refuse(
  message: string,
  rest: Omit<Extract<AgenticOutcome, { flagged: true }>, 'flagged' | 'message'> = {},
): AgenticOutcome {
  return { flagged: true, message, ...rest }
}
