import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { readAnswer } from '../../src/targets/read-answer.ts'
import { Deadline } from '../../src/targets/call.ts'
import type { ParsedAnswer } from '../../src/targets/heard.ts'
import { say, startAgent, targetOf } from './agent-server.ts'

/** Returns the parsed answer of a body that arrives in chunks of this size. */
async function hear(type: string, body: string, path?: string, size = 7): Promise<ParsedAnswer> {
  const bytes = new TextEncoder().encode(body)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const deadline = new Deadline(new AbortController().signal, 1_000)
  try {
    const answer = { status: 200, headers: { 'content-type': type }, body: pieces() }
    return await readAnswer(
      { answer, url: new URL('http://a.test'), ...deadline.view() },
      { responsePath: path, toolCallsPath: undefined },
    )
  } finally {
    deadline.end()
  }
}
const events = (...values: readonly unknown[]): string =>
  values.map((value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join('')
const sse = async (...values: readonly unknown[]): Promise<ParsedAnswer> => hear('text/event-stream', events(...values))
const delta = (value: unknown, reason: string | null = null) => ({
  choices: [{ index: 0, delta: value, finish_reason: reason }],
})

describe('a streamed reply', () => {
  proves(['redteam:target.streaming'], 'is joined, whatever shape its pieces have', async () => {
    const shapes: readonly (readonly unknown[])[] = [
      [
        delta({ role: 'assistant', content: '' }),
        delta({ content: 'Hällo ' }),
        delta({ content: 'you' }, 'stop'),
        '[DONE]',
      ],
      [{ delta: { text: 'Hällo ' } }, { delta: { text: 'you' } }],
      [{ token: 'Hällo ' }, { token: 'you' }, { done: true }],
      ['Hällo ', 'you', '[DONE]'],
      ['"Hällo "', '"you"'],
      // The complete text is repeated at the end.
      [{ token: 'Hällo ' }, { token: 'you' }, { response: 'Hällo you' }],
      [{ text: 'Hällo ' }, { text: 'you' }, { text: 'Hällo you' }],
      [{ text: 'H' }, { text: 'Hällo' }, { text: 'Hällo you' }],
      [
        { type: 'response.output_text.delta', delta: 'Hällo ' },
        { type: 'response.output_text.delta', delta: 'you' },
        { type: 'response.output_text.done', text: 'Hällo you' },
        { type: 'response.completed', response: { output: [] } },
      ],
    ]
    for (const shape of shapes) expect(await sse(...shape)).toMatchObject({ text: 'Hällo you', problem: undefined })
  })

  test('is joined from typed lines, separate from tool calls and reasoning', async () => {
    const lines = [
      'f:{"messageId":"m"}',
      'g:"hm"',
      '0:"Hällo "',
      '9:{"toolCallId":"c","toolName":"pay","args":{"to":"x"}}',
      'a:{"toolCallId":"c","result":"done"}',
      '0:"y"',
      '0:"ou"',
      'e:{"finishReason":"stop"}',
      'd:{"finishReason":"stop"}',
    ]
    const heard = await hear('text/plain; charset=utf-8', `${lines.join('\n')}\n`)
    expect(heard).toMatchObject({ text: 'Hällo you', reasoning: 'hm', problem: undefined })
    expect(heard.toolCalls).toEqual([{ name: 'pay', arguments: { to: 'x' }, wasExecuted: true, result: 'done' }])
    const failed = await hear('text/plain', 'f:{"messageId":"m"}\n3:"overloaded"\n')
    expect(failed).toMatchObject({ problem: 'server_error' })
    for (const plain of ['0: one\n1: two', '1:"a" is', 'a:b'])
      expect((await hear('text/plain', plain)).text).toBe(plain)
  })

  test('may contain the full conversation in each chunk, and end with an empty chunk', async () => {
    const asked = { type: 'human', content: 'my attack' }
    const values = [[asked], [asked, { type: 'ai', content: 'Hällo' }], [asked, { type: 'ai', content: 'Hällo you' }]]
    const body = values.map((messages) => `event: values\ndata: ${JSON.stringify({ messages })}\n\n`).join('')
    expect(await hear('text/event-stream', `${body}event: end\ndata: null\n\n`)).toMatchObject({ text: 'Hällo you' })
  })

  test('may repeat itself', async () => {
    expect((await sse({ token: 'ha' }, { token: 'ha' }, { token: 'ha' })).text).toBe('hahaha')
    expect((await sse({ text: 'no, ' }, { text: 'no, ' }, { text: 'yes' })).text).toBe('no, no, yes')
  })

  test('is read at the configured path, or at a default path if that is always empty', async () => {
    const pieces = events({ x: { y: 'a' }, text: 'noise' }, { x: { y: 'b' } })
    expect((await hear('text/event-stream', pieces, 'x.y')).text).toBe('ab')
    expect((await hear('text/event-stream', events({ token: 'c' }, { token: 'd' }), 'x.y')).text).toBe('cd')
  })

  test('is also read from JSON lines, and from events without a matching content type', async () => {
    const lines = '{"response":"Hi ","done":false}\n{"response":"you","done":true}\n'
    expect((await hear('application/x-ndjson', lines)).text).toBe('Hi you')
    expect((await hear('text/plain', lines)).text).toBe('Hi you')
    expect((await hear('application/json', lines)).text).toBe('Hi you')
    expect((await hear('text/plain', events({ token: 'Hi ' }, { token: 'you' }))).text).toBe('Hi you')
    expect((await hear('application/json', 'data: {"token":"Hi"}')).text).toBe('Hi')
  })

  test('ends without an empty line', async () => {
    expect((await hear('text/event-stream', 'data: {"token":"Hi"}')).text).toBe('Hi')
  })

  test('distinguishes errors, guard blocks and empty replies', async () => {
    expect(await sse({ error: { message: 'overloaded' } })).toMatchObject({ problem: 'server_error', text: undefined })
    expect(await hear('text/event-stream', 'event: error\ndata: {"message":"no"}\n\n')).toMatchObject({
      problem: 'server_error',
    })
    expect(await sse({ token: 'a' }, { error: { code: 'content_filter' } })).toMatchObject({
      problem: undefined,
      isGuardBlock: true,
    })
    expect(await sse(delta({}, 'content_filter'), '[DONE]')).toMatchObject({ isGuardBlock: true, problem: undefined })
    expect(await sse('[DONE]')).toMatchObject({ problem: 'empty' })
    expect(await hear('text/event-stream', ': ping\n\n')).toMatchObject({ problem: 'empty' })
  })

  test('contains tool calls in OpenAI deltas', async () => {
    const call = (index: number, more: object) => delta({ tool_calls: [{ index, ...more }] })
    const { toolCalls } = await sse(
      call(0, { id: 'a', function: { name: 'pay', arguments: '{"to":' } }),
      call(1, { id: 'b', function: { name: 'look', arguments: '' } }),
      call(0, { function: { arguments: '"x"}' } }),
      delta({}, 'tool_calls'),
      '[DONE]',
    )
    expect(toolCalls).toEqual([
      { name: 'pay', arguments: { to: 'x' }, wasExecuted: undefined },
      { name: 'look', arguments: {}, wasExecuted: undefined },
    ])
  })

  test('contains tool calls in Anthropic blocks, separate from results, text and reasoning', async () => {
    const heard = await sse(
      { type: 'message_start', message: { id: 'm', content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 't', name: 'pay', input: {} } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"to":' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '"x"}' } },
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'mcp_tool_result', tool_use_id: 't', content: 'ok' },
      },
      { type: 'content_block_start', index: 3, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text: 'Done.' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    )
    expect(heard).toMatchObject({ text: 'Done.', reasoning: 'Hm.', problem: undefined })
    expect(heard.toolCalls).toEqual([{ name: 'pay', arguments: { to: 'x' }, wasExecuted: true, result: 'ok' }])
  })

  test('contains tool calls as events, and tool output is not text of the agent', async () => {
    const heard = await sse(
      { type: 'tool_call', id: '1', name: 'pay', args: { to: 'x' } },
      { type: 'tool_result', tool_call_id: '1', content: 'zubalo' },
      { type: 'response.function_call_arguments.delta', delta: '{"a"' },
      {
        type: 'response.output_item.done',
        item: { type: 'function_call', call_id: '2', name: 'see', arguments: '{}' },
      },
      { type: 'message', content: 'Done.' },
    )
    expect(heard.text).toBe('Done.')
    expect(heard.toolCalls).toEqual([
      { name: 'pay', arguments: { to: 'x' }, wasExecuted: true, result: 'zubalo' },
      { name: 'see', arguments: {}, wasExecuted: undefined },
    ])
  })

  test('ends at its end marker, even if the connection stays open', async () => {
    const endings = [events('[DONE]'), 'event: done\ndata: {}\n\n', events(delta({}, 'stop'))]
    for (const ending of endings) {
      const agent = await startAgent((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(events(delta({ content: 'Hi' })) + ending)
      })
      const reply = await say(targetOf(agent.url, { timeoutMs: 5_000 }))
      expect(reply).toMatchObject({ text: 'Hi', problem: undefined })
      expect(reply.responseTime_ms).toBeLessThan(2_500)
    }
  })
})
