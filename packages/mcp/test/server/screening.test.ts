import { describe, expect, test } from 'vitest'

import { proves } from '../../../../spec/proves.ts'
import { type InterceptedMessage, type Interceptor, passAll } from '../../src/index.ts'
import type { Fields } from '../../src/messages.ts'
import { atStage } from '../kit/at-stage.ts'
import { gateways } from '../kit/before.ts'
import { begin, call, openStream, send, stateless } from '../kit/http.ts'
import { progress, type Script, text } from '../kit/scripted-upstream.ts'

const before = gateways()

/** Records every message after its admission. */
function watcher() {
  const seen: InterceptedMessage[] = []
  const interceptor: Interceptor = {
    decide(intercepted) {
      if (intercepted.stage !== 'admission') seen.push(intercepted)
      return passAll.decide(intercepted)
    },
  }
  return { seen, interceptor }
}

const chatty: Script['answer'] = async ({ method }, options, upstream) => {
  if (method !== 'tools/call') return {}
  options.onMessage(progress('t', 1))
  options.onMessage({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'log' } })
  await Promise.all([
    upstream.ask(options, 'a', 'sampling/createMessage'),
    upstream.ask(options, 'b', 'elicitation/create'),
  ])
  return text('the answer')
}

const capabilities = { sampling: {}, elicitation: {} }

describe('every message passes the interceptor', () => {
  proves(['guard:mcp.both-ways', 'guard:mcp.server-requests'], 'with sessions: both ways, in order', async () => {
    const { seen, interceptor } = watcher()
    const { served, upstreams } = await before({ answer: chatty }, { interceptor })
    const session = await begin(served, { capabilities })
    const stream = await openStream(served, session, call(1, 'x'))
    for (let waiting = 2; waiting > 0;) {
      const message = JSON.parse((await stream.next())?.data || '{}') as Fields
      if (message['id'] === undefined) continue
      waiting -= 1
      await send(served, { jsonrpc: '2.0', id: message['id'], result: {} }, session)
    }
    expect((await stream.next())?.data).toContain('the answer')
    await send(served, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 77 } }, session)
    upstreams[0]?.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    await expect.poll(() => seen.length).toBe(12)
    expect(seen.map(({ stage }) => stage)).toEqual([
      'clientRequest',
      'serverResponse',
      'clientRequest',
      'serverNotification',
      'serverNotification',
      'serverRequest',
      'serverRequest',
      'clientResponse',
      'clientResponse',
      'serverResponse',
      'clientNotification',
      'serverNotification',
    ])
    expect(new Set(seen.map(({ about }) => about.sessionId))).toEqual(new Set([session['mcp-session-id']]))
  })

  proves('guard:mcp.both-ways', 'without sessions: requests inside results and answers inside requests', async () => {
    const { seen, interceptor } = watcher()
    const caller = { method: 'elicitation/create', params: { message: 'Who?' } }
    const { served } = await before(
      {
        era: 'stateless',
        answer: ({ params }, { onMessage }) => {
          onMessage(progress('t', 1))
          if (params?.['inputResponses'] !== undefined) return text('done')
          return { resultType: 'input_required', inputRequests: { who: caller } }
        },
      },
      { interceptor },
    )
    const first = stateless('tools/call', { name: 'x' })
    await send(served, first.body, first.headers)
    const retry = stateless('tools/call', { name: 'x', inputResponses: { who: { action: 'decline' } } }, {}, 2)
    await send(served, retry.body, retry.headers)
    expect(seen.map(({ stage }) => stage)).toEqual([
      'clientRequest',
      'serverNotification',
      'serverRequest',
      'inputRequired',
      'clientRequest',
      'clientResponse',
      'serverNotification',
      'serverResponse',
    ])
    expect(seen[2]?.message).toEqual({ jsonrpc: '2.0', id: 'who', ...caller })
    expect(seen.every(({ about }) => about.era === 'stateless' && about.sessionId === undefined)).toBe(true)
  })
})

