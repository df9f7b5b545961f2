import type { Message } from '../../engine/attack.ts'
import { type Grammar, writeText } from '../../engine/grammar.ts'
import type { Strategy } from '../../engine/strategy.ts'

/** Fabricated message. */
export interface FabricatedMessage {
  readonly role: Message['role']
  readonly says: Grammar
}

/** Creates a strategy that keeps the message and prepends fabricated turns. */
export function remembered(conversation: readonly FabricatedMessage[]): Strategy['apply'] {
  return ({ turns, history }, random) => ({
    turns,
    history: [...history, ...conversation.map(({ role, says }) => ({ role, content: writeText(says, random) }))],
  })
}
