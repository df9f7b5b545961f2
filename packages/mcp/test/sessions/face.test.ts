import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'

import { proves } from '../../../../spec/proves.ts'
import { gateways } from '../kit/before.ts'
import { begin, call, initializeBody, openStream, send } from '../kit/http.ts'
import { progress, text } from '../kit/scripted-upstream.ts'

const before = gateways()

describe('session start', () => {
  proves.each('guard:mcp.sessions-versions', [['2024-11-05'], ['2025-03-26'], ['2025-06-18'], ['2025-11-25']])(
    'in the version %s of the client, independent of the upstream’s version',
    async (version) => {
      const { served } = await before()
      const answer = await send(served, initializeBody(version))
      expect(answer.messages[0]).toMatchObject({ id: 0, result: { protocolVersion: version } })
      expect(answer.headers.get('mcp-session-id')).toMatch(/^[\u0021-\u007e]{40,}$/)
    },
  )

  test('in the newest version if the client requests an unknown version', async () => {
    const { served } = await before()
    const answer = await send(served, initializeBody('2031-01-01'))
    expect(answer.messages[0]).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
  })

  test('is refused with an incomplete handshake, and leaves no state behind', async () => {
    const { served, upstreams } = await before()
    const { params: _, ...bare } = initializeBody()
    expect((await send(served, bare)).messages[0]).toMatchObject({ id: 0, error: { code: -32_602 } })
    expect(served.gateway.open.sessions).toBe(0)
    expect(upstreams).toEqual([])
  })

  test('is refused to a client with oversized client information', async () => {
    const { served, upstreams } = await before()
    const { params, ...bare } = initializeBody()
    for (const field of ['capabilities', 'clientInfo']) {
      const request = { ...bare, params: { ...params, [field]: { name: 'c', version: '1', note: 'x'.repeat(70_000) } } }
      // oxlint-disable-next-line no-await-in-loop -- one after the other is enough
      const { messages } = await send(served, request)
      expect(messages[0]).toMatchObject({ error: { code: -32_602, message: expect.stringContaining('at most 65536') } })
    }
    expect([served.gateway.open.sessions, upstreams]).toEqual([0, []])
  })

  test('fails in a clear sentence without addresses when the upstream cannot be reached', async () => {
    const connect = () =>
      Promise.reject(new Failure('unavailable', 'No connection to https://tools.internal:8443/mcp (10.1.2.3:8443).'))
    const { served } = await before({}, { connect })
    const answer = await send(served, initializeBody())
    expect(answer.messages[0]).toMatchObject({
      error: { code: -32_603, message: 'No connection to (address) ((address)).' },
    })
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    expect(served.gateway.open.sessions).toBe(0)
  })

  test('evicts the least recently used session of the same owner only', async () => {
    const { served, upstreams } = await before({}, { limits: { sessionsPerOwner: 2 } })
    const first = await begin(served)
    const second = await begin(served)
    const other = await begin(served, { owner: 'another' })
    expect((await send(served, call(1, 'x'), first)).status).toBe(200)
    await begin(served)
    expect((await send(served, call(1, 'x'), second)).status).toBe(404)
    expect((await send(served, call(1, 'x'), first)).status).toBe(200)
    expect((await send(served, call(1, 'x'), other)).status).toBe(200)
    expect(upstreams.filter(({ isClosed }) => isClosed)).toHaveLength(1)
  })

  test('is refused if the total number of sessions is exhausted', async () => {
    const { served } = await before({}, { limits: { sessionsInAll: 1 } })
    await begin(served, { owner: 'one' })
    expect((await send(served, initializeBody(), { 'x-owner': 'two' })).status).toBe(429)
  })

  test('is refused if the sessions of a group are exhausted, also for concurrent owners', async () => {
    const { served, upstreams } = await before({}, { limits: { sessionsPerGroup: 2 } })
    const started = (owner: string, group: string) =>
      send(served, initializeBody(), { 'x-owner': owner, 'x-group': group })
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((owner) => started(owner, 'one')))
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(2)
    expect(served.gateway.open.sessions).toBe(2)
    await expect.poll(() => upstreams.filter(({ isClosed }) => !isClosed).length).toBe(2)
    expect((await started('a', 'other')).status).toBe(200)
    const own = answers.findIndex(({ status }) => status === 200)
    const session = { 'x-owner': 'abcde'[own]!, 'mcp-session-id': answers[own]!.headers.get('mcp-session-id')! }
    expect((await send(served, undefined, session, 'DELETE')).status).toBe(200)
    expect((await started('f', 'one')).status).toBe(200)
  })
})

