import { messages } from '../dialect.ts'
import { translated } from '../translated.ts'
import { messageOf } from './answer.ts'
import { ChatEvents } from './events.ts'
import { chatBodyOf, refuseUntranslatable } from './request.ts'

/** Anthropic's Messages API on top of a chat completions upstream. Decision 0037 lists the losses. */
export const messagesOverChat = translated(messages, {
  upstream: 'openai',
  upstreamPath: '/chat/completions',
  refuse: refuseUntranslatable,
  bodyOf: chatBodyOf,
  answerOf: messageOf,
  newEvents: () => new ChatEvents(),
})
