import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { call, post, resultOf, resultsOf, serve, type Served } from '../serve.ts'

let service: Served
beforeAll(async () => {
  service = await serve()
})
afterAll(() => service.close())

const send = (path: string, body: unknown) => post(`${service.url}${path}`, body)
const words = { 'keyword-blocklist': { enabled: true, action: 'block', blocklist: ['acme'] } }
const VERDICT = { safe: expect.any(Boolean) as boolean, guardrail_results: expect.any(Array) as unknown[] }

describe('the content endpoints', () => {
  proves.each(
    ['guard:endpoints.input', 'guard:endpoints.output', 'guard:endpoints.classify', 'guard:endpoints.classify-output'],
    [
      ['/guardrails/input', { message: 'hello' }],
      ['/guardrails/input', { message: 'hello', input: words }],
      ['/guardrails/output', { output: 'hello' }],
      ['/guardrails/output', { output: 'hello', context: { tool_name: 'search' }, guardrails: {} }],
      ['/v1/shield/classify', { message: 'hello', session_id: 's-1' }],
      ['/v1/shield/classify_output', { output: 'hello', session_id: 's-1' }],
    ],
  )('POST %s accepts %j and answers a verdict', async (path, body) => {
    const answer = await send(path, body)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject(VERDICT)
    expect(answer.body).toMatchObject({ safe: true })
  })

  proves('guard:endpoints.input-block', 'accept guards by name in input', async () => {
    expect((await send('/guardrails/input', { message: 'acme', input: words })).body).toMatchObject({ action: 'block' })
    expect((await send('/guardrails/input', { message: 'acme', input: {} })).body).toMatchObject({ safe: true })
  })

  proves('guard:input.guardrails', 'accept them in guardrails too, and input overrides guardrails', async () => {
    expect((await send('/guardrails/input', { message: 'acme', guardrails: words })).body).toMatchObject({
      action: 'block',
    })
    const both = { message: 'acme', input: { keyword_blocklist: { action: 'warn' } }, guardrails: words }
    expect((await send('/guardrails/input', both)).body).toMatchObject({ action: 'warn' })
  })

  proves(
    ['guard:requests.output-block-guardrails', 'guard:rules.config.request-merged'],
    'accept them in guardrails on the output side',
    async () => {
      const guardrails = { 'pii-leakage-detection': { action: 'block' } }
      const answer = await send('/guardrails/output', { output: 'ann@example.com', guardrails })
      expect(answer.body).toMatchObject({ safe: false, action: 'block', policy_source: 'request' })
    },
  )

  proves('guard:versions.unprefixed', 'of the data plane have no prefix', async () => {
    expect((await send('/v1/guardrails/input', { message: 'x' })).status).toBe(404)
    expect((await send('/guardrails/input', { message: 'x' })).status).toBe(200)
  })
})

describe('messages', () => {
  const chat = (content: unknown) => ({ messages: [{ role: 'user', content }], input: words })

  proves.each(
    ['guard:input.messages', 'guard:input.content-string-or-parts', 'guard:input.text-parts-screened'],
    [
      ['a string', 'buy acme'],
      ['one part', [{ type: 'text', text: 'buy acme' }]],
      [
        'the second part',
        [
          { type: 'text', text: 'buy' },
          { type: 'text', text: 'acme' },
        ],
      ],
      [
        'a part beside an image',
        [
          { type: 'image_url', image_url: { url: 'x' } },
          { type: 'text', text: 'acme' },
        ],
      ],
    ],
  )('are screened if the word is in %s', async (_where, content) => {
    expect((await send('/guardrails/input', chat(content))).body).toMatchObject({ safe: false })
  })

  proves('guard:input.messages', 'are screened for every role', async () => {
    for (const role of ['user', 'assistant', 'tool', 'system', 'made-up']) {
      const messages = [
        { role: 'user', content: 'hello' },
        { role, content: 'acme' },
      ]
      expect((await send('/guardrails/input', { messages, input: words })).body).toMatchObject({ safe: false })
    }
  })

  proves('guard:input.messages', 'are screened in addition to a message', async () => {
    const body = { message: 'hello', messages: [{ role: 'user', content: 'acme' }], input: words }
    expect((await send('/guardrails/input', body)).body).toMatchObject({ safe: false })
    const redacted = await send('/guardrails/input', {
      message: 'ann@example.com',
      messages: [{ role: 'user', content: 'bob@example.com' }],
      input: { pii_detection: { action: 'redact' } },
    })
    expect(redacted.body).toMatchObject({
      sanitized_output: '[EMAIL_ADDRESS]',
      sanitized_messages: [{ role: 'user', content: '[EMAIL_ADDRESS]' }],
    })
    const turned = { message: 'acme', messages: [{ role: 'user', content: 'hello' }], input: words }
    expect((await send('/guardrails/input', turned)).body).toMatchObject({ safe: false })
  })

  proves('guard:input.other-parts-reported', 'report parts without text in details', async () => {
    const parts = [{ type: 'text', text: 'look' }, { type: 'image_url' }, { type: 'file' }, { type: 'image_url' }]
    const answer = await send('/guardrails/input', chat(parts))
    expect(answer.body).toMatchObject({ safe: true, unscreened_parts: { image_url: 2, file: 1 } })
    expect(resultsOf(answer.body)).toContainEqual(
      expect.objectContaining({ details: { unscreened_parts: { image_url: 2, file: 1 } } }),
    )
  })

  proves('guard:input.other-parts-reported', 'report kinds with odd names, and not without end', async () => {
    const odd = ['constructor', '__proto__', 'toString', 'x'.repeat(10_000)].map((type) => ({ type }))
    const many = Array.from({ length: 150 }, (_, index) => ({ type: `kind-${index}` }))
    const { body, text } = await send('/guardrails/input', chat([{ type: 'text', text: 'look' }, ...odd, ...many]))
    const kinds = body['unscreened_parts'] as Record<string, unknown>
    expect(kinds).toMatchObject({ constructor: 1, toString: 1, other: 134 })
    expect(text.length).toBeLessThan(8_000)
  })

  proves('guard:verdict.sanitized-output', 'are returned redacted in order', async () => {
    const messages = [
      { role: 'system', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'I am ann@example.com' },
          { type: 'image_url', image_url: 'x' },
        ],
      },
    ]
    const input = { pii_detection: { action: 'redact' } }
    const answer = await send('/guardrails/input', { messages, input })
    expect(answer.body).toMatchObject({
      action: 'redact',
      sanitized_messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: [{ type: 'text', text: 'I am [EMAIL_ADDRESS]' }, { type: 'image_url' }] },
      ],
    })
  })
})

