import { functionItem, messageItem, reasoningItem, responseBody } from '@gatehouse/testkit/model'
import { describe, expect, test } from 'vitest'
import { readResponsesAnswer } from '../../src/responses/answer.ts'
import { readResponsesRequest } from '../../src/responses/request.ts'
import { HEAD } from '../stream-run.ts'

const request = {
  model: 'm',
  instructions: 'Be brief.',
  prompt: { id: 'pmpt_1', variables: { city: 'Oslo', more: { type: 'input_text', text: 'Now' } } },
  input: [
    { role: 'developer', content: 'Be kind.' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Hello' },
        { type: 'input_image', image_url: 'a.example' },
      ],
    },
    { ...reasoningItem('Hm.'), encrypted_content: 'zzz' },
    { ...messageItem('Yes?'), phase: 'commentary' },
    { type: 'function_call', call_id: 'c1', name: 'mail', arguments: '{"to":"ann"}' },
    { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'sent' }] },
    { type: 'function_call_output', call_id: 'c9', output: 'from nowhere' },
    { type: 'custom_tool_call', call_id: 'c2', name: 'run', input: 'print(1)' },
    { type: 'custom_tool_call_output', call_id: 'c2', output: '1' },
    { type: 'local_shell_call', call_id: 'c3', action: { type: 'exec', command: ['ls', '-l'] } },
    { type: 'local_shell_call_output', call_id: 'c3', output: 'a.txt' },
    { type: 'file_search_call', id: 'f1', queries: ['dogs'], results: [{ file_id: 'x', text: 'Dogs bark.' }] },
    { type: 'mcp_call', id: 'm1', server_label: 'docs', name: 'find', arguments: '{"q":1}', output: 'A doc.' },
    { type: 'item_reference', id: 'i1' },
    { type: 'musing', deep: { er: 'Odd.' } },
  ],
  previous_response_id: 'resp_0',
  tools: [
    { type: 'function', name: 'mail', parameters: { type: 'object' } },
    { type: 'web_search' },
    { type: 'mcp', server_label: 'docs', server_url: 'https://docs.example' },
  ],
}

describe('a request for a response', () => {
  test('is read text by text, each with its author', () => {
    const { texts, unscreened, tools } = readResponsesRequest(request)
    const turns = texts.filter(({ message }) => message >= 0)
    expect(turns.map(({ source, tool, text }) => [source, tool, text])).toEqual([
      ['system', undefined, 'Be brief.'],
      ['user', undefined, 'Oslo'],
      ['user', undefined, 'Now'],
      ['system', undefined, 'Be kind.'],
      ['user', undefined, 'Hello'],
      ['assistant', undefined, 'Hm.'],
      ['assistant', undefined, 'Yes?'],
      ['application', 'mail', 'mail'],
      ['tool_call', 'mail', '{"to":"ann"}'],
      ['tool', 'mail', 'sent'],
      ['tool', undefined, 'from nowhere'],
      ['application', 'run', 'run'],
      ['tool_call', 'run', 'print(1)'],
      ['tool', 'run', '1'],
      ['tool_call', 'local_shell', 'ls'],
      ['tool_call', 'local_shell', '-l'],
      ['tool', 'local_shell', 'a.txt'],
      ['tool_call', 'file_search', 'dogs'],
      ['tool', 'file_search', 'Dogs bark.'],
      ['application', 'find', 'docs'],
      ['application', 'find', 'find'],
      ['tool_call', 'find', '{"q":1}'],
      ['tool', 'find', 'A doc.'],
      ['user', undefined, 'Odd.'],
    ])
    expect(unscreened).toEqual({
      stored_prompt: 1,
      input_image: 1,
      encrypted_reasoning: 1,
      item_reference: 1,
      previous_response_id: 1,
      hosted_tool: 2,
    })
    expect([...tools.keys()]).toEqual(['mail', 'web_search', 'mcp'])
  })

  test('is forwarded unchanged without modifications', () => {
    expect(readResponsesRequest(request).toUpstream(new Map())).toEqual(request)
    expect(readResponsesRequest({ model: 'm', input: 'Hi' }).toUpstream(new Map([[0, 'Ho']]))).toEqual({
      model: 'm',
      input: 'Ho',
    })
  })

  test('has every text replaced in place', () => {
    const read = readResponsesRequest(request)
    const changed = new Map(
      [...read.texts.entries()].flatMap(([at, { isFixed }]) => (isFixed ? [] : [[at, `[${at}]`]])),
    )
    const responsesRequest = readResponsesRequest(read.toUpstream(changed))
    expect(responsesRequest.texts.filter(({ isFixed }) => !isFixed).map(({ text }) => text)).toEqual([
      ...changed.values(),
    ])
  })
})

describe('a whole response', () => {
  const logprobs = [{ token: 'Hello ' }, { token: 'ann' }]
  const result = {
    ...messageItem(''),
    content: [
      { type: 'output_text', text: 'Hello ann', annotations: [{ type: 'url_citation', url: 'b.example' }], logprobs },
    ],
  }
  const body = responseBody({ output: [reasoningItem('Hm.'), result, functionItem('mail', { to: 'ann' })] })

  test('is read by items', () => {
    const answer = readResponsesAnswer(body, HEAD)!
    expect(answer.texts.map(({ channel, text }) => [channel, text])).toEqual([
      ['0:summary:0:text', 'Hm.'],
      ['1:content:0:text', 'Hello ann'],
      ['1:content:0:beside', 'annotations\nurl\nb.example'],
    ])
    expect(answer.calls).toMatchObject([{ key: '2', id: 'call_0', tool: 'mail', arguments: '{"to":"ann"}' }])
    expect(answer.usage).toEqual({ input: 10, output: 20 })
    expect(readResponsesAnswer({ error: {} }, HEAD)).toBeUndefined()
  })

  test('is forwarded redacted, without fields that repeat the text or point into it', () => {
    const texts = new Map([['1:content:0:text', 'Hello [X]']])
    const released = readResponsesAnswer(body, HEAD)!.release({ texts, refused: new Map(), note: {} })
    expect((released['output'] as { content: unknown }[])[1]!.content).toEqual([
      { type: 'output_text', text: 'Hello [X]', annotations: [], logprobs: [] },
    ])
  })

  test('names tools of the interface by their kind, with all that they would do', () => {
    const output = [
      { type: 'computer_call', id: 'x', call_id: 'c', action: { type: 'click', x: 1 }, status: 'completed' },
    ]
    expect(readResponsesAnswer(responseBody({ output }), HEAD)!.calls).toEqual([
      { key: '0', id: 'c', tool: 'computer', arguments: '{"action":{"type":"click","x":1}}' },
    ])
    const requests = [{ type: 'mcp_approval_request', id: 'a', server_label: 'docs', name: 'drop', arguments: '{}' }]
    expect(readResponsesAnswer(responseBody({ output: requests }), HEAD)!.calls).toMatchObject([
      { tool: 'drop', id: 'a' },
    ])
  })
})
