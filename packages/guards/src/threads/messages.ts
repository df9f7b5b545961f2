import type { OnError } from '@gatehouse/contracts/policies'
import type { Action, Mode } from '@gatehouse/contracts/verdicts'
import type { ChatAnswer, ChatMessage } from '@gatehouse/models'
import type { PolicyRecipe } from '../engine/evaluator.ts'
import type { GuardContext } from '../engine/guard.ts'
import type { PersonalValue, WindowState } from '../engine/ports.ts'
import type { Subject } from '../engine/run.ts'
import type { TaskInput, TextTaskName } from './text-tasks.ts'

/** Initial data of a thread: the available ports of the main thread. */
export interface ThreadSetup {
  readonly hasTurns: boolean
  readonly hasVault: boolean
  /** Name of the configured model. */
  readonly model: string | undefined
}

/** One guard of a policy: the settings come from the recipe, every other property may differ from it. */
export interface GuardOfPolicy {
  readonly name: string
  readonly action: Action
  readonly mode: Mode
  readonly onError: OnError
  readonly deadline_ms: number
}

/** The request's part of the context; the clock and callbacks stay in their own thread. */
export type SentContext = Omit<GuardContext, 'clock' | 'signal'>

export interface EvaluationOrder {
  readonly type: 'evaluate'
  readonly job: number
  /** Number of the policy version; the recipe is included when the thread does not have it. */
  readonly policy: number
  readonly recipe?: PolicyRecipe
  readonly mode: Mode
  readonly tiers: readonly (readonly GuardOfPolicy[])[]
  readonly subject: Omit<Subject, 'views'>
  readonly context: SentContext
}

/** Work on a text that needs no policy. */
export interface TaskOrder {
  readonly type: 'task'
  readonly job: number
  readonly task: TextTaskName
  readonly input: TaskInput<TextTaskName>
}

export type Order =
  | EvaluationOrder
  | TaskOrder
  | { readonly type: 'forget'; readonly policy: number }
  | { readonly type: 'reply'; readonly call: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly call: number; readonly failure: SentFailure }

/** Serialized error between threads; a code marks a failure, whose message is safe for callers. */
export interface SentFailure {
  readonly code?: string
  readonly message: string
  readonly retryAfter_s?: number | undefined
}

/** One call of a port of the main thread. */
export type PortCall =
  | { readonly port: 'hit'; readonly key: string; readonly window_ms: number; readonly limit: number }
  | {
      readonly port: 'addTurn'
      readonly key: string
      readonly turn: string
      readonly max: number
      readonly ttl_ms: number
    }
  | { readonly port: 'readTurns'; readonly key: string }
  | { readonly port: 'hash'; readonly tenantId: string; readonly values: readonly PersonalValue[] }
  | { readonly port: 'tokenise'; readonly tenantId: string; readonly values: readonly DrawnValue[] }
  | {
      readonly port: 'judge'
      /** Name of the schema of the answer. */
      readonly schema: string
      readonly messages: readonly ChatMessage[]
      readonly temperature?: number
      readonly maxTokens?: number
      readonly within_ms?: number
    }

/** Return value of each port. */
export interface PortAnswers {
  readonly hit: WindowState
  readonly addTurn: void
  readonly readTurns: readonly string[]
  readonly hash: readonly Uint8Array[]
  readonly tokenise: readonly (string | undefined)[]
  readonly judge: ChatAnswer
}

/** A value with candidate tokens, generated in advance because functions cannot be sent. */
export interface DrawnValue extends PersonalValue {
  readonly drawn: readonly string[]
}

export type Report =
  | { readonly type: 'done'; readonly job: number; readonly result: unknown }
  | { readonly type: 'failed'; readonly job: number; readonly failure: SentFailure }
  | { readonly type: 'guardError'; readonly job: number; readonly guard?: string; readonly failure: SentFailure }
  | { readonly type: 'call'; readonly job: number; readonly call: number; readonly request: PortCall }
  | { readonly type: 'abort'; readonly call: number }
