import type {
  LanguageModelV4Content,
  LanguageModelV4Message,
  LanguageModelV4Middleware,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import type { ChatMessage } from '@gatehouse/contracts/content'
import { HeldText } from './held-text.ts'
import { screenArguments } from './screen-arguments.ts'
import { createScreening, questionOf, type ScreeningGuard, type ScreeningOptions } from './screening.ts'

/**
 * Middleware for the Vercel AI SDK: `wrapLanguageModel({ model, middleware: guardMiddleware(guard) })`. Prompts are screened before they
 * are sent, answers before they are returned, streams incrementally. A block is a {@link GuardrailBlockedError}; in a stream it is a part
 * of type `error`.
 */
export function guardMiddleware(guard: ScreeningGuard, options: ScreeningOptions = {}): LanguageModelV4Middleware {
  const screening = createScreening(guard, options)
  return {
    specificationVersion: 'v4',
    async transformParams({ params }) {
      const messages = params.prompt.map(asChat)
      const screened = await screening.messages(messages, params.abortSignal)
      return { ...params, prompt: params.prompt.map((message, at) => withTexts(message, screened[at])) }
    },
    async wrapGenerate({ doGenerate, params }) {
      const screen = screenOf(params)
      const answer = await doGenerate()
      return { ...answer, content: await Promise.all(answer.content.map((part) => screenedPart(part, screen))) }
    },
    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream()
      return { ...rest, stream: stream.pipeThrough(new TransformStream(screener(screenOf(params)))) }
    },
  }

  function screenOf(params: { prompt: LanguageModelV4Prompt; abortSignal?: AbortSignal | undefined }) {
    const question = questionOf(params.prompt.map(asChat))
    return (text: string): Promise<string> => screening.output(text, question, params.abortSignal)
  }
}

type Screen = (text: string) => Promise<string>
type Parts = NonNullable<
  ConstructorParameters<typeof TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>>[0]
>

/** Converts a message to the guard service's format: one part for each text part. */
function asChat(message: LanguageModelV4Message): ChatMessage {
  const { role, content } = message
  if (typeof content === 'string') return { role, content }
  return { role, content: content.map((part) => ({ type: 'text', text: textOf(part) })) }
}

/** Returns the text of a part; tool calls and results as the JSON that the model reads. */
function textOf(part: Exclude<LanguageModelV4Message['content'], string>[number]): string {
  if (part.type === 'text' || part.type === 'reasoning') return part.text
  if (part.type === 'tool-call') return JSON.stringify(part.input)
  if (part.type === 'tool-result') return JSON.stringify(part.output)
  return ''
}

/** Returns the message with screened texts. Non-text parts were screened but are unchanged. */
function withTexts(message: LanguageModelV4Message, screened: ChatMessage | undefined): LanguageModelV4Message {
  const content = screened?.content
  if (message.role === 'system') return typeof content === 'string' ? { ...message, content } : message
  if (!Array.isArray(content)) return message
  const parts = message.content.map((part, at) => {
    const text = content[at]?.text
    return part.type === 'text' && text !== undefined ? { ...part, text } : part
  })
  return { ...message, content: parts } as LanguageModelV4Message
}

async function screenedPart(part: LanguageModelV4Content, screen: Screen): Promise<LanguageModelV4Content> {
  if (part.type === 'tool-call') await screenArguments([part.input], screen)
  return part.type === 'text' || part.type === 'reasoning' ? { ...part, text: await screen(part.text) } : part
}

/** Releases text and reasoning after screening, and the input of a tool with its completely screened call. */
function screener(screen: Screen): Parts {
  const entries = new Map<string, HeldText>()
  const inputs = new Map<string, LanguageModelV4StreamPart[]>()
  return {
    async transform(part, controller) {
      try {
        for (const item of await screenedParts(part)) controller.enqueue(item)
      } catch (error) {
        controller.enqueue({ type: 'error', error })
        controller.terminate()
      }
    },
  }

  async function screenedParts(part: LanguageModelV4StreamPart): Promise<readonly LanguageModelV4StreamPart[]> {
    if (part.type === 'text-start' || part.type === 'reasoning-start') entries.set(part.id, new HeldText(screen))
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      const delta = (await entries.get(part.id)?.push(part.delta)) ?? ''
      return delta === '' ? [] : [{ ...part, delta }]
    }
    if (part.type === 'text-end' || part.type === 'reasoning-end') {
      const delta = (await entries.get(part.id)?.end()) ?? ''
      const type = part.type === 'text-end' ? 'text-delta' : 'reasoning-delta'
      return delta === '' ? [part] : [{ type, id: part.id, delta }, part]
    }
    if (part.type === 'tool-input-start') inputs.set(part.id, [])
    if (part.type === 'tool-input-start' || part.type === 'tool-input-delta' || part.type === 'tool-input-end') {
      inputs.get(part.id)?.push(part)
      return []
    }
    if (part.type !== 'tool-call') return [part]
    await screenArguments([part.input], screen)
    const before = inputs.get(part.toolCallId) ?? []
    inputs.delete(part.toolCallId)
    return [...before, part]
  }
}
