import type { Handlers } from '@gatehouse/contracts'
import type { chatEndpoints } from '@gatehouse/contracts/content'
import type { RequestContext } from '@gatehouse/http'
import { chooseDialect, type ChoosePorts } from '../dialects/choose.ts'
import { chatOverMessages } from '../messages/under-chat/dialect.ts'
import { chatCompletions } from './openai/dialect.ts'
import type { ChatPorts } from './ports.ts'
import { serveChat } from './serve-chat.ts'
import { VerdictCache } from './verdict-cache.ts'

/** Handlers of the chat gateway for OpenAI's API. */
export function chatHandlers(
  value: Omit<ChatPorts, 'verdicts'> & ChoosePorts,
): Handlers<typeof chatEndpoints, RequestContext> {
  const ports: ChatPorts = { ...value, verdicts: new VerdictCache(value.clock) }
  const at =
    (path: string): Handlers<typeof chatEndpoints, RequestContext>['chatCompletions'] =>
    async ({ body, headers, context }) => {
      const dialect = await chooseDialect(chatCompletions, chatOverMessages, body.model, context, value)
      return serveChat({ dialect, path, body, headers, context }, ports)
    }
  return { shieldChat: at('/v1/shield/chat/completions'), chatCompletions: at('/v1/chat/completions') }
}
