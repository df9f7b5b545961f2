import type { Message } from '../engine/attack.ts'
import type { Reply } from '../engine/exchange.ts'
import type { ParsedAnswer } from './heard.ts'
import { TargetError } from './target-error.ts'

/** Creates a reply from a received answer. */
export function replyOf(heard: ParsedAnswer, statusCode: number | undefined, responseTime_ms: number): Reply {
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

/** Creates a reply for a failed request. @throws errors that are not target errors */
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

/** Writes a fabricated conversation into a message, for targets without a history field. */
export function writtenInto(message: string, history: readonly Message[]): string {
  if (history.length === 0) return message
  const lines = history.map(({ role, content }) => `${SPEAKERS[role]}: ${content}`)
  return [...lines, `${SPEAKERS.user}: ${message}`].join('\n\n')
}
