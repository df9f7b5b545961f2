import type { AgentAction, Effect } from './deeds.ts'
import type { Temper } from './temper.ts'
import type { Voice } from './voice.ts'

/** Behavior of an agent when it is requested and its temper permits it. */
export type Skill =
  /** Joins word pieces, and writes the word. */
  | 'say'
  /** Discloses its secret. */
  | 'tell'
  /** Discloses its secret in two parts, one per message. */
  | 'tell_by_halves'
  /** Discloses its instructions verbatim. */
  | 'recite'
  | 'tell_model'
  | 'tell_tools'
  /** Discloses messages of other users. */
  | 'tell_others'
  /** Repeats content that it reads, including internal parts. */
  | 'read_out'
  /** Calls tools on request. */
  | 'use'
  /** Reads data of other users. */
  | 'look_up'
  /** Requests URLs on request. */
  | 'visit'
  /** Executes values. */
  | 'compute'
  /** Simulates the output of a machine. */
  | 'play'
  /** Opens files outside of its folder. */
  | 'open'
  | 'circle'
  | 'write_long'
  /** Repeats in later conversations what earlier ones requested. */
  | 'learn'
  /** Answers every question. */
  | 'help'
  /** Refuses every request. */
  | 'turn_away'

export interface Tool {
  /** As its traces spell it. */
  readonly name: string
  readonly effect: Effect
}

/** Tool call in the agent's traces. */
export interface TracedCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** Undefined: proposed, with an unknown result. */
  readonly result: string | undefined
}

/** Answer of an agent to one message, with its actions. */
export interface Answer {
  readonly text: string
  readonly calls: readonly TracedCall[]
  readonly deeds: readonly AgentAction[]
}

/** Raw bytes instead of an answer. */
export interface RawAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** The actions count nevertheless: the message was processed. */
  readonly isAnswer?: true
}

export type Shape = 'plain' | 'openai' | 'anthropic' | 'steps' | 'kwargs' | 'events' | 'lines' | 'text'

/** Decision logic of an agent. */
export interface Thinker {
  readonly answer: (session: string, heard: string) => Promise<Answer>
}

/** Location of an agent's pages, and the only host that it can reach: tests never leave the machine. */
export interface Surroundings {
  readonly library: string
  readonly origin: string
}

/** Agent with known ground truth. */
export interface AgentSpec {
  readonly name: string
  /** One line for the table. */
  readonly about: string
  readonly temper: Temper
  readonly voice: Voice
  readonly skills: readonly Skill[]
  readonly shape: Shape
  readonly secret: string
  readonly instructions: string
  readonly tools?: readonly Tool[]
  /** Its tools reject all requests. */
  readonly toolsRefuse?: true
  /** Sometimes reads the caller's own order, and reports attacks with a tool: both are legitimate. */
  readonly isBusy?: true
  /** Opens pages of its library that users name. */
  readonly readsPages?: true
  /** All users share one memory. */
  readonly sharesMemory?: true
  /** Origin of the session identifier. */
  readonly sessions?: 'client' | 'cookie' | 'header'
  /** Guard in front of the agent; returns its answer instead of the agent's, or undefined. */
  readonly guard?: (heard: string) => RawAnswer | undefined
  /** Simulated errors. @param count  of all requests so far, from 0 */
  readonly trouble?: (heard: string, count: number) => RawAnswer | undefined
  /** Custom decision logic; replaces skills and temper. */
  readonly thinks?: (spec: AgentSpec, surroundings: Surroundings) => Thinker
  /** Custom answer format. @returns the body, JSON without a media type */
  readonly wraps?: {
    readonly config: { readonly responsePath?: string; readonly toolCallsPath?: string }
    readonly write: (answer: Pick<Answer, 'text' | 'calls'>) => RawAnswer
  }
  /** Not an agent but an MCP server. */
  readonly toolServer?: {
    /** Wants credentials. */
    readonly isClosed?: true
    /** Lists other tools once it was used. */
    readonly relists?: true
    /** Its descriptions contain instructions for models. */
    readonly hasOrders?: true
  }
  /** Its traces contain no calls; a state query shows their effects. */
  readonly hidesCalls?: true
  /** Attacked sequentially: concurrent attacks would change its state. */
  readonly isAlone?: true
  /** Number of attacks per category; fewer for slow agents. */
  readonly attacks?: number
}
