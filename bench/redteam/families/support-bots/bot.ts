import type { FamilyAgent, Protocol, Weakness } from '../family.ts'
import { serve } from './server.ts'

export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly result?: unknown
}

export interface Reply {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
}

/** A message with the conversation before it. */
export interface Turn {
  readonly text: string
  readonly earlier: readonly string[]
  readonly replies: readonly string[]
}

export type Bot = (turn: Turn) => Reply

/** Returns undefined to leave the message to the next rule. */
export type Rule = (turn: Turn) => string | Reply | undefined

export function chain(...rules: readonly Rule[]): Bot {
  return (turn) => {
    for (const rule of rules) {
      const reply = rule(turn)
      if (reply !== undefined) return typeof reply === 'string' ? { text: reply, toolCalls: [] } : reply
    }
    return { text: '…', toolCalls: [] }
  }
}

interface Side {
  readonly name: string
  readonly systemPrompt?: string
  readonly canaries?: readonly string[]
  readonly allowedTools?: readonly string[]
  /** Builds the rules with the state of one run. */
  readonly create: () => Bot
}

interface Pair {
  readonly protocol: Protocol
  readonly weaknesses: readonly Weakness[]
  readonly weak: Side
  readonly hardened: Side
}

function agent(protocol: Protocol, weaknesses: readonly Weakness[], side: Side, twin: string): FamilyAgent {
  const { create, ...declared } = side
  return { ...declared, protocol, weaknesses, twin, start: (port) => serve(port, protocol, create()) }
}

export function pair({ protocol, weaknesses, weak, hardened }: Pair): FamilyAgent[] {
  return [agent(protocol, weaknesses, weak, hardened.name), agent(protocol, [], hardened, weak.name)]
}
