import { messages } from '../dialect.ts'
import { translated } from '../translated.ts'
import { messageOf } from './answer.ts'
import { ChatEvents } from './events.ts'
import { chatBodyOf, refuseUntranslatable } from './request.ts'

/** Anthropic's messages in front of an upstream that speaks chat completions. Decision 0037 says what is lost. */
export const messagesOverChat = translated(messages, {
  upstream: 'openai',
  upstreamPath: '/chat/completions',
  refuse: refuseUntranslatable,
  bodyOf: chatBodyOf,
  answerOf: messageOf,
  newEvents: () => new ChatEvents(),
})
