import type OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { post } from '../serve.ts'
import { type ChatService, chatTeam, failureOf, serveChat } from './chat-team.ts'

let service: ChatService
beforeAll(async () => {
  service = await serveChat()
})
afterAll(() => service.close())

const hello: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Is it raining in Oslo?' }]
const blocklist = { keyword_blocklist: { enabled: true, action: 'block', settings: { blocklist: ['initech'] } } }
const competitors = { competitor_mention: { enabled: true, action: 'block', settings: { competitors: ['Initech'] } } }

describe('the chat gateway', () => {
  proves(
    [
      'guard:service.chat-gateway',
      'guard:endpoints.chat',
      'guard:endpoints.chat-answer',
      'guard:chat.exact-shape',
      'guard:chat.x-shield',
    ],
    "sends the official client the model's answer with x_shield",
    async () => {
      const team = await chatTeam(service, 'plain', ['It rains.'])
      const answer = await team.client.chat.completions.create({ model: 'small', messages: hello })
      expect(answer).toMatchObject({
        object: 'chat.completion',
        model: 'small',
        choices: [
          { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'It rains.', refusal: null } },
        ],
        usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
        x_shield: { blocked: false, action: 'pass' },
      })
      expect((await team.entries()).map(({ action, verdict }) => [action, verdict]).slice(-2)).toEqual([
        ['guard.input', 'pass'],
        ['guard.output', 'pass'],
      ])
    },
  )

  proves('guard:chat.alias', 'answers alike at both paths', async () => {
    const team = await chatTeam(service, 'alias', ['One', 'One'])
    const body = { model: 'small', messages: hello }
    const headers = { authorization: `Bearer ${team.key}` }
    for (const path of ['/v1/shield/chat/completions', '/v1/chat/completions']) {
      const answer = await post(`${service.url}${path}`, body, headers)
      expect(answer.status).toBe(200)
      expect(answer.body['choices']).toMatchObject([{ message: { content: 'One' } }])
    }
  })

  proves('guard:chat.fields-pass', 'hands every field of a request on', async () => {
    const team = await chatTeam(service, 'fields', ['ok'])
    const body = {
      model: 'small',
      messages: [
        {
          role: 'user' as const,
          content: [
            { type: 'text' as const, text: 'What is this?' },
            { type: 'image_url' as const, image_url: { url: 'https://a.example/b.png', detail: 'low' as const } },
            { type: 'input_audio' as const, input_audio: { data: 'AAAA', format: 'wav' as const } },
          ],
        },
      ],
      tools: [{ type: 'function' as const, function: { name: 'look', parameters: { type: 'object' }, strict: true } }],
      tool_choice: 'auto' as const,
      parallel_tool_calls: false,
      response_format: { type: 'json_object' as const },
      n: 1,
      logprobs: true,
      top_logprobs: 2,
      seed: 7,
      stop: ['x'],
      reasoning_effort: 'low' as const,
      modalities: ['text' as const],
      prediction: { type: 'content' as const, content: 'ok' },
      store: true,
      metadata: { own: 'thing' },
      vendor_field: { nested: [1, null] },
    }
    await team.client.chat.completions.create(body)
    const sent = service.model.requests.at(-1)!
    expect(sent.body).toEqual(body)
    // The caller's key stays in the gateway; the upstream has its own key.
    expect(sent.headers['authorization']).toBe('Bearer made-up-upstream-key')
    expect(JSON.stringify(sent.headers)).not.toContain(team.key)
  })

  proves(
    ['guard:chat.blocked-403', 'guard:errors.403-gateway'],
    'answers 403 in the error format for a blocked request, without calling a model',
    async () => {
      const team = await chatTeam(service, 'in-blocked', ['never'], { input_guardrails: blocklist })
      const messages = [{ role: 'user' as const, content: 'Is Initech cheaper?' }]
      const failure = await failureOf(team.client.chat.completions.create({ model: 'small', messages }))
      expect(failure).toMatchObject({ status: 403, type: 'guardrail_blocked', code: 'content_filter' })
      const raw = await post(
        `${service.url}/v1/chat/completions`,
        { model: 'small', messages },
        { 'x-api-key': team.key },
      )
      expect(raw.body).toMatchObject({
        error: {
          message: expect.stringContaining('keyword_blocklist'),
          type: 'guardrail_blocked',
          code: 'content_filter',
        },
        blocked: true,
        guardrail: 'keyword_blocklist',
        stage: 'input',
        guardrail_results: expect.arrayContaining([
          expect.objectContaining({ guardrail: 'keyword_blocklist', action: 'block' }),
        ]),
      })
      expect(service.model.requests).toHaveLength(0)
      expect((await team.entries()).at(-1)).toMatchObject({ guardrail: 'keyword_blocklist', verdict: 'block' })
    },
  )

  proves('guard:chat.blocked-403', 'answers 403 of stage output for a blocked answer', async () => {
    const team = await chatTeam(service, 'out-blocked', ['Initech is.', 'Initech is.'], {
      output_guardrails: competitors,
    })
    const failure = await failureOf(team.client.chat.completions.create({ model: 'small', messages: hello }))
    expect(failure).toMatchObject({ status: 403, type: 'guardrail_blocked', code: 'content_filter' })
    expect(failure.message).not.toContain('Initech')
    const raw = await post(
      `${service.url}/v1/chat/completions`,
      { model: 'small', messages: hello },
      { 'x-api-key': team.key },
    )
    expect(raw.body).toMatchObject({ blocked: true, guardrail: 'competitor_mention', stage: 'output' })
  })

  proves('guard:chat.every-message', 'screens every message, not only the last', async () => {
    const team = await chatTeam(service, 'every', () => 'ok', { input_guardrails: blocklist })
    const messages = [
      { role: 'user' as const, content: 'About Initech.' },
      { role: 'assistant' as const, content: 'Yes?' },
      { role: 'user' as const, content: 'Go on' },
    ]
    const failure = await failureOf(team.client.chat.completions.create({ model: 'small', messages }))
    expect(failure.status).toBe(403)
  })

  proves(
    'guard:chat.verdicts-cached',
    'caches the verdict of a repeated message until the policy changes',
    async () => {
      const team = await chatTeam(service, 'cached', () => 'ok', { input_guardrails: {} })
      const ask = () =>
        team.client.chat.completions.create({ model: 'small', messages: [{ role: 'user', content: 'About Initech.' }] })
      await ask()
      await ask()
      await team.call('PUT', '/v1/tenant/me/policies', { input_guardrails: blocklist, output_guardrails: {} })
      expect((await failureOf(ask())).status).toBe(403)
      await team.call('PUT', '/v1/tenant/me/policies', { input_guardrails: {}, output_guardrails: {} })
      expect((await ask()).choices[0]?.message.content).toBe('ok')
    },
  )

  proves('guard:chat.error-shape', 'reports invalid requests in the error format of the official client', async () => {
    const team = await chatTeam(service, 'errors', [])
    const cases: [unknown, number][] = [
      [{ model: 'small' }, 400],
      [{ model: 'small', messages: [] }, 400],
      [{ model: 'small', messages: 'hello' }, 400],
      ['{', 400],
    ]
    for (const [body, status] of cases) {
      const answer = await post(`${service.url}/v1/chat/completions`, body, { 'x-api-key': team.key })
      expect(answer.status).toBe(status)
      expect(answer.body['error']).toMatchObject({ message: expect.any(String), type: 'invalid_request_error' })
    }
    const stranger = await post(`${service.url}/v1/chat/completions`, { model: 'small', messages: hello })
    expect(stranger.status).toBe(401)
    expect(stranger.body['error']).toMatchObject({ type: 'authentication_error', code: 'missing_tenant_key' })
  })

  proves('all:bodies.chat', 'accepts a body of 20 MiB, and rejects a larger one', async () => {
    const team = await chatTeam(service, 'large', () => 'ok')
    const image = (bytes: number) => ({
      model: 'small',
      messages: [
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(bytes)}` } }],
        },
      ],
    })
    const ask = (bytes: number) => post(`${service.url}/v1/chat/completions`, image(bytes), { 'x-api-key': team.key })
    const logged = service.log.length
    const large = await ask(19 * 1024 * 1024)
    const defect = service.log.slice(logged).find((line) => line.includes('"level":"error"'))
    expect(`${large.status} ${defect ?? ''}`).toBe('200 ')
    expect((await ask(20 * 1024 * 1024)).status).toBe(413)
  })

  test('forwards upstream errors with status and message, and returns 502 for an invalid answer', async () => {
    const replies = [
      { status: 429, error: { message: 'Slow down', code: 'rate_limit_exceeded' }, headers: { 'retry-after': '7' } },
      { status: 400, error: { message: 'Unknown model', param: 'model' } },
      { raw: '<html>gateway</html>' },
      { raw: '{"object":"list"}' },
      { text: 'half', truncateAfter: 20 },
    ]
    const team = await chatTeam(service, 'failing', replies)
    const ask = () => failureOf(team.client.chat.completions.create({ model: 'small', messages: hello }))
    const limited = await ask()
    expect(limited).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
    expect(limited.headers?.get('retry-after')).toBe('7')
    expect(await ask()).toMatchObject({ status: 400, param: 'model' })
    expect(await ask()).toMatchObject({ status: 502, code: 'upstream_invalid' })
    expect(await ask()).toMatchObject({ status: 502, code: 'upstream_invalid' })
    expect(await ask()).toMatchObject({ status: 502, code: 'upstream_failed' })
  })

  test('blocks nothing in monitor mode, and reports the would-be action', async () => {
    const team = await chatTeam(service, 'monitored', ['Initech is.'], {
      mode: 'monitor',
      input_guardrails: blocklist,
      output_guardrails: competitors,
    })
    const messages = [{ role: 'user' as const, content: 'Is Initech cheaper?' }]
    const answer = await team.client.chat.completions.create({ model: 'small', messages })
    expect(answer.choices[0]?.message.content).toBe('Initech is.')
    expect(answer).toMatchObject({ x_shield: { blocked: false, would_action: 'block', would_block: true } })
  })

  test('counts the tokens reported by the upstream', async () => {
    const team = await chatTeam(service, 'tokens', [{ text: 'ok', usage: { prompt: 300, completion: 45 } }])
    await team.client.chat.completions.create({ model: 'small', messages: hello })
    const { body } = await team.call('GET', '/v1/tenant/me/usage')
    expect(body['usage']).toMatchObject({ requests_today: 1, tokens_today: 345 })
  })

  test('parses structured answers with the official helper', async () => {
    const team = await chatTeam(service, 'structured', ['{"rain":true}'])
    const answer = await team.client.chat.completions.parse({
      model: 'small',
      messages: hello,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'weather', schema: { type: 'object', properties: { rain: { type: 'boolean' } } } },
      },
    })
    expect(JSON.parse(answer.choices[0]!.message.content!)).toEqual({ rain: true })
  })
})
