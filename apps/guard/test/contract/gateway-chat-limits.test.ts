import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type ChatService, chatTeam, failureOf, serveChat } from './chat-team.ts'

let service: ChatService
beforeAll(async () => {
  service = await serveChat()
})
afterAll(() => service.close())

const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Is it raining in Oslo?' }]
const ask = { model: 'small', messages }

describe('limits of the chat gateway', () => {
  proves('guard:chat.error-shape', 'report a quota that is exhausted by tokens counted upstream', async () => {
    const script = () => ({ text: 'ok', usage: { prompt: 900, completion: 200 } })
    const team = await chatTeam(service, 'l-quota', script, { quota: { tokens_per_day: 1_000 } })
    await team.client.chat.completions.create(ask)
    const failure = await failureOf(team.client.chat.completions.create(ask))
    expect(failure).toMatchObject({ status: 429, code: 'quota_exceeded', type: 'rate_limit_error' })
    expect(Number(failure.headers?.get('retry-after'))).toBeGreaterThan(0)
  })

  test('count the tokens of a stream, estimated if the upstream reports none', async () => {
    const team = await chatTeam(service, 'l-estimate', () => ({ text: 'x'.repeat(400), usage: null }))
    const stream = await team.client.chat.completions.create({ ...ask, stream: true })
    for await (const _ of stream) continue
    const { body } = await team.call('GET', '/v1/tenant/me/usage')
    // The request had 22 characters and the answer 400.
    expect(body['usage']).toMatchObject({ tokens_today: 106 })
  })

  test('refuse a request over the concurrent tokens of a role', async () => {
    const team = await chatTeam(service, 'l-role', () => 'ok', {
      rbac: { roles: { guest: { max_tokens_per_request: 5 } }, agents: {} },
    })
    const failure = await failureOf(team.client.chat.completions.create(ask, { headers: { 'X-User-Role': 'guest' } }))
    expect(failure).toMatchObject({ status: 403, type: 'guardrail_blocked' })
    expect(failure.message).toContain('agent_budget')
  })

  test('stop official clients from repeating retries of the gateway if no upstream responds', async () => {
    const team = await chatTeam(service, 'l-nobody', () => 'ok')
    const nobody = { name: 'nobody', base_url: 'http://127.0.0.1:1/v1', api_key: 'made-up', models: ['*'], retries: 1 }
    expect((await team.call('PUT', '/v1/tenant/me/model-upstreams', { upstreams: [nobody] })).status).toBe(200)
    const failure = await failureOf(team.client.withOptions({ maxRetries: 2 }).chat.completions.create(ask))
    expect(failure).toMatchObject({ status: 503, code: 'model_unavailable' })
    expect(failure.headers?.get('x-should-retry')).toBe('false')
    expect((await team.entries()).filter(({ action }) => action === 'guard.input')).toHaveLength(1)
  })

  test('name a model that no upstream serves in the shape that clients read', async () => {
    const team = await chatTeam(service, 'l-model', () => 'ok')
    await team.call('PUT', '/v1/tenant/me/model-upstreams', {
      upstreams: [{ name: 'one', base_url: service.model.baseUrl, models: ['large'] }],
    })
    const failure = await failureOf(team.client.chat.completions.create(ask))
    expect(failure).toMatchObject({ status: 404, type: 'not_found_error' })
  })

  test('report that no upstream responded', async () => {
    const team = await chatTeam(service, 'l-down', () => ({ reset: true }))
    const failure = await failureOf(team.client.chat.completions.create(ask))
    expect(failure.status).toBeGreaterThanOrEqual(502)
    expect(failure.error).toMatchObject({ type: 'server_error' })
  })

  test('release a client and its upstream immediately before the first byte', async () => {
    const team = await chatTeam(service, 'l-left', () => ({ text: 'late', delay_ms: 600_000 }))
    // A separate connection: a pool would open the next one at once, and the service would wait for its first request.
    const client = request(`${service.url}/v1/chat/completions`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${team.key}` },
    })
    client.on('error', () => undefined)
    client.end(JSON.stringify(ask))
    while (service.model.requests.length === 0) await sleep(5)
    client.destroy()
    const [scriptedRequest] = service.model.requests
    await expect.poll(() => scriptedRequest!.abandoned).toBe(true)
  })
})