proves.group('guard:mcp.streamable-http', 'Streamable HTTP with sessions', () => {
  test('POST responds as JSON if the answer is the first message, and as a stream otherwise', async () => {
    const { served } = await before({
      answer({ params }, options) {
        if (params?.['name'] === 'slow') options.onMessage(progress('t', 1))
        return text('done')
      },
    })
    const session = await begin(served)
    const quick = await send(served, call('a', 'quick'), session)
    expect(quick.headers.get('content-type')).toBe('application/json')
    expect(quick.messages).toEqual([{ jsonrpc: '2.0', id: 'a', result: text('done') }])
    const slow = await send(served, call('b', 'slow'), session)
    expect(slow.headers.get('content-type')).toBe('text/event-stream')
    expect(slow.messages.map((message) => message['method'] ?? message['id'])).toEqual(['notifications/progress', 'b'])
  })

  test.each([
    ['application/json', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['*/*', 'application/json'],
  ])('a client that accepts %s receives %s', async (accept, type) => {
    const { served } = await before()
    const session = await begin(served)
    expect((await send(served, call(1, 'x'), { ...session, accept })).headers.get('content-type')).toBe(type)
  })

  test('a client that accepts neither is refused with 406', async () => {
    const { served } = await before()
    const session = await begin(served)
    expect((await send(served, call(1, 'x'), { ...session, accept: 'text/html' })).status).toBe(406)
    expect((await send(served, undefined, { ...session, accept: 'application/json' }, 'GET')).status).toBe(406)
  })

  test('a slow answer is sent as a stream to keep the connection alive', async () => {
    const answer = () => new Promise<never>(() => undefined)
    const { served } = await before({ answer }, { limits: { streamAfter_ms: 20, keepAlive_ms: 10 } })
    const session = await begin(served)
    const stream = await openStream(served, session, call(1, 'x'))
    expect(await stream.next()).toEqual({ id: '1.1', data: '' })
    stream.leave()
  })

  test('notifications and responses are accepted with 202', async () => {
    const { served, upstreams } = await before()
    const session = await begin(served)
    for (const body of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
      { jsonrpc: '2.0', id: 99, result: {} },
    ]) {
      const answer = await send(served, body, session)
      expect([answer.status, answer.text]).toEqual([202, ''])
    }
    // The gateway made the upstream handshake itself, and there is no request with id 99.
    expect(upstreams[0]?.notified).toEqual([{ jsonrpc: '2.0', method: 'notifications/roots/list_changed' }])
  })

  test('DELETE ends the session here and upstream; its id is 404 from then on', async () => {
    const { served, upstreams } = await before()
    const session = await begin(served)
    expect((await send(served, undefined, session, 'DELETE')).status).toBe(200)
    expect(upstreams[0]?.isClosed).toBe(true)
    for (const method of ['GET', 'DELETE']) {
      expect((await send(served, undefined, { ...session, accept: '*/*' }, method)).status).toBe(404)
    }
    expect((await send(served, call(1, 'x'), session)).status).toBe(404)
  })

  test('a session ends when idle, and when its upstream is lost', async () => {
    let now = 0
    const { served, upstreams } = await before({}, { now: () => now, limits: { sessionIdle_ms: 1_000 } })
    const idle = await begin(served)
    now = 1_001
    expect((await send(served, call(1, 'x'), idle)).status).toBe(404)
    expect(upstreams[0]?.isClosed).toBe(true)
    const lost = await begin(served)
    upstreams[1]?.lose()
    await expect.poll(() => served.gateway.open.sessions).toBe(0)
    expect((await send(served, call(1, 'x'), lost)).status).toBe(404)
  })

  test('a pending request fails when its session ends, as JSON and on a stream', async () => {
    const { served, upstreams } = await before({ answer: () => new Promise<never>(() => undefined) })
    for (const accept of ['application/json', 'text/event-stream']) {
      const session = await begin(served)
      const waiting = send(served, call(7, 'x'), { ...session, accept })
      await expect.poll(() => upstreams.at(-1)?.requests.length).toBe(1)
      upstreams.at(-1)?.lose()
      const message = 'The connection to the tool server was lost.'
      expect((await waiting).messages).toEqual([{ jsonrpc: '2.0', id: 7, error: { code: -32_603, message } }])
    }
    const session = await begin(served)
    const waiting = send(served, call(8, 'x'), session)
    await expect.poll(() => upstreams.at(-1)?.requests.length).toBe(1)
    await send(served, undefined, session, 'DELETE')
    expect((await waiting).messages).toMatchObject([{ id: 8, error: { message: 'The session ended.' } }])
  })

  test.each([
    ['no session', {}, 400],
    ['a session that never was', { 'mcp-session-id': 'x'.repeat(43) }, 404],
  ])('%s', async (_title, headers, status) => {
    const { served } = await before()
    expect((await send(served, call(1, 'x'), headers)).status).toBe(status)
  })

  test('the version header may be absent, and an unknown version is refused with 400', async () => {
    const { served } = await before()
    const { 'mcp-protocol-version': _, ...session } = await begin(served)
    expect((await send(served, call(1, 'x'), session)).status).toBe(200)
    const unknown = await send(served, call(1, 'x'), { ...session, 'mcp-protocol-version': '1999-01-01' })
    expect(unknown.status).toBe(400)
    expect(unknown.messages[0]).toMatchObject({ error: { code: -32_022, data: { requested: '1999-01-01' } } })
  })

  test('batches are part of 2025-03-26 only', async () => {
    const { served } = await before({ answer: ({ params }) => text(String(params?.['name'])) })
    const batch = [call(1, 'a'), { jsonrpc: '2.0', method: 'notifications/progress' }, call(2, 'b')]
    const old = await begin(served, { version: '2025-03-26' })
    expect((await send(served, batch, old)).messages.map(({ id, result }) => [id, result])).toEqual([
      [1, text('a')],
      [2, text('b')],
    ])
    const current = await begin(served)
    const refused = await send(served, batch, current)
    expect([refused.status, refused.messages[0]]).toMatchObject([400, { error: { code: -32_600 } }])
    for (const wrong of [[], [initializeBody()], Array.from({ length: 51 }, (_, id) => call(id, 'x'))]) {
      expect((await send(served, wrong, old)).status).toBe(400)
    }
  })

  test('two pending requests have different ids', async () => {
    const answer = () => new Promise<never>(() => undefined)
    const { served } = await before({ answer }, { limits: { streamAfter_ms: 5 } })
    const session = await begin(served)
    const open = await openStream(served, session, call(1, 'x'))
    expect((await send(served, call(1, 'x'), session)).status).toBe(400)
    open.leave()
  })
})

describe('sessions of others', () => {
  test('do not exist: no request, stream, event or answer of theirs is in reach', async () => {
    const { served, upstreams } = await before({
      answer: async (_request, options, upstream) =>
        text(JSON.stringify(await upstream.ask(options, 'secret-ask', 'roots/list'))),
    })
    const mine = await begin(served, { owner: 'mine', capabilities: { roots: {} } })
    const theirs = { ...mine, 'x-owner': 'theirs' }
    const open = await openStream(served, mine, call(1, 'x'))
    await open.next()
    const request = JSON.parse((await open.next())?.data ?? '{}') as { id: number }
    expect((await send(served, call(2, 'x'), theirs)).status).toBe(404)
    expect((await send(served, { jsonrpc: '2.0', id: request.id, result: { roots: [] } }, theirs)).status).toBe(404)
    expect((await openStream(served, theirs)).status).toBe(404)
    expect((await openStream(served, { ...theirs, 'last-event-id': '1.1' })).status).toBe(404)
    expect((await send(served, undefined, theirs, 'DELETE')).status).toBe(404)
    expect(upstreams[0]?.notified).toEqual([])
    expect(served.gateway.open.sessions).toBe(1)
    open.leave()
  })
})
