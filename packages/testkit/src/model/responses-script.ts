/** Items of a scripted answer in the format of OpenAI's Responses API. */
export interface ScriptedItem {
  readonly type: string
  readonly [name: string]: unknown
}

export interface ScriptedResponse {
  readonly output: readonly ScriptedItem[]
  readonly status?: 'completed' | 'incomplete'
  readonly input_tokens?: number
  readonly output_tokens?: number
  /** Characters per piece of a text or of arguments; default 4. */
  readonly piece?: number
  /** Further fields of the response. */
  readonly more?: Readonly<Record<string, unknown>>
}

/** Returns a message with one text. */
export function messageItem(text: string, id = 'msg_0'): ScriptedItem {
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }]
  return { id, type: 'message', role: 'assistant', status: 'completed', content }
}

export function reasoningItem(summary: string, id = 'rs_0'): ScriptedItem {
  return { id, type: 'reasoning', summary: [{ type: 'summary_text', text: summary }] }
}

export function functionItem(name: string, args: unknown, call_id = 'call_0'): ScriptedItem {
  const text = typeof args === 'string' ? args : JSON.stringify(args)
  return { id: `fc_${call_id}`, type: 'function_call', status: 'completed', call_id, name, arguments: text }
}

/** The body of an answer that is not streamed. */
export function responseBody(script: ScriptedResponse, model = 'scripted'): Readonly<Record<string, unknown>> {
  const { output, status = 'completed', input_tokens = 10, output_tokens = 20, more = {} } = script
  return {
    id: 'resp_scripted',
    object: 'response',
    created_at: 0,
    model,
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    output,
    parallel_tool_calls: true,
    tools: [],
    usage: {
      input_tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input_tokens + output_tokens,
    },
    ...more,
  }
}

/** The same as events, as OpenAI streams them. */
export function responseEvents(script: ScriptedResponse, model = 'scripted'): string {
  const whole = responseBody(script, model)
  let sequence_number = 0
  const frame = (type: string, fields: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...fields })}\n\n`
  const started = { ...whole, status: 'in_progress', output: [], usage: null }
  let sse = frame('response.created', { response: started }) + frame('response.in_progress', { response: started })
  for (const [output_index, item] of script.output.entries()) {
    for (const [type, fields] of itemFrames(item, script.piece ?? 4)) sse += frame(type, { output_index, ...fields })
  }
  return sse + frame(`response.${script.status ?? 'completed'}`, { response: whole })
}

type Frame = readonly [type: string, fields: object]

function* itemFrames(item: ScriptedItem, piece: number): Generator<Frame> {
  const item_id = item['id']
  if (item.type === 'function_call') {
    yield ['response.output_item.added', { item: { ...item, arguments: '', status: 'in_progress' } }]
    for (const delta of cut(String(item['arguments']), piece)) {
      yield ['response.function_call_arguments.delta', { item_id, delta }]
    }
    yield ['response.function_call_arguments.done', { item_id, arguments: item['arguments'], name: item['name'] }]
  } else if (item.type === 'message') {
    yield ['response.output_item.added', { item: { ...item, content: [], status: 'in_progress' } }]
    yield* partFrames(item, 'content', piece)
  } else if (item.type === 'reasoning') {
    yield ['response.output_item.added', { item: { ...item, summary: [] } }]
    yield* partFrames(item, 'summary', piece)
  } else yield ['response.output_item.added', { item: { ...item, status: 'in_progress' } }]
  yield ['response.output_item.done', { item }]
}

function* partFrames(item: ScriptedItem, list: 'content' | 'summary', piece: number): Generator<Frame> {
  const parts = (Array.isArray(item[list]) ? item[list] : []) as readonly Readonly<Record<string, unknown>>[]
  const prefix = list === 'summary' ? 'reasoning_summary' : 'content'
  for (const [at, part] of parts.entries()) {
    const place = { item_id: item['id'], [list === 'summary' ? 'summary_index' : 'content_index']: at }
    const own = part['type'] === 'refusal' ? 'refusal' : 'text'
    const name = `response.${list === 'summary' ? 'reasoning_summary_text' : part['type'] === 'refusal' ? 'refusal' : 'output_text'}`
    yield [`response.${prefix}_part.added`, { ...place, part: { ...part, [own]: '', annotations: [] } }]
    for (const delta of cut(String(part[own]), piece)) yield [`${name}.delta`, { ...place, delta, logprobs: [] }]
    yield [`${name}.done`, { ...place, [own]: part[own] }]
    yield [`response.${prefix}_part.done`, { ...place, part }]
  }
}

function cut(text: string, chars: number): readonly string[] {
  const count = Math.ceil(text.length / chars)
  return Array.from({ length: count }, (_, index) => text.slice(index * chars, (index + 1) * chars))
}
