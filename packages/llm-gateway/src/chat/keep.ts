import type { StageVerdict } from '@gatehouse/guards'
import { isTrusted } from './dialect.ts'
import type { ChatExchange } from './exchange.ts'
import { inputRun } from './input-run.ts'

/** Returns whether the tenant retains request contents for replays. */
export function keepsContent({ tenant, ports }: Pick<ChatExchange, 'tenant' | 'ports'>): boolean {
  return ports.keeper.keeps(tenant)
}

/** Stores the texts of a request in the order of a check: external text first, the application's own last. */
export function keepRequest(exchange: ChatExchange, verdict: StageVerdict): void {
  if (!keepsContent(exchange)) return
  const { request, ports, tenant, context } = exchange
  const textsOf = (isOwn: boolean): string[] =>
    request.texts.filter(({ source }) => isTrusted(source) === isOwn).map(({ text }) => text)
  const outside = textsOf(false)
  const untrusted = outside.join(SEPARATOR)
  const subject = { text: [...outside, ...textsOf(true)].join(SEPARATOR), untrustedLength: untrusted.length }
  ports.keeper.note(tenant, subject, inputRun(exchange), verdict, context.requestId)
}

/** Stores the texts of an answer. */
export function keepAnswer(exchange: ChatExchange, texts: Iterable<string>, verdict: StageVerdict): void {
  if (!keepsContent(exchange)) return
  const { ports, tenant, context, outputRun } = exchange
  ports.keeper.note(tenant, { text: [...texts].join(SEPARATOR) }, outputRun, verdict, context.requestId)
}

const SEPARATOR = '\n\n'
