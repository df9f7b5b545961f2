import type { Message } from '../engine/attack.ts'
import type { Reply } from '../engine/exchange.ts'
import type { Heard } from './heard.ts'
import { TargetError } from './target-error.ts'

/** A reply of what was heard. */
export function replyOf(heard: Heard, statusCode: number | undefined, responseTime_ms: number): Reply {
  return {
    text: heard.text ?? '',
    toolCalls: heard.toolCalls,
    statusCode,
    responseTime_ms,
    problem: heard.isGuardBlock ? undefined : heard.problem,
    blockedByGuard: heard.isGuardBlock,
    wasCut: heard.wasCut,
    ...(heard.reasoning === undefined ? {} : { reasoning: heard.reasoning }),
  }
}

/** A reply where there is none. @throws what is no trouble of the target */
export function troubledReply(thrown: unknown, responseTime_ms: number): Reply {
  if (!(thrown instanceof TargetError)) throw thrown
  return {
    text: '',
    toolCalls: [],
    statusCode: thrown.status,
    responseTime_ms,
    problem: thrown.problem,
    blockedByGuard: false,
    wasCut: false,
  }
}

const SPEAKERS: Readonly<Record<Message['role'], string>> = {
  user: 'User',
  assistant: 'Assistant',
  system: 'System',
  tool: 'Tool',
}

/** A conversation that is made up, written into a message for targets that take no history. */
export function writtenInto(message: string, history: readonly Message[]): string {
  if (history.length === 0) return message
  const lines = history.map(({ role, content }) => `${SPEAKERS[role]}: ${content}`)
  return [...lines, `${SPEAKERS.user}: ${message}`].join('\n\n')
}
