import { describe, expect, test } from 'vitest'

import { proves } from '../../../../spec/proves.ts'
import type { Fields } from '../../src/messages.ts'
import { gateways } from '../kit/before.ts'
import { openStream, send, stateless } from '../kit/http.ts'
import { type Script, text } from '../kit/scripted-upstream.ts'
import type { Served } from '../kit/serve.ts'

const before = gateways()
const META = 'io.modelcontextprotocol/'
const ABLE = { [`${META}clientCapabilities`]: { elicitation: {}, sampling: {}, roots: {} } }

async function ask(service: Served, method: string, params: Fields = {}, meta: Fields = ABLE, owner = 'somebody') {
  const { body, headers } = stateless(method, params, meta)
  const answer = await send(service, body, { ...headers, 'x-owner': owner })
  const last = answer.messages.at(-1)
  return { ...answer, last, result: (last?.['result'] ?? {}) as Fields, error: last?.['error'] as Fields | undefined }
}

/** A tool that asks the user for a name, then the model for a greeting. */
const asking: Script['answer'] = async ({ params }, options, upstream) => {
  const caller = await upstream.ask(options, 'u-1', 'elicitation/create', { message: 'Who?' })
  const name = 'result' in caller ? JSON.stringify(caller.result['content']) : 'nobody'
  const greeting = await upstream.ask(options, 'u-2', 'sampling/createMessage', { messages: [] })
  return text(
    `${String(params?.['name'])} ${name} ${JSON.stringify('result' in greeting && greeting.result['content'])}`,
  )
}

