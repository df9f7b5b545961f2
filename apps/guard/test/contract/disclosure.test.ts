import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { call, post, serve, type Served } from '../serve.ts'

const PROMPT = 'You are Ada of Northwind Bank and never discuss fees.'
let service: Served
beforeAll(async () => {
  service = await serve({
    yamlText: `guardrails: { output_guardrails: { system_prompt_leak: { settings: { system_prompt: "${PROMPT}", canaries: [heron-4711] } } } }`,
  })
})
afterAll(() => service.close())

const email = { pii_detection: { action: 'redact' } }
const CALL = { id: 'c1', type: 'function', function: { name: 'send', arguments: '{"to":"ann@example.com"}' } }

describe('details disclosed to a caller', () => {
  proves('guard:models.backend-named', 'every result names its backend', async () => {
    const { body } = await post(`${service.url}/guardrails/input`, { message: 'mail ann@example.com' })
    const results = body['guardrail_results'] as { details: object }[]
    expect(results.length).toBeGreaterThan(3)
    for (const { details } of results) {
      expect(details).toMatchObject({ backend: expect.stringMatching(/^(?:builtin|embedded)$/) as string })
    }
  })

  test('the list of guards shows no value that a guard protects', async () => {
    const { body } = await call(`${service.url}/v1/shield/guardrails`)
    expect(JSON.stringify(body)).not.toMatch(/Northwind|heron/)
    const rows = body['guardrails'] as { name: string; stage: string; settings: object }[]
    const leak = rows.find(({ name, stage }) => name === 'system_prompt_leak' && stage === 'output')
    expect(leak?.settings).toEqual({ system_prompt: '***', canaries: '***' })
  })

  proves('guard:settings.published', 'the list of guards publishes the schema of their settings', async () => {
    const { body } = await call(`${service.url}/v1/shield/guardrails`)
    const rows = body['guardrails'] as { name: string; available: boolean; settings_schema?: object }[]
    for (const row of rows.filter(({ available }) => available)) {
      expect(row.settings_schema).toMatchObject({ type: 'object', properties: expect.any(Object) as object })
    }
  })

  proves('all:platform.ready', '/ready reports the state of database, cache, queue and model', async () => {
    const { body } = await call(`${service.url}/ready`)
    expect(body['dependencies']).toMatchObject({
      database: { state: 'up', required: true },
      cache: { state: 'up', required: true },
      queue: { state: 'up', required: false },
      model: { state: 'off', required: false },
    })
  })
})

describe('tool calls in messages', () => {
  test('arguments are screened and redacted in place', async () => {
    const messages = [{ role: 'assistant', content: null, tool_calls: [CALL] }]
    const { body } = await post(`${service.url}/guardrails/input`, { messages, input: email })
    expect(body['action']).toBe('redact')
    expect(body['sanitized_messages']).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ ...CALL, function: { name: 'send', arguments: '{"to":"[EMAIL_ADDRESS]"}' } }],
      },
    ])
  })

  test('a call without arguments is counted as not screened', async () => {
    const messages = [{ role: 'assistant', content: 'ok', tool_calls: [{ id: 'c2' }] }]
    const { body } = await post(`${service.url}/guardrails/input`, { messages })
    expect(body['unscreened_parts']).toEqual({ tool_call: 1 })
  })
})
