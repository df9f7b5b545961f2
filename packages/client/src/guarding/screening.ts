import type { ChatMessage, InputCheck } from '@gatehouse/contracts/content'
import type { GuardrailResult } from '@gatehouse/contracts/verdicts'
import type { GuardClient } from '../create-client.ts'

/** Thrown if guards block a text, which is then not forwarded. */
export class GuardrailBlockedError extends Error {
  override readonly name = 'GuardrailBlockedError'
  /** Same code as in the gateways. */
  readonly code = 'content_filter'
  readonly stage: 'input' | 'output'
  /** The deciding guard. */
  readonly guardrail: string
  readonly results: readonly GuardrailResult[]
  /** Id of the request in the guard service's log. */
  readonly requestId: string

  constructor(stage: 'input' | 'output', results: readonly GuardrailResult[], requestId: string, reason?: string) {
    const decided = results.find(({ passed }) => !passed)
    const subject = stage === 'input' ? 'The request' : 'The answer'
    super(
      `${subject} was blocked by ${decided?.guardrail ?? 'a guard'}: ${reason ?? decided?.message ?? 'no reason given'}`,
    )
    this.stage = stage
    this.guardrail = decided?.guardrail ?? 'unknown'
    this.results = results
    this.requestId = requestId
  }
}

type GuardBlock = NonNullable<InputCheck['input']>

/** Screening options. Without explicit guards, the configuration of the tenant or the server applies. */
export interface ScreeningOptions {
  readonly inputGuards?: GuardBlock
  readonly outputGuards?: GuardBlock
  /** Conversation of the text: stateful guards use its earlier texts. */
  readonly sessionId?: string
  readonly userRole?: string
}

/** Required guard calls. */
export type ScreeningGuard = Pick<GuardClient, 'checkInput' | 'checkOutput'>

/** Screening of a model's input and output. */
export interface Screening {
  /**
   * @returns the messages, redacted if required
   * @throws {GuardrailBlockedError} if a guard blocks them
   * @throws {GatehouseError | GatehouseConnectionError} if screening failed: unscreened messages are not forwarded
   */
  messages(messages: readonly ChatMessage[], signal?: AbortSignal): Promise<readonly ChatMessage[]>
  /**
   * @param prompt the question, for guards that compare both
   * @returns the text, redacted if required
   * @throws like {@link messages}
   */
  output(text: string, prompt?: string, signal?: AbortSignal): Promise<string>
}

export function createScreening(guard: ScreeningGuard, options: ScreeningOptions = {}): Screening {
  const { inputGuards, outputGuards, sessionId, userRole } = options
  const caller = {
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...(userRole === undefined ? {} : { user_role: userRole }),
  }
  return {
    async messages(messages, signal) {
      if (messages.length === 0) return messages
      const body = { messages: [...messages], ...(inputGuards === undefined ? {} : { input: inputGuards }), ...caller }
      const verdict = await guard.checkInput({ body }, withSignal(signal))
      if (!verdict.safe) throw new GuardrailBlockedError('input', verdict.guardrail_results, verdict.request_id)
      return (verdict.sanitized_messages as readonly ChatMessage[] | undefined) ?? messages
    },
    async output(text, prompt, signal) {
      if (text === '') return text
      const body = {
        output: text,
        ...(prompt === undefined ? {} : { prompt }),
        ...(outputGuards === undefined ? {} : { guardrails: outputGuards }),
        ...caller,
      }
      const verdict = await guard.checkOutput({ body }, withSignal(signal))
      if (!verdict.safe) throw new GuardrailBlockedError('output', verdict.guardrail_results, verdict.request_id)
      return verdict.sanitized_output ?? text
    },
  }
}

const withSignal = (signal: AbortSignal | undefined): { readonly signal?: AbortSignal } =>
  signal === undefined ? {} : { signal }

/** Returns the text of the user's last message. */
export function questionOf(messages: readonly ChatMessage[]): string | undefined {
  const content = messages.findLast(({ role }) => role === 'user')?.content
  if (typeof content === 'string') return content
  const texts = content?.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []))
  return texts === undefined || texts.length === 0 ? undefined : texts.join('\n')
}
