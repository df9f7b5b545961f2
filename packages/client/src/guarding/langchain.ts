import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { BaseMessage } from '@langchain/core/messages'
import type { LLMResult } from '@langchain/core/outputs'
import type { ChatMessage } from '@gatehouse/contracts/content'
import {
  createScreening,
  GuardrailBlockedError,
  type Screening,
  type ScreeningGuard,
  type ScreeningOptions,
} from './screening.ts'

/**
 * Callback for LangChain.js: `model.invoke(question, { callbacks: [new GuardCallback(guard)] })`. Prompts, answers, and tool inputs and
 * outputs are screened; a block ends the call with a {@link GuardrailBlockedError}. A callback cannot change a text, so that redactions
 * are blocks, too. Tokens of a stream are visible before screening.
 */
export class GuardCallback extends BaseCallbackHandler {
  override readonly name = 'gatehouse_guard'
  /** Otherwise LangChain would log the block and continue. */
  override readonly raiseError = true
  /** Otherwise LangChain would not wait for it. */
  override readonly awaitHandlers = true
  readonly #screening: Screening

  constructor(guard: ScreeningGuard, options: ScreeningOptions = {}) {
    super()
    this.#screening = createScreening(guard, options)
  }

  override async handleChatModelStart(_model: unknown, conversations: readonly BaseMessage[][]): Promise<void> {
    for (const conversation of conversations) await this.#input(conversation.map(asChat))
  }

  override async handleLLMStart(_model: unknown, prompts: readonly string[]): Promise<void> {
    for (const content of prompts) await this.#input([{ role: 'user', content }])
  }

  override async handleLLMEnd({ generations }: LLMResult): Promise<void> {
    for (const { text, ...more } of generations.flat()) {
      await this.#output(text)
      const calls = (more as { message?: { tool_calls?: readonly { args: unknown }[] } }).message?.tool_calls ?? []
      for (const { args } of calls) await this.#output(JSON.stringify(args))
    }
  }

  override async handleToolStart(_tool: unknown, input: string): Promise<void> {
    await this.#output(input)
  }

  override async handleToolEnd(output: unknown): Promise<void> {
    const content = (output as { content?: unknown } | null)?.content ?? output
    await this.#input([{ role: 'tool', content: typeof content === 'string' ? content : JSON.stringify(content) }])
  }

  async #input(messages: readonly ChatMessage[]): Promise<void> {
    const screened = await this.#screening.messages(messages)
    if (JSON.stringify(screened) !== JSON.stringify(messages)) throw redaction('input')
  }

  async #output(text: string): Promise<void> {
    if ((await this.#screening.output(text)) !== text) throw redaction('output')
  }
}

const redaction = (stage: 'input' | 'output'): GuardrailBlockedError =>
  new GuardrailBlockedError(stage, [], '', 'the text requires redaction, and a callback cannot change it.')

const ROLES: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' }

function asChat(message: BaseMessage): ChatMessage {
  return { role: ROLES[message.getType()] ?? 'user', content: message.text }
}
