/** Blocks of a scripted answer in the format of Anthropic's API. */
export type ScriptedBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: string; readonly [name: string]: unknown }

export interface ScriptedMessage {
  readonly content: readonly ScriptedBlock[]
  readonly stop_reason?: string
  readonly input_tokens?: number
  readonly output_tokens?: number
  /** Characters per piece of a text, a thought or of arguments; default 4. */
  readonly piece?: number
}

/** The body of an answer that is not streamed. */
export function messageBody(script: ScriptedMessage, model = 'scripted'): Readonly<Record<string, unknown>> {
  return {
    id: 'msg_scripted',
    type: 'message',
    role: 'assistant',
    model,
    content: script.content,
    stop_reason: stopReason(script),
    stop_sequence: null,
    usage: { input_tokens: script.input_tokens ?? 10, output_tokens: script.output_tokens ?? 20 },
  }
}

/** The same as events, as Anthropic streams them. */
export function messageEvents(script: ScriptedMessage, model = 'scripted'): string {
  const whole = messageBody(script, model)
  const usage = { input_tokens: script.input_tokens ?? 10, output_tokens: 1 }
  let sse = frame('message_start', { message: { ...whole, content: [], stop_reason: null, usage } })
  sse += frame('ping', {})
  for (const [index, block] of script.content.entries()) {
    const { start, deltas } = streamed(block, script.piece ?? 4)
    sse += frame('content_block_start', { index, content_block: start })
    for (const delta of deltas) sse += frame('content_block_delta', { index, delta })
    sse += frame('content_block_stop', { index })
  }
  sse += frame('message_delta', {
    delta: { stop_reason: stopReason(script), stop_sequence: null },
    usage: { output_tokens: script.output_tokens ?? 20 },
  })
  return sse + frame('message_stop', {})
}

function stopReason({ stop_reason, content }: ScriptedMessage): string {
  return stop_reason ?? (content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn')
}

function streamed(
  block: ScriptedBlock,
  piece: number,
): { readonly start: unknown; readonly deltas: readonly unknown[] } {
  if (block.type === 'text' && 'text' in block) {
    const deltas = cut(String(block.text), piece).map((text) => ({ type: 'text_delta', text }))
    const citations = 'citations' in block && Array.isArray(block.citations) ? (block.citations as unknown[]) : []
    const cited = citations.map((citation) => ({ type: 'citations_delta', citation }))
    return { start: { type: 'text', text: '' }, deltas: [...deltas, ...cited] }
  }
  if (block.type === 'thinking' && 'thinking' in block) {
    const deltas = cut(String(block.thinking), piece).map((thinking) => ({ type: 'thinking_delta', thinking }))
    const signed = { type: 'signature_delta', signature: block.signature }
    return { start: { type: 'thinking', thinking: '', signature: '' }, deltas: [...deltas, signed] }
  }
  if ('input' in block) {
    const text = typeof block.input === 'string' ? block.input : JSON.stringify(block.input)
    const deltas = cut(text, piece).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
    return { start: { ...block, input: {} }, deltas }
  }
  return { start: block, deltas: [] }
}

function cut(text: string, chars: number): readonly string[] {
  const count = Math.ceil(text.length / chars)
  return Array.from({ length: count }, (_, index) => text.slice(index * chars, (index + 1) * chars))
}

function frame(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}
