import type { chatEndpoints, Handlers } from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'
import { chatCompletions } from './openai/dialect.ts'
import type { ChatPorts } from './ports.ts'
import { serveChat } from './serve-chat.ts'
import { VerdictCache } from './verdict-cache.ts'

/** The chat gateway in OpenAI's words. */
export function chatHandlers(given: Omit<ChatPorts, 'verdicts'>): Handlers<typeof chatEndpoints, RequestContext> {
  const ports: ChatPorts = { ...given, verdicts: new VerdictCache(given.clock) }
  const at =
    (path: string): Handlers<typeof chatEndpoints, RequestContext>['chatCompletions'] =>
    ({ body, headers, context }) =>
      serveChat({ dialect: chatCompletions, path, body, headers, context }, ports)
  return { shieldChat: at('/v1/shield/chat/completions'), chatCompletions: at('/v1/chat/completions') }
}