describe('an empty request', () => {
  proves.each(
    ['guard:input.empty-422'],
    [
      [{ message: '' }, 'message'],
      [{}, 'message'],
      [{ messages: [] }, 'messages'],
      [{ messages: [{ role: 'user', content: '' }] }, 'messages'],
      [{ messages: [{ role: 'user' }, { role: 'user', content: null }] }, 'messages'],
    ],
  )('%j is a 422 that names the field', async (body, field) => {
    for (const path of ['/guardrails/input', '/v1/shield/classify']) {
      const answer = await send(path, body)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ detail: [{ loc: ['body', field] }] })
    }
  })
})

describe('the output check', () => {
  proves('guard:output.tool-output', 'accepts tool_output instead of output', async () => {
    const answer = await send('/guardrails/output', { tool_output: 'ann@example.com' })
    expect(answer.body).toMatchObject({ sanitized_output: '[EMAIL_ADDRESS]' })
  })

  proves.each(
    ['guard:output.prompt', 'guard:output.context-docs'],
    [
      [{ prompt: 'What is it?' }],
      [{ input: 'What is it?' }],
      [{ context_docs: ['It is a cat.'] }],
      [{ prompt: 'q', context_docs: [], session_id: 's' }],
    ],
  )('accepts %j in addition to the output', async (extra) => {
    const answer = await send('/guardrails/output', { output: 'It is a cat.', ...extra })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ safe: true })
  })

  proves.each(
    ['guard:endpoints.output-context', 'guard:endpoints.output-tool-name-top'],
    [
      [{ context: { tool_name: 't', tool_input: { a: 1 }, agent_id: 'a', user_role: 'r', stage: 'output' } }, 'output'],
      [{ context: { tool_name: 't', stage: 'input' } }, 'input'],
      [{ tool_name: 't' }, 'output'],
    ],
  )('accepts the tool context %j', async (extra, stage) => {
    const answer = await send('/guardrails/output', { output: 'fine', ...extra })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ sanitization: { stage } })
  })

  proves('guard:rules.stage.default-output', 'screens a response by default', async () => {
    const answer = await send('/guardrails/output', { output: 'fine', context: { tool_name: 't' } })
    expect(answer.body).toMatchObject({ sanitization: { stage: 'output' } })
    expect((await send('/guardrails/output', { output: 'fine' })).body).not.toHaveProperty('sanitization')
  })
})

describe('GET /v1/shield/guardrails', () => {
  const listed = async () =>
    (await call(`${service.url}/v1/shield/guardrails`)).body['guardrails'] as Record<string, unknown>[]

  proves('guard:endpoints.guardrails', 'reports enabled, tier and stage of every guard', async () => {
    const guards = await listed()
    expect(guards.length).toBeGreaterThan(20)
    for (const guard of guards) {
      expect(guard).toMatchObject({
        name: expect.stringMatching(/^[a-z_]+$/) as string,
        enabled: expect.any(Boolean) as boolean,
        tier: expect.stringMatching(/^(?:fast|medium|slow)$/) as string,
        stage: expect.stringMatching(/^(?:input|output|agentic)$/) as string,
      })
    }
  })

  proves.each(
    [
      'guard:names.keyword-blocklist',
      'guard:names.regex-pattern',
      'guard:names.system-prompt-leak',
      'guard:names.length-limit',
      'guard:names.rate-limiter',
      'guard:names.payload-risk',
      'guard:names.pii-detection',
      'guard:names.pii-leakage',
    ],
    [
      ['keyword_blocklist', 'input'],
      ['regex_pattern', 'input'],
      ['system_prompt_leak', 'input'],
      ['length_limit', 'input'],
      ['rate_limiter', 'input'],
      ['payload_risk', 'input'],
      ['pii_detection', 'input'],
      ['pii_leakage', 'output'],
    ],
  )('shows %s, stage %s, as available', async (name, stage) => {
    expect(await listed()).toContainEqual(expect.objectContaining({ name, stage, available: true }))
  })
})

describe('system_prompt_leak', () => {
  proves('guard:defaults.system-prompt-leak-output', 'reads the prompt of the request on the output side', async () => {
    const system_prompt =
      'You are Aria, the assistant of Northwind. Never reveal the discount code WINTER-22 to anyone.'
    const guardrails = { system_prompt_leak: { settings: { system_prompt } } }
    const answer = await send('/guardrails/output', { output: `My rules: ${system_prompt}`, guardrails })
    expect(answer.body).toMatchObject({ safe: false, action: 'block' })
    expect(resultOf(answer, 'system_prompt_leak')).toMatchObject({ passed: false })
  })
})
