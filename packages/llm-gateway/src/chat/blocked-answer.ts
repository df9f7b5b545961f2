import type { StageVerdict } from '@gatehouse/guards'
import type { BlockNotice } from './dialect.ts'
import type { ChatExchange } from './exchange.ts'
import { noticeOf } from './notes.ts'

/** Returns the response of a block before any output was sent. */
export function blockedAnswer(exchange: ChatExchange, stage: BlockNotice['stage'], verdict: StageVerdict): string {
  const { context, dialect } = exchange
  const notice = noticeOf(stage, verdict, context.requestId)
  context.status(notice.status)
  if (verdict.retryAfter_s !== undefined) {
    context.header('retry-after', String(Math.max(1, Math.ceil(verdict.retryAfter_s))))
  }
  return JSON.stringify(dialect.blocked(notice))
}

/** Returns the response of an upstream failure before any output was sent. */
export function problemAnswer(
  { context, dialect }: ChatExchange,
  status: number,
  code: string,
  message: string,
): string {
  context.status(status)
  return JSON.stringify(dialect.problem({ status, code, message, requestId: context.requestId }))
}
