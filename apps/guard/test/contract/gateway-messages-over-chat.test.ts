import Anthropic from '@anthropic-ai/sdk'
import type { ModelScript } from '@gatehouse/testkit/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatService, chatTeam, serveChat } from './chat-team.ts'
import { shieldOf, switchOff, told } from './dialect-team.ts'

let service: ChatService
beforeAll(async () => {
  service = await serveChat()
})
afterAll(() => service.close())

const LONG = 'It rains in Oslo, and it has rained for many days now; tomorrow it may rain again. '
const ask: Anthropic.MessageCreateParamsNonStreaming = {
  model: 'small',
  max_tokens: 64,
  messages: [{ role: 'user', content: 'Is it raining in Oslo?' }],
}

/** Creates a tenant with a single upstream for chat completions. */
async function translated(id: string, script: ModelScript, rest: object = {}) {
  const team = await chatTeam(service, id, script, rest)
  return { ...team, anthropic: new Anthropic({ baseURL: service.url, apiKey: team.key, maxRetries: 0 }) }
}

describe("Anthropic's client with a Chat Completions upstream", () => {
  test("receives an answer with Anthropic's stop reasons and usage fields", async () => {
    const { anthropic } = await translated('over-plain', ['It rains.'])
    const message = await anthropic.messages.create({ ...ask, system: 'Be brief.', stop_sequences: ['x'] })
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'It rains.' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: expect.any(Number) as number, output_tokens: expect.any(Number) as number },
      x_shield: { blocked: false },
    })
    expect(service.model.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer made-up-upstream-key' },
      body: {
        model: 'small',
        max_tokens: 64,
        stop: ['x'],
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Is it raining in Oslo?' },
        ],
      },
    })
  })

  test('has its conversation translated, calls and results included', async () => {
    const { anthropic } = await translated('over-turns', ['ok'])
    await anthropic.messages.create({
      ...ask,
      tools: [{ name: 'weather', description: 'Looks', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 't1', name: 'weather', input: { city: 'Oslo' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'Rain' }] },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
            { type: 'text', text: 'And this?' },
          ],
        },
      ],
    })
    expect(service.model.requests[0]!.body).toMatchObject({
      tools: [
        { type: 'function', function: { name: 'weather', description: 'Looks', parameters: { type: 'object' } } },
      ],
      tool_choice: 'required',
      parallel_tool_calls: false,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ id: 't1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
        },
        { role: 'tool', tool_call_id: 't1', content: 'Rain' },
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'text', text: 'And this?' },
          ],
        },
      ],
    })
  })

  test('streams text and calls', async () => {
    const calls = [
      { name: 'weather', arguments: { city: 'Oslo' } },
      { name: 'weather', arguments: { city: 'Rome' } },
    ]
    const { anthropic } = await translated('over-stream', [{ text: LONG, toolCalls: calls, wireBytes: 53 }])
    const stream = anthropic.messages.stream(ask)
    let text = ''
    stream.on('text', (piece) => void (text += piece))
    const message = await stream.finalMessage()
    expect(text).toBe(LONG)
    expect(message).toMatchObject({
      stop_reason: 'tool_use',
      content: [
        { type: 'text', text: LONG },
        { type: 'tool_use', name: 'weather', input: { city: 'Oslo' } },
        { type: 'tool_use', name: 'weather', input: { city: 'Rome' } },
      ],
    })
    expect(message.usage.output_tokens).toBeGreaterThan(10)
  })

  test('is guarded as in front of its own kind', async () => {
    const text = `${LONG}${LONG}${LONG}Ask Initech. ${LONG}`
    const { anthropic } = await translated('over-blocked', [text, text], told)
    await expect(anthropic.messages.create(ask)).rejects.toMatchObject({ status: 403, error: { stage: 'output' } })
    const message = await anthropic.messages.stream(ask).finalMessage()
    expect(message.stop_reason).toBe('refusal')
    expect(JSON.stringify(message)).not.toContain('Initech')
  })

  test('receives no calls refused by the tool chain', async () => {
    const reply = { toolCalls: [{ name: 'delete_all', arguments: {} }] }
    const team = await translated('over-calls', [reply, reply])
    await switchOff(team)
    const whole = await team.anthropic.messages.create(ask)
    expect(whole).toMatchObject({ stop_reason: 'refusal', content: [{ type: 'text' }] })
    expect(shieldOf(whole)).toMatchObject({ refused_tool_calls: [{ name: 'delete_all' }] })
    expect(await team.anthropic.messages.stream(ask).finalMessage()).toMatchObject({ stop_reason: 'refusal' })
  })

  test('receives an error for features missing from Chat Completions', async () => {
    const { anthropic } = await translated('over-odd', [])
    const odd = anthropic.messages.create({ ...ask, tools: [{ type: 'web_search_20250305', name: 'web_search' }] })
    await expect(odd).rejects.toMatchObject({ status: 400, error: { error: { type: 'invalid_request_error' } } })
    expect(service.model.requests).toHaveLength(0)
  })

  test('learns of a stream that breaks off', async () => {
    const { anthropic } = await translated('over-cut', [{ text: LONG, truncateAfter: 700 }])
    await expect(anthropic.messages.stream(ask).finalMessage()).rejects.toThrow(/upstream/)
  })
})
