import { describe, expect, test } from 'vitest'
import type { Dialect } from '../src/chat/dialect.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { messages } from '../src/messages/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { competitors, delta, type HarnessOptions, switchedOff, toolCall } from './chat/harness.ts'
import { dialectHarness } from './dialect-harness.ts'

const HEAD = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' }
const ASK = { model: 'm', stream: true, max_tokens: 9, input: 'Hello', messages: [{ role: 'user', content: 'Hello' }] }

function event(data: object): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(data)}\n\n`)
}

const frame = (value: object): Uint8Array => event({ ...HEAD, ...value })
const piece = (index: number, call: object, reason: string | null = null): Uint8Array =>
  frame(delta({ tool_calls: [{ index, ...call }] }, reason))

const useBlock = (index: number, id: string, name: string, json: string): Uint8Array[] => [
  event({ type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } }),
  event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json } }),
  event({ type: 'content_block_stop', index }),
]
const functionItem = (output_index: number, id: string, name: string, args: string): Uint8Array[] => {
  const item = { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: args, status: 'completed' }
  return [
    event({ type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } }),
    event({ type: 'response.function_call_arguments.delta', output_index, item_id: `fc_${id}`, delta: args }),
    event({ type: 'response.output_item.done', output_index, item }),
  ]
}

interface Stream {
  readonly dialect: Dialect
  /** The stream up to the end of the first call, and the rest with a second call. */
  readonly first: (args: string, name?: string) => Uint8Array[]
  readonly rest: readonly Uint8Array[]
}

const STREAMS: Readonly<Record<string, Stream>> = {
  chat: {
    dialect: chatCompletions,
    first: (args, name = 'look_up') => [
      piece(0, toolCall('call_a', name, args.slice(0, 4))),
      piece(0, { function: { arguments: args.slice(4) } }),
      piece(1, toolCall('call_b', 'look_up', '')),
    ],
    rest: [
      piece(1, { function: { arguments: '{"q":2}' } }),
      frame(delta({}, 'tool_calls')),
      Buffer.from('data: [DONE]\n\n'),
    ],
  },
  messages: {
    dialect: messages,
    first: (args, name = 'look_up') => [
      event({ type: 'message_start', message: { id: 'msg_1', role: 'assistant', model: 'm', content: [] } }),
      ...useBlock(0, 'call_a', name, args),
    ],
    rest: [
      ...useBlock(1, 'call_b', 'look_up', '{"q":2}'),
      event({ type: 'message_delta', delta: { stop_reason: 'tool_use' } }),
      event({ type: 'message_stop' }),
    ],
  },
  responses: {
    dialect: responses,
    first: (args, name = 'look_up') => [
      event({ type: 'response.created', response: { id: 'resp_1', model: 'm', output: [] } }),
      ...functionItem(0, 'call_a', name, args),
    ],
    rest: [
      ...functionItem(1, 'call_b', 'look_up', '{"q":2}'),
      event({ type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } }),
    ],
  },
}

/** Returns the client's content when the upstream was read beyond the first call, and its final content. */
async function run({ dialect, first, rest }: Stream, args: string, options: HarnessOptions & { name?: string } = {}) {
  let before = ''
  let all = ''
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.concat(first(args, options.name))
    before = all
    yield* rest
  }
  const { open, audit } = dialectHarness(dialect, () => ({ body: body() }), options)
  const answer = await open(ASK)
  for await (const chunk of answer as AsyncIterable<string>) all += chunk
  return { before, all, audit }
}

describe.each(Object.entries(STREAMS))('a call of a stream of %s', (_, stream) => {
  test('is sent when complete and checked, before the end, a single time', async () => {
    const { before, all, audit } = await run(stream, '{"q":1}')
    expect(before).toContain('call_a')
    expect(before).not.toContain('call_b')
    expect(all).toContain('call_b')
    expect(all.slice(before.length)).not.toMatch(/tool_calls.*call_a|content_block.*call_a|output_item.*call_a/)
    expect(audit.map(({ action }) => action)).toEqual(['guard.input', 'guard.tool', 'guard.tool', 'guard.output'])
  })

  test('that is refused is omitted and reported at the end, and the next call is sent', async () => {
    const { all } = await run(stream, '{"q":1}', { name: 'wipe', tenant: switchedOff('wipe') })
    expect(all).not.toMatch(/"arguments":"\{\\"q\\":1|partial_json":"\{\\"q\\":1/)
    expect(all).toContain('call_b')
    expect(all).toContain('"refused_tool_calls":[{"id":"call_a","name":"wipe"')
    expect(all).toContain('"blocked":true,"action":"block","guardrail":"tool_killswitch"')
    expect(all).not.toContain('"blocked":false')
  })

  test('ends the stream if a guard blocks its arguments', async () => {
    const { before, all, audit } = await run(stream, '{"q":"Initech"}', { output: competitors('block', 'Initech') })
    expect(before + all).not.toContain('Initech\\"')
    expect(all).not.toContain('call_b')
    expect(all).toContain('"guardrail":"competitor_mention"')
    expect(audit.at(-1)).toMatchObject({ action: 'guard.output', verdict: 'block' })
  })
})

describe('a call of a stream of chat', () => {
  const { chat } = STREAMS as { chat: Stream }
  const last = [frame(delta({}, 'tool_calls')), Buffer.from('data: [DONE]\n\n')]

  test('waits for the text of its choice', async () => {
    const first = (args: string): Uint8Array[] => [frame(delta({ content: 'I look.' })), ...chat.first(args)]
    const { before, all } = await run({ ...chat, first }, '{"q":1}', { output: competitors('block', 'Initech') })
    expect(before).not.toContain('call_a')
    expect(all.indexOf('I look.')).toBeLessThan(all.indexOf('call_a'))
    expect(all.indexOf('call_a')).toBeLessThan(all.indexOf('call_b'))
  })

  test('is not sent if the text before it is blocked at its end', async () => {
    const first = (args: string): Uint8Array[] => [frame(delta({ content: 'Ask Initech' })), ...chat.first(args)]
    const { all, audit } = await run({ ...chat, first }, '{"q":1}', { output: competitors('block', 'Initech') })
    expect(all).not.toContain('call_a')
    expect(audit.map(({ action }) => action)).not.toContain('guard.tool')
  })

  test('waits if the upstream may still continue it', async () => {
    const rest = [piece(0, { function: { arguments: '1}' } }), ...chat.rest]
    const { before, all } = await run({ ...chat, rest }, '{"q":')
    expect(before).not.toContain('call_a')
    expect(all).toContain(String.raw`{\"q\":1}`)
  })

  test('waits for the content next to it', async () => {
    const first = (args: string): Uint8Array[] => [piece(0, { extra_content: { thought: 'x' } }), ...chat.first(args)]
    const { before, all } = await run({ ...chat, first }, '{"q":1}')
    expect(before).not.toContain('call_a')
    expect(all).toContain('"extra_content":{"thought":"x"}')
  })

  test.each([
    ['its arguments', [piece(0, { function: { arguments: ',"all":1}' } })]],
    ['its name', [piece(0, { function: { name: 'wipe' } })]],
    ['its text', [frame(delta({}, 'tool_calls')), frame(delta({ content: 'Acme' }))]],
  ])('does not change after it is sent: %s', async (_, more) => {
    const texts = [frame(delta({ content: 'I look.' })), piece(0, toolCall('call_a', 'look_up', '{"q":1}'))]
    const isText = more.length > 1
    const first = isText ? () => texts : chat.first
    const { all } = await run({ ...chat, first, rest: [...more, ...last] }, '{"q":1}')
    expect(all).toContain('was already complete')
    expect(all).not.toContain('[DONE]')
    expect(all).not.toContain('Acme')
  })

  test.each(['', 'tool_calls'])('is not complete because of a finish reason on every chunk: "%s"', async (reason) => {
    const pieces = Array.from('{"q":[1,2,3,4]}', (text) => piece(0, { function: { arguments: text } }, reason))
    const first = () => [piece(0, toolCall('call_a', 'look_up', ''), reason), ...pieces]
    const { all } = await run({ ...chat, first, rest: last }, '')
    expect(all).toContain(String.raw`{\"q\":[1,2,3,4]}`)
    expect(all).toContain('[DONE]')
  })

  test('may repeat whitespace and its own name', async () => {
    const rest = [piece(0, { function: { name: 'look_up', arguments: '\n' } }), ...chat.rest]
    expect((await run({ ...chat, rest }, '{"q":1}')).all).toContain('call_b')
  })
})
