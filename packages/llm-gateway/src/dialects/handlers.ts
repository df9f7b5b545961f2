import type { Handlers } from '@gatehouse/contracts'
import type { chatDialectEndpoints } from '@gatehouse/contracts/content'
import type { RequestContext } from '@gatehouse/http'
import type { ChatPorts } from '../chat/ports.ts'
import { serveChat } from '../chat/serve-chat.ts'
import { VerdictCache } from '../chat/verdict-cache.ts'
import { countTokens } from '../messages/count-tokens.ts'
import { messages } from '../messages/dialect.ts'
import { messagesOverChat } from '../messages/over-chat/dialect.ts'
import { responses } from '../responses/dialect.ts'
import { chooseDialect, type ChoosePorts } from './choose.ts'

/** Dependencies of the handlers. Requests of one process share cached verdicts. */
type HandlerPorts = Omit<ChatPorts, 'verdicts'> & ChoosePorts

type DialectHandlers = Handlers<typeof chatDialectEndpoints, RequestContext>

/** Handlers of the chat gateway for OpenAI's Responses API and Anthropic's Messages API. */
export function chatDialectHandlers(handlerPorts: HandlerPorts): DialectHandlers {
  const ports: ChatPorts = { ...handlerPorts, verdicts: new VerdictCache(handlerPorts.clock) }
  const responsesAt =
    (path: string): DialectHandlers['createResponse'] =>
    ({ body, headers, context }) =>
      serveChat({ dialect: responses, path, body, headers, context }, ports)
  const messagesAt =
    (path: string): DialectHandlers['createMessage'] =>
    async ({ body, headers, context }) => {
      const dialect = await chooseDialect(messages, messagesOverChat, body.model, context, handlerPorts)
      return serveChat({ dialect, path, body, headers, context }, ports)
    }
  return {
    createResponse: responsesAt('/v1/responses'),
    shieldResponses: responsesAt('/v1/shield/responses'),
    createMessage: messagesAt('/v1/messages'),
    countMessageTokens: ({ body, headers, context }) =>
      serveChat({ dialect: countTokens, path: '/v1/messages/count_tokens', body, headers, context }, ports),
    shieldMessages: messagesAt('/v1/shield/messages'),
  }
}
