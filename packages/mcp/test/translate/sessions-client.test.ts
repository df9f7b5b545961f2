import { describe, expect, test } from 'vitest'

import { proves } from '../../../../spec/proves.ts'
import type { Fields } from '../../src/messages.ts'
import { gateways } from '../kit/before.ts'
import { begin, call, openStream, send } from '../kit/http.ts'
import { type Script, text } from '../kit/scripted-upstream.ts'

const before = gateways()
const META = 'io.modelcontextprotocol/'

function upstreamOf(answer?: Script['answer']): Script {
  return { era: 'stateless', ...(answer === undefined ? {} : { answer }) }
}

const capabilities = { elicitation: {}, sampling: {}, roots: {} }

describe('a client with sessions before a stateless upstream', () => {
  proves(
    'guard:mcp.translated',
    'performs the handshake from the discovery result, and each request contains the handshake data',
    async () => {
      const { served, upstreams } = await before(
        upstreamOf(() => ({ resultType: 'complete', ttlMs: 5, cacheScope: 'public', tools: [] })),
      )
      const session = await begin(served, { capabilities })
      const answer = await send(served, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, session)
      expect(answer.messages[0]).toEqual({ jsonrpc: '2.0', id: 1, result: { tools: [] } })
      expect(upstreams[0]?.requests.at(-1)?.params?.['_meta']).toEqual({
        [`${META}protocolVersion`]: '2026-07-28',
        [`${META}clientInfo`]: { name: 'tester', version: '1' },
        [`${META}clientCapabilities`]: capabilities,
      })
    },
  )

  proves('guard:mcp.translated', 'receives requests for the input that the upstream requests in results', async () => {
    const { served, upstreams } = await before(
      upstreamOf(({ params }) => {
        if (params?.['requestState'] === 'two') return text(JSON.stringify(params['inputResponses']))
        const second = params?.['requestState'] === 'one'
        return {
          resultType: 'input_required',
          inputRequests: second
            ? { roots: { method: 'roots/list' } }
            : { who: { method: 'elicitation/create', params: { message: 'Who?' } } },
          requestState: second ? 'two' : 'one',
        }
      }),
    )
    const session = await begin(served, { capabilities })
    const stream = await openStream(served, session, call(5, 'ask'))
    await stream.next()
    for (const [method, result] of [
      ['elicitation/create', { action: 'accept', content: { name: 'Ada' } }],
      ['roots/list', { roots: [{ uri: 'file:///w' }] }],
    ] as const) {
      const request = JSON.parse((await stream.next())?.data ?? '') as Fields
      expect(request['method']).toBe(method)
      expect((await send(served, { jsonrpc: '2.0', id: request['id'], result }, session)).status).toBe(202)
    }
    const answer = (await stream.next())?.data ?? ''
    expect(JSON.parse(answer)).toMatchObject({ id: 5 })
    expect(answer).toContain('file:///w')
    const calls = upstreams[0]?.requests.filter(({ method }) => method === 'tools/call') ?? []
    expect(calls.map(({ params }) => params?.['requestState'])).toEqual([undefined, 'one', 'two'])
    expect(calls[1]?.params?.['inputResponses']).toEqual({ who: { action: 'accept', content: { name: 'Ada' } } })
  })

  test('that refuses to answer ends the call', async () => {
    const { served } = await before(
      upstreamOf(() => ({ resultType: 'input_required', inputRequests: { roots: { method: 'roots/list' } } })),
    )
    const session = await begin(served, { capabilities })
    const stream = await openStream(served, session, call(5, 'ask'))
    await stream.next()
    const { id } = JSON.parse((await stream.next())?.data ?? '') as Fields
    await send(served, { jsonrpc: '2.0', id, error: { code: -1, message: 'no roots for you' } }, session)
    expect(JSON.parse((await stream.next())?.data ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 5,
      error: { code: -1, message: 'no roots for you' },
    })
  })

  test('without the required capability ends the call without a request to the client', async () => {
    const { served } = await before(
      upstreamOf(() => ({ resultType: 'input_required', inputRequests: { s: { method: 'sampling/createMessage' } } })),
    )
    const session = await begin(served)
    const answer = await send(served, call(5, 'ask'), session)
    expect(answer.messages).toMatchObject([{ id: 5, error: { code: -32_601 } }])
  })

  test('is not asked without end', async () => {
    let rounds = 0
    const { served } = await before(
      upstreamOf(({ method }) => {
        if (method === 'tools/call') rounds += 1
        return { resultType: 'input_required', requestState: `${rounds}` }
      }),
      { limits: { inputRounds: 3 } },
    )
    const session = await begin(served)
    expect((await send(served, call(5, 'ask'), session)).messages).toMatchObject([{ error: { code: -32_603 } }])
    expect(rounds).toBe(4)
  })

  test('receives changes from an upstream listening stream, and of its subscribed resources', async () => {
    const filters: unknown[] = []
    const { served } = await before(
      upstreamOf(async ({ method, params }, { onMessage, signal }) => {
        if (method !== 'subscriptions/listen') return {}
        filters.push(params?.['notifications'])
        const _meta = { [`${META}subscriptionId`]: 'x' }
        onMessage({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { _meta } })
        if (filters.length === 2) {
          onMessage({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { _meta, uri: 'r://1' } })
        }
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve)
        })
        return {}
      }),
    )
    const session = await begin(served)
    const subscribe = { jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params: { uri: 'r://1' } }
    expect((await send(served, subscribe, session)).messages[0]).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    const endless = { ...subscribe, params: { uri: `r://${'x'.repeat(9_000)}` } }
    expect((await send(served, endless, session)).messages[0]).toMatchObject({ error: { code: -32_602 } })
    const stream = await openStream(served, session)
    expect(JSON.parse((await stream.next())?.data ?? '')).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { uri: 'r://1' },
    })
    expect(filters).toEqual([{ toolsListChanged: true }, { toolsListChanged: true, resourceSubscriptions: ['r://1'] }])
    stream.leave()
  })

  test('sets a log level, and each request carries the level', async () => {
    const { served, upstreams } = await before(upstreamOf())
    const session = await begin(served)
    const setLevel = { jsonrpc: '2.0', id: 1, method: 'logging/setLevel', params: { level: 'debug' } }
    expect((await send(served, setLevel, session)).messages[0]).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    await send(served, call(2, 'x'), session)
    expect(upstreams[0]?.requests.at(-1)?.params?.['_meta']).toMatchObject({ [`${META}logLevel`]: 'debug' })
  })

  test('receives an error for untranslatable requests', async () => {
    const { served } = await before(upstreamOf())
    const session = await begin(served)
    const answer = await send(served, { jsonrpc: '2.0', id: 1, method: 'tasks/list' }, session)
    expect(answer.messages[0]).toMatchObject({ error: { code: -32_601 } })
  })
})
