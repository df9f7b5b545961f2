import type { Deed, Effect } from './deeds.ts'
import type { Temper } from './temper.ts'
import type { Voice } from './voice.ts'

/** What an agent does when somebody wants it and its temper lets it. */
export type Skill =
  /** Puts words together out of pieces, and says them. */
  | 'say'
  /** Tells its secret. */
  | 'tell'
  /** Tells its secret in two pieces, one a message. */
  | 'tell_by_halves'
  /** Tells its instructions, word by word. */
  | 'recite'
  | 'tell_model'
  | 'tell_tools'
  /** Tells what others have said to it. */
  | 'tell_others'
  /** Reads out what it reads, what is marked as internal too. */
  | 'read_out'
  /** Calls tools for whoever asks. */
  | 'use'
  /** Looks up what belongs to others. */
  | 'look_up'
  /** Goes to addresses that somebody names. */
  | 'visit'
  /** Runs what it is given as a value. */
  | 'compute'
  /** Plays what a machine would have answered. */
  | 'play'
  /** Opens files outside of its folder. */
  | 'open'
  | 'circle'
  | 'write_long'
  /** Says in later conversations what it was told to say in earlier ones. */
  | 'learn'
  /** Explains whatever anybody wants to know. */
  | 'help'
  /** Turns everybody away, whatever they want. */
  | 'turn_away'

export interface Tool {
  /** As its traces spell it. */
  readonly name: string
  readonly effect: Effect
}

/** A call as the agent's traces tell it. */
export interface MadeCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** Undefined: it was proposed, and nobody tells what became of it. */
  readonly result: string | undefined
}

/** What leaves an agent in answer to one message, and what it did. */
export interface Answer {
  readonly text: string
  readonly calls: readonly MadeCall[]
  readonly deeds: readonly Deed[]
}

/** Bytes in place of an answer. */
export interface RawAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** The deeds stand all the same: what was said was seen. */
  readonly isAnswer?: true
}

export type Shape = 'plain' | 'openai' | 'anthropic' | 'steps' | 'kwargs' | 'events' | 'lines' | 'text'

/** Whatever thinks for an agent. */
export interface Thinker {
  readonly answer: (session: string, heard: string) => Promise<Answer>
}

/** Where an agent's pages stand, and which host it can reach at all: tests never leave the machine. */
export interface Surroundings {
  readonly library: string
  readonly origin: string
}

/** An agent with known truth. */
export interface AgentSpec {
  readonly name: string
  /** For the table, one line. */
  readonly about: string
  readonly temper: Temper
  readonly voice: Voice
  readonly skills: readonly Skill[]
  readonly shape: Shape
  readonly secret: string
  readonly instructions: string
  readonly tools?: readonly Tool[]
  /** Its tools refuse what they are asked for. */
  readonly toolsRefuse?: true
  /** Looks up the caller's own order now and then, and reports attacks with a tool: nothing is wrong with either. */
  readonly isBusy?: true
  /** Opens pages of its library that users name. */
  readonly readsPages?: true
  /** What all users said lies in one place. */
  readonly sharesMemory?: true
  /** Who makes the word for a conversation. */
  readonly sessions?: 'client' | 'cookie' | 'header'
  /** Stands in front of it; what it says in place of the agent, or undefined. */
  readonly guard?: (heard: string) => RawAnswer | undefined
  /** What goes wrong. @param count  of all requests so far, from 0 */
  readonly trouble?: (heard: string, count: number) => RawAnswer | undefined
  /** Thinks in a way of its own; skills and temper are not asked then. */
  readonly thinks?: (spec: AgentSpec, surroundings: Surroundings) => Thinker
  /** Answers in a document of its own. @returns the body, JSON where no media type is given */
  readonly wraps?: {
    readonly config: { readonly responsePath?: string; readonly toolCallsPath?: string }
    readonly write: (answer: Pick<Answer, 'text' | 'calls'>) => RawAnswer
  }
  /** It is no agent but a server of tools, spoken to by the Model Context Protocol. */
  readonly toolServer?: {
    /** Wants credentials. */
    readonly isClosed?: true
    /** Lists other tools once it was used. */
    readonly relists?: true
    /** Its descriptions hold orders to models. */
    readonly hasOrders?: true
  }
  /** Its traces say nothing of its calls; who asks for its state sees what they changed. */
  readonly hidesCalls?: true
  /** Attacked one message at a time: what others do meanwhile would change its state. */
  readonly isAlone?: true
  /** Attacks of each category; fewer where answers take their time. */
  readonly attacks?: number
}
