import { chatCompletions } from '../../chat/openai/dialect.ts'
import { translated } from '../translated.ts'
import { completionOf } from './answer.ts'
import { MessageEvents } from './events.ts'
import { messagesBodyOf, refuseUntranslatable } from './request.ts'

/** OpenAI's chat completions in front of an upstream that speaks Anthropic's messages. Decision 0037 says what is lost. */
export const chatOverMessages = translated(chatCompletions, {
  upstream: 'anthropic',
  upstreamPath: '/messages',
  refuse: refuseUntranslatable,
  bodyOf: messagesBodyOf,
  answerOf: completionOf,
  newEvents: () => new MessageEvents(),
})
