import type { Message } from '../../engine/attack.ts'
import { type Grammar, writeText } from '../../engine/grammar.ts'
import type { Strategy } from '../../engine/strategy.ts'

/** One message that never was. */
export interface MadeUp {
  readonly role: Message['role']
  readonly says: Grammar
}

/** A strategy that leaves the message as it is and puts turns before it that never were. */
export function remembered(conversation: readonly MadeUp[]): Strategy['apply'] {
  return ({ turns, history }, random) => ({
    turns,
    history: [...history, ...conversation.map(({ role, says }) => ({ role, content: writeText(says, random) }))],
  })
}
