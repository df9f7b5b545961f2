import { describe, expect, test } from 'vitest'
import { readMessagesAnswer } from '../../src/messages/answer.ts'
import { readMessagesRequest } from '../../src/messages/request.ts'
import { HEAD } from '../stream-run.ts'

const request = {
  model: 'm',
  stream: true,
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  messages: [
    { role: 'user', content: 'Hello' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
        { type: 'redacted_thinking', data: 'x' },
        { type: 'tool_use', id: 't1', name: 'mail', input: { to: 'ann' } },
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'dogs' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 's1',
          content: [{ type: 'web_search_result', title: 'Dogs', encrypted_content: 'zzz' }],
        },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't1',
          content: [
            { type: 'text', text: 'sent' },
            { type: 'image', source: {} },
          ],
        },
        { type: 'tool_result', tool_use_id: 't9', content: 'from nowhere', is_error: true },
        { type: 'document', title: 'T', source: { type: 'text', media_type: 'text/plain', data: 'A page.' } },
        { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'In parts.' }] } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
        { type: 'search_result', source: 'a.example', title: 'R', content: [{ type: 'text', text: 'Found.' }] },
      ],
    },
  ],
  tools: [
    { name: 'mail', description: 'Sends', input_schema: { type: 'object' } },
    { type: 'bash_20250124', name: 'bash' },
    { type: 'web_search_20250305', name: 'web_search' },
  ],
}

describe('a request for a message', () => {
  test('is read text by text, each with its author', () => {
    const { texts, unscreened, tools, stream } = readMessagesRequest(request)
    const turns = texts.filter(({ message }) => message >= 0)
    expect(turns.map(({ source, tool, text }) => [source, tool, text])).toEqual([
      ['system', undefined, 'Be brief.'],
      ['user', undefined, 'Hello'],
      ['assistant', undefined, 'Hm.'],
      ['application', 'mail', 'mail'],
      ['tool_call', 'mail', '{"to":"ann"}'],
      ['application', 'web_search', 'web_search'],
      ['tool_call', 'web_search', '{"query":"dogs"}'],
      ['tool', 'web_search', 'Dogs'],
      ['tool', 'mail', 'sent'],
      ['tool', undefined, 'from nowhere'],
      ['user', undefined, 'T'],
      ['user', undefined, 'A page.'],
      ['user', undefined, 'In parts.'],
      ['user', undefined, 'a.example'],
      ['user', undefined, 'R'],
      ['user', undefined, 'Found.'],
    ])
    expect(texts.find(({ text }) => text === 'sent')?.arguments).toBe('{"to":"ann"}')
    expect(unscreened).toEqual({ redacted_thinking: 1, image: 1, hosted_tool: 1 })
    expect([...tools.keys()]).toEqual(['mail', 'bash', 'web_search'])
    expect(stream).toBe(true)
  })

  test('is forwarded unchanged without modifications', () => {
    expect(readMessagesRequest(request).toUpstream(new Map())).toEqual(request)
  })

  test('has every text replaced in place', () => {
    const read = readMessagesRequest(request)
    const changed = new Map(
      read.texts.map(({ source }, at) => [at, source === 'tool_call' ? `{"to":"[${at}]"}` : `w${at}`]),
    )
    const messagesRequest = readMessagesRequest(read.toUpstream(changed))
    expect(messagesRequest.texts.map(({ text }) => text)).toEqual([...changed.values()])
    expect(messagesRequest.texts.map(({ source }) => source)).toEqual(read.texts.map(({ source }) => source))
  })

  test('omits gateway fields for the provider', () => {
    const metadata = { user_id: 'u', session_id: 's', agent_key: 'a', user_role: 'r', grant_id: 'g' }
    const read = readMessagesRequest({ ...request, metadata })
    expect(read.caller).toMatchObject({ sessionId: 's', agentKey: 'a', userRole: 'r', grantId: 'g', userId: 'u' })
    expect(read.toUpstream(new Map())).toMatchObject({ metadata: { user_id: 'u' } })
    const bare = readMessagesRequest({ ...request, metadata: { session_id: 's' } })
    expect(bare.toUpstream(new Map())).not.toHaveProperty('metadata')
  })
})

describe('a whole message', () => {
  const message = {
    id: 'msg_1',
    type: 'message',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln'.repeat(20) },
      { type: 'text', text: 'Hello ann', citations: [{ cited_text: 'ann' }] },
      { type: 'tool_use', id: 't1', name: 'mail', input: { to: 'ann' } },
      { type: 'tool_use', id: 't2', name: 'call', input: {} },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 3, cache_read_input_tokens: 4, output_tokens: 5 },
  }
  const refused = (name: string) => ({ name, action: 'block', guardrail: 'g', message: 'No.' }) as const

  test('is read block by block, and counts cached tokens', () => {
    const answer = readMessagesAnswer(message, HEAD)!
    expect(answer.texts.map(({ channel }) => channel)).toEqual(['0:thinking', '1:text', '1:citations'])
    expect(answer.calls).toMatchObject([{ key: '2', tool: 'mail', arguments: '{"to":"ann"}' }, { key: '3' }])
    expect(answer.usage).toEqual({ input: 7, output: 5 })
    expect(readMessagesAnswer({ content: 'no' }, HEAD)).toBeUndefined()
    expect(readMessagesAnswer({ error: {} }, HEAD)).toBeUndefined()
  })

  test('is forwarded redacted, without citations into redacted text', () => {
    const texts = new Map([['1:text', 'Hello [X]']])
    const released = readMessagesAnswer(message, HEAD)!.release({ texts, refused: new Map(), note: { a: 1 } })
    expect(released).toMatchObject({ stop_reason: 'tool_use', x_shield: { a: 1 } })
    expect((released['content'] as unknown[])[1]).toEqual({ type: 'text', text: 'Hello [X]', citations: null })
  })

  test('omits refused calls, and states the reason if none remains', () => {
    const items = new Map([['2', refused('mail')]])
    const some = readMessagesAnswer(message, HEAD)!.release({ texts: new Map(), refused: items, note: {} })
    expect(some).toMatchObject({ stop_reason: 'tool_use', content: [{}, {}, { id: 't2' }] })
    const both = new Map([...items, ['3', refused('call')] as const])
    const none = readMessagesAnswer(message, HEAD)!.release({ texts: new Map(), refused: both, note: {} })
    expect(none).toMatchObject({ stop_reason: 'refusal' })
    expect(none['content']).toHaveLength(2)
  })
})
