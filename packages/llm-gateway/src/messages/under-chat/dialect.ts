import { chatCompletions } from '../../chat/openai/dialect.ts'
import { translated } from '../translated.ts'
import { completionOf } from './answer.ts'
import { MessageEvents } from './events.ts'
import { messagesBodyOf, refuseUntranslatable } from './request.ts'

/** OpenAI's chat completions on top of a Messages API upstream. Decision 0037 lists the losses. */
export const chatOverMessages = translated(chatCompletions, {
  upstream: 'anthropic',
  upstreamPath: '/messages',
  refuse: refuseUntranslatable,
  bodyOf: messagesBodyOf,
  answerOf: completionOf,
  newEvents: () => new MessageEvents(),
})
