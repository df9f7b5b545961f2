import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureOf } from './chat-team.ts'
import { dialectTeam, type DialectService, serveDialects, shieldOf, switchOff, told } from './dialect-team.ts'

let service: DialectService
beforeAll(async () => {
  service = await serveDialects()
})
afterAll(() => service.close())

const LONG = 'It rains in Oslo, and it has rained for many days now; tomorrow it may rain again. '
const ask = { model: 'claude-test', messages: [{ role: 'user' as const, content: 'Is it raining in Oslo?' }] }

/** Creates a tenant with a single upstream for Anthropic's Messages API. */
async function translated(id: string, rest: object = {}) {
  const team = await dialectTeam(service, id, rest)
  const upstream = {
    name: 'two',
    dialect: 'anthropic',
    base_url: service.provider.baseUrl,
    api_key: 'k',
    models: ['*'],
    retries: 0,
  }
  await team.call('PUT', '/v1/tenant/me/model-upstreams', { upstreams: [upstream] })
  return team
}

describe("OpenAI's client with a Messages API upstream", () => {
  test("receives an answer with OpenAI's finish reasons and usage fields", async () => {
    const { openai } = await translated('under-plain')
    service.says({
      message: {
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'x' },
          { type: 'text', text: 'It rains.' },
        ],
      },
    })
    const completion = await openai.chat.completions.create({
      ...ask,
      messages: [{ role: 'system', content: 'Be brief.' }, ...ask.messages],
      max_completion_tokens: 64,
      temperature: 1.5,
      stop: 'x',
    })
    expect(completion).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: 'It rains.', reasoning_content: 'Hm.' },
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
      x_shield: { blocked: false },
    })
    expect(service.provider.requests[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': 'k', 'anthropic-version': expect.stringMatching(/^20/) as string },
      body: {
        model: 'claude-test',
        max_tokens: 64,
        temperature: 1,
        system: 'Be brief.',
        stop_sequences: ['x'],
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Is it raining in Oslo?' }] }],
      },
    })
  })

  test('has its conversation translated, calls and results included', async () => {
    const { openai } = await translated('under-turns')
    service.says({ message: { content: [{ type: 'text', text: 'ok' }] } })
    const call = (id: string, city: string) => ({
      id,
      type: 'function' as const,
      function: { name: 'weather', arguments: JSON.stringify({ city }) },
    })
    await openai.chat.completions.create({
      ...ask,
      tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }],
      tool_choice: 'required',
      parallel_tool_calls: false,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look.' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
        { role: 'assistant', content: null, tool_calls: [call('c1', 'Oslo'), call('c2', 'Rome')] },
        { role: 'tool', tool_call_id: 'c1', content: 'Rain' },
        { role: 'tool', tool_call_id: 'c2', content: 'Sun' },
        { role: 'user', content: 'And?' },
      ],
    })
    expect(service.provider.requests[0]!.body).toMatchObject({
      tools: [{ name: 'weather', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look.' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Oslo' } },
            { type: 'tool_use', id: 'c2', name: 'weather', input: { city: 'Rome' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'Rain' },
            { type: 'tool_result', tool_use_id: 'c2', content: 'Sun' },
            { type: 'text', text: 'And?' },
          ],
        },
      ],
    })
  })

  test('streams text and calls, with usage on request', async () => {
    const { openai } = await translated('under-stream')
    const content = [
      { type: 'text', text: LONG },
      { type: 'tool_use', id: 't1', name: 'weather', input: { city: 'Oslo' } },
      { type: 'tool_use', id: 't2', name: 'now', input: {} },
    ]
    service.says({ message: { content }, wireBytes: 43 })
    const stream = openai.chat.completions.stream({ ...ask, stream_options: { include_usage: true } })
    const completion = await stream.finalChatCompletion()
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: LONG,
        tool_calls: [
          { id: 't1', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
          { id: 't2', function: { name: 'now', arguments: '{}' } },
        ],
      },
    })
    expect(await stream.totalUsage()).toMatchObject({ prompt_tokens: 10, completion_tokens: 20 })
  })

  test('is guarded as in front of its own kind', async () => {
    const team = await translated('under-blocked', told)
    const result = { message: { content: [{ type: 'text', text: `${LONG}${LONG}${LONG}Ask Initech. ${LONG}` }] } }
    service.says(result, result)
    expect((await failureOf(team.openai.chat.completions.create(ask))).status).toBe(403)
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of await team.openai.chat.completions.create({ ...ask, stream: true })) chunks.push(chunk)
    expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'content_filter' }], x_shield: { blocked: true } })
    expect(JSON.stringify(chunks)).not.toContain('Initech')
  })

  test('receives no calls refused by the tool chain', async () => {
    const team = await translated('under-calls')
    await switchOff(team)
    service.says({ message: { content: [{ type: 'tool_use', id: 't1', name: 'delete_all', input: {} }] } })
    const completion = await team.openai.chat.completions.create(ask)
    expect(completion.choices[0]).toMatchObject({ finish_reason: 'content_filter' })
    expect(shieldOf(completion)).toMatchObject({ refused_tool_calls: [{ name: 'delete_all' }] })
  })

  test('receives an error for features missing from the Messages API', async () => {
    const { openai } = await translated('under-odd')
    service.says()
    const odd = await failureOf(openai.chat.completions.create({ ...ask, response_format: { type: 'json_object' } }))
    expect(odd).toMatchObject({ status: 400, param: 'response_format' })
    expect((await failureOf(openai.chat.completions.create({ ...ask, n: 2 }))).status).toBe(400)
    expect(service.provider.requests).toHaveLength(0)
  })
})