describe('interceptor decisions', () => {
  test('an answer of its own never reaches the upstream, and bears the id of the request', async () => {
    const response = { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Blocked.' } } as const
    const interceptor = atStage('clientRequest', ({ message }) =>
      'method' in message && message.method === 'tools/call' ? { kind: 'answer', response } : { kind: 'pass', message },
    )
    const { served, upstreams } = await before({}, { interceptor })
    const session = await begin(served)
    expect((await send(served, call('mine', 'x'), session)).messages).toEqual([
      { jsonrpc: '2.0', id: 'mine', error: { code: -32_000, message: 'Blocked.' } },
    ])
    expect(upstreams[0]?.requests).toEqual([])
  })

  test('a refused handshake leaves no session and no connection', async () => {
    const error = { code: -32_000, message: 'Not you.' }
    const interceptor = atStage('serverResponse', () => ({
      kind: 'answer',
      response: { jsonrpc: '2.0', id: null, error },
    }))
    const { served, upstreams } = await before({}, { interceptor })
    await begin(served)
    expect(served.gateway.open.sessions).toBe(0)
    await expect.poll(() => upstreams[0]?.isClosed).toBe(true)
  })

  test('a refused request of the server is answered for the client, which never receives it', async () => {
    const error = { code: -32_000, message: 'Not asked.' }
    const interceptor = atStage('serverRequest', () => ({
      kind: 'answer',
      response: { jsonrpc: '2.0', id: null, error },
    }))
    const answer: Script['answer'] = async (_request, options, upstream) =>
      text(JSON.stringify(await upstream.ask(options, 'their-id', 'sampling/createMessage')))
    const { served } = await before({ answer }, { interceptor })
    const session = await begin(served, { capabilities })
    const { messages } = await send(served, call(1, 'x'), session)
    expect(messages).toHaveLength(1)
    expect(JSON.stringify(messages)).toContain('their-id')
    expect(JSON.stringify(messages)).toContain('Not asked.')
  })

  test('a request refused inside a result answers the call', async () => {
    const error = { code: -32_040, message: 'Not asked.' }
    const interceptor = atStage('serverRequest', () => ({
      kind: 'answer',
      response: { jsonrpc: '2.0', id: null, error },
    }))
    const inputRequests = { who: { method: 'elicitation/create', params: {} } }
    const { served } = await before(
      { era: 'stateless', answer: () => ({ resultType: 'input_required', inputRequests }) },
      { interceptor },
    )
    const { body, headers } = stateless('tools/call', { name: 'x' })
    expect((await send(served, body, headers)).messages).toEqual([{ jsonrpc: '2.0', id: 1, error }])
  })

  test('a dropped notification is dropped', async () => {
    const interceptor: Interceptor = {
      decide: (interceptedMessage) =>
        interceptedMessage.stage.endsWith('Notification')
          ? Promise.resolve({ kind: 'drop' })
          : passAll.decide(interceptedMessage),
    }
    const { served, upstreams } = await before(
      { answer: (_request, { onMessage }) => (onMessage(progress('t', 1)), text('done')) },
      { interceptor },
    )
    const session = await begin(served)
    expect((await send(served, call(1, 'x'), session)).messages).toHaveLength(1)
    await send(served, { jsonrpc: '2.0', method: 'notifications/roots/list_changed' }, session)
    expect(upstreams[0]?.notified).toEqual([])
  })

  test.each([
    ['admission', 'sampling/createMessage'],
    ['clientRequest', 'sampling/createMessage'],
    ['serverResponse', 'the answer'],
    ['serverRequest', 'elicitation/create'],
    ['clientResponse', 'secret'],
    ['serverNotification', 'notifications/progress'],
  ] as const)(
    'if the decision at stage %s fails, the message is blocked and the defect is reported',
    async (stage, stored) => {
      let armed = false
      const interceptor: Interceptor = {
        decide: (interceptedMessage) =>
          armed && interceptedMessage.stage === stage
            ? Promise.reject(new Error('a defect'))
            : passAll.decide(interceptedMessage),
      }
      const { served, upstreams } = await before({ answer: chatty }, { interceptor })
      const session = await begin(served, { capabilities })
      armed = true
      const stream = await openStream(served, { ...session, accept: 'text/event-stream' }, call('mine', 'x'))
      const elements: Fields[] = []
      while (elements.at(-1)?.['id'] !== 'mine') {
        const message = JSON.parse((await stream.next())?.data || '{}') as Fields
        elements.push(message)
        const isRequested = message['method'] !== undefined && message['id'] !== undefined
        if (isRequested) await send(served, { jsonrpc: '2.0', id: message['id'], result: { secret: true } }, session)
      }
      stream.leave()
      expect(served.defects.length).toBeGreaterThan(0)
      expect(JSON.stringify([elements, upstreams[0]?.notified])).not.toContain(stored)
      expect(JSON.stringify(elements)).not.toContain('a defect')
    },
  )
})

test.each([
  ['clientRequest', 'drop'],
  ['clientRequest', 'response'],
  ['serverResponse', 'drop'],
  ['serverResponse', 'request'],
] as const)('a verdict at stage %s with a message of another kind (%s) is blocked', async (stage, input) => {
  const verdicts = {
    drop: { kind: 'drop' },
    response: { kind: 'pass', message: { jsonrpc: '2.0', id: 1, result: { forged: true } } },
    request: { kind: 'pass', message: { jsonrpc: '2.0', id: 1, method: 'forged' } },
  } as const
  let armed = false
  const interceptor: Interceptor = {
    decide: async (interceptedMessage) =>
      armed && interceptedMessage.stage === stage ? verdicts[input] : passAll.decide(interceptedMessage),
  }
  const { served } = await before({ answer: () => text('the answer') }, { interceptor })
  const session = await begin(served)
  armed = true
  const { messages } = await send(served, call(1, 'x'), session)
  expect(messages).toMatchObject([{ id: 1, error: {} }])
  expect(served.defects).toHaveLength(1)
})

describe('upstream request metadata', () => {
  const trace = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`
  const secret = { authorization: 'Bearer secret', cookie: 'a=b', 'x-agent-key': 'k', forwarded: 'for=1.2.3.4' }

  proves.each(['guard:mcp.traceparent', 'guard:mcp.token-not-passed'], [
    [
      'in _meta',
      { traceparent: trace, tracestate: 'a=1', baggage: 'b=2' },
      {},
      { traceparent: trace, tracestate: 'a=1', baggage: 'b=2' },
    ],
    ['in headers', {}, { traceparent: trace, tracestate: 'a=1' }, { traceparent: trace, tracestate: 'a=1' }],
    ['in _meta and not well made', { traceparent: 'x\r\nevil: 1' }, {}, {}],
    ['nowhere', {}, {}, {}],
  ] as const)('a trace %s is forwarded; other caller data is not', async (_title, meta, headers, sent) => {
    const { served, upstreams } = await before({ answer: () => text('hi') })
    const session = await begin(served)
    const { params, ...rest } = call(1, 'x')
    await send(served, { ...rest, params: { ...params, _meta: meta } }, { ...session, ...headers, ...secret })
    expect(upstreams[0]?.headers).toEqual([sent])
    expect(JSON.stringify(upstreams[0]?.requests)).not.toContain('secret')
    const modern = stateless('tools/call', { name: 'x' }, meta)
    await send(served, modern.body, { ...modern.headers, ...headers, ...secret })
    expect(upstreams[1]?.headers).toEqual([sent])
    expect(JSON.stringify(upstreams[1]?.requests)).not.toContain('secret')
  })
})