describe('a stateless client before an upstream with sessions', () => {
  proves(
    'guard:mcp.translated',
    'discovers the handshake result, and calls without the fields of its own protocol version',
    async () => {
      const { served, upstreams } = await before({ answer: () => ({ ...text('hi'), tools: [] }) })
      expect((await ask(served, 'server/discover')).result).toMatchObject({
        resultType: 'complete',
        capabilities: { tools: { listChanged: true } },
        instructions: 'Use the tools.',
        cacheScope: 'private',
        _meta: { [`${META}serverInfo`]: { name: 'scripted' } },
      })
      const meta = { ...ABLE, progressToken: 7, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
      const list = await ask(served, 'tools/list', {}, meta)
      expect(list.result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' })
      expect(upstreams[0]?.requests).toEqual([
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/list',
          params: { _meta: { progressToken: 7, traceparent: meta.traceparent } },
        },
      ])
      expect(served.gateway.open).toEqual({ sessions: 0, connections: 1 })
    },
  )

  proves(
    'guard:mcp.translated',
    'receives input requests in results, round after round, while the call waits upstream',
    async () => {
      const { served, upstreams } = await before({ answer: asking })
      const first = await ask(served, 'tools/call', { name: 'greet' })
      expect(first.result).toMatchObject({
        resultType: 'input_required',
        inputRequests: { 'input-1': { method: 'elicitation/create', params: { message: 'Who?' } } },
      })
      const state = first.result['requestState']
      const named = { 'input-1': { action: 'accept', content: { name: 'Ada' } }, surplus: { action: 'decline' } }
      const second = await ask(served, 'tools/call', { name: 'greet', inputResponses: named, requestState: state })
      expect(second.result).toMatchObject({
        resultType: 'input_required',
        inputRequests: { 'input-2': { method: 'sampling/createMessage' } },
      })
      const sampled = { 'input-2': { role: 'assistant', model: 'm', content: { type: 'text', text: 'Dear' } } }
      const third = await ask(served, 'tools/call', {
        name: 'greet',
        inputResponses: sampled,
        requestState: second.result['requestState'],
      })
      expect(third.result['resultType']).toBe('complete')
      expect(JSON.stringify(third.result)).toMatch(/greet .*Ada.*Dear/)
      // A single upstream call, regardless of the number of client requests.
      expect(upstreams[0]?.requests.map(({ method }) => method)).toEqual(['tools/call'])
    },
  )

  test('that omits an input is prompted again', async () => {
    const { served } = await before({ answer: asking })
    const first = await ask(served, 'tools/call', { name: 'greet' })
    const requestState = first.result['requestState']
    const second = await ask(served, 'tools/call', { name: 'greet', inputResponses: {}, requestState })
    expect(second.result).toMatchObject({ resultType: 'input_required', inputRequests: first.result['inputRequests'] })
  })

  test.each<[string, Fields, string, Fields]>([
    ['used twice', { name: 'greet' }, 'somebody', ABLE],
    ['of another call', { name: 'other' }, 'somebody', ABLE],
    ['with other arguments', { name: 'greet', arguments: { a: 1 } }, 'somebody', ABLE],
    ['of another owner', { name: 'greet' }, 'another', ABLE],
  ])('a state %s is refused', async (says, params, owner, meta) => {
    const { served } = await before({ answer: asking })
    const first = await ask(served, 'tools/call', { name: 'greet' })
    const requestState = first.result['requestState']
    const inputResponses = { 'input-1': { action: 'decline' } }
    if (says === 'used twice') await ask(served, 'tools/call', { name: 'greet', inputResponses, requestState })
    const refused = await ask(served, 'tools/call', { ...params, inputResponses, requestState }, meta, owner)
    expect(refused.error).toMatchObject({ code: -32_602 })
  })

  test('that never returns costs only its timeout', async () => {
    let aborted = false
    const { served } = await before(
      {
        answer: (_request, options, upstream) => {
          options.signal.addEventListener('abort', () => (aborted = true))
          return upstream.ask(options, 'u-1', 'roots/list').then(() => text('never'))
        },
      },
      { limits: { clientAnswer_ms: 20 } },
    )
    const first = await ask(served, 'tools/call', { name: 'greet' })
    await expect.poll(() => aborted).toBe(true)
    const late = await ask(served, 'tools/call', { name: 'greet', requestState: first.result['requestState'] })
    expect(late.error).toMatchObject({ code: -32_602 })
  })

  test('receives the requested changes that the server supports', async () => {
    const { served, upstreams } = await before()
    const notifications = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ['r://1'] }
    const { body, headers } = stateless('subscriptions/listen', { notifications }, {}, 9)
    const stream = await openStream(served, headers, body)
    const next = async () => JSON.parse((await stream.next())?.data ?? '') as Fields
    const label = { [`${META}subscriptionId`]: 9 }
    expect(await next()).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: label, notifications: { toolsListChanged: true, resourceSubscriptions: ['r://1'] } },
    })
    upstreams[0]?.say({ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' })
    upstreams[0]?.say({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'r://2' } })
    upstreams[0]?.say({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'r://1' } })
    upstreams[0]?.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    expect(await next()).toMatchObject({ params: { uri: 'r://1', _meta: label } })
    expect(await next()).toMatchObject({ method: 'notifications/tools/list_changed', params: { _meta: label } })
    stream.leave()
    await expect
      .poll(() => upstreams[0]?.requests.map(({ method }) => method))
      .toEqual(['resources/subscribe', 'resources/unsubscribe'])
  })

  test.each([
    ['debug', ['debug', 'error']],
    ['warning', ['error']],
    [undefined, []],
  ])('receives logs from %s upward', async (level, received) => {
    const log = (message: string) => ({
      jsonrpc: '2.0' as const,
      method: 'notifications/message',
      params: { level: message, data: message },
    })
    const { served, upstreams } = await before({
      answer({ method }, { onMessage }) {
        if (method === 'logging/setLevel') return {}
        onMessage(log('debug'))
        onMessage(log('error'))
        return text('hi')
      },
    })
    const meta = level === undefined ? {} : { [`${META}logLevel`]: level }
    const { messages } = await ask(served, 'tools/call', { name: 'x' }, meta)
    const reported = messages.slice(0, -1).map((message) => (message['params'] as Fields)['level'])
    expect(reported).toEqual(received)
    const set = upstreams[0]?.requests.filter(({ method }) => method === 'logging/setLevel') ?? []
    expect(set.map(({ params }) => params?.['level'])).toEqual(level === undefined ? [] : [level])
  })

  test.each([
    [-32_002, -32_602],
    [-32_042, -32_603],
    [-32_000, -32_000],
  ])('reads the code %i of the other era as %i', async (code, read) => {
    const { served } = await before({ answer: () => ({ jsonrpc: '2.0', id: 0, error: { code, message: 'no' } }) })
    expect((await ask(served, 'resources/read', { uri: 'r://1' })).error).toMatchObject({ code: read })
  })

  test('reads that tasks cannot be translated', async () => {
    const { served } = await before()
    const { body, headers } = stateless('tasks/get', { taskId: 't' })
    const answer = await send(served, body, { ...headers, 'mcp-name': 't' })
    expect([answer.status, answer.messages[0]]).toMatchObject([404, { error: { code: -32_601 } }])
  })
})
