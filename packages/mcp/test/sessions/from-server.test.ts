import { describe, expect, test } from 'vitest'

import { proves } from '../../../../spec/proves.ts'
import type { Fields } from '../../src/messages.ts'
import { gateways } from '../kit/before.ts'
import { begin, call, openStream, send } from '../kit/http.ts'
import { type Script, text } from '../kit/scripted-upstream.ts'

const before = gateways()
const capabilities = { roots: {}, sampling: {} }

const asking: Script['answer'] = async (_request, options, upstream) => {
  const answer = await upstream.ask(options, 'theirs', 'roots/list')
  return text(JSON.stringify('error' in answer ? answer.error : answer.result))
}

describe('a request of the server', () => {
  proves(
    'guard:mcp.server-requests',
    'reaches the client under a gateway id, and its response is returned',
    async () => {
      const { served, upstreams } = await before({ answer: asking })
      const session = await begin(served, { capabilities })
      const stream = await openStream(served, session, call(1, 'x'))
      await stream.next()
      const request = JSON.parse((await stream.next())?.data ?? '') as Fields
      expect(request).toMatchObject({ method: 'roots/list' })
      expect(request['id']).not.toBe('theirs')
      await send(served, { jsonrpc: '2.0', id: request['id'], result: { roots: [] } }, session)
      expect((await stream.next())?.data).toContain('roots')
      expect(upstreams[0]?.notified).toEqual([{ jsonrpc: '2.0', id: 'theirs', result: { roots: [] } }])
      // Once is enough.
      await send(served, { jsonrpc: '2.0', id: request['id'], result: { roots: [1] } }, session)
      expect(upstreams[0]?.notified).toHaveLength(1)
    },
  )

  test('that the server cancels is canceled at the client', async () => {
    const { served, upstreams } = await before({
      async answer(_request, options, upstream) {
        void upstream.ask(options, 'theirs', 'roots/list')
        const params = { requestId: 'theirs', reason: 'Never mind.' }
        options.onMessage({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
        // A cancellation of an unknown request is not forwarded to the client.
        options.onMessage({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'unknown' } })
        return text('done')
      },
    })
    const session = await begin(served, { capabilities })
    const { messages } = await send(served, call(1, 'x'), session)
    expect(messages.map(({ method, params }) => [method, (params as Fields | undefined)?.['requestId']])).toEqual([
      ['roots/list', undefined],
      ['notifications/cancelled', messages[0]?.['id']],
      [undefined, undefined],
    ])
    await send(served, { jsonrpc: '2.0', id: messages[0]?.['id'], result: { roots: [] } }, session)
    expect(upstreams[0]?.notified).toEqual([])
  })

  test('that the client does not answer in time is an error to the server', async () => {
    const { served } = await before({ answer: asking }, { limits: { clientAnswer_ms: 20 } })
    const session = await begin(served, { capabilities })
    const { messages } = await send(served, call(1, 'x'), session)
    expect(messages.map(({ method }) => method)).toEqual(['roots/list', 'notifications/cancelled', undefined])
    expect(JSON.stringify(messages[2])).toContain('did not respond in time')
  })

  test('for a capability missing in the client never reaches it', async () => {
    const { served } = await before({ answer: asking })
    const session = await begin(served, { capabilities: { sampling: {} } })
    const { messages } = await send(served, call(1, 'x'), session)
    expect(messages).toHaveLength(1)
    expect(JSON.stringify(messages)).toContain('-32601')
  })

  test('that is a ping is answered by the gateway', async () => {
    const answer: Script['answer'] = async (_request, options, upstream) =>
      text(JSON.stringify(await upstream.ask(options, 'p', 'ping')))
    const { served } = await before({ answer })
    const session = await begin(served)
    const { messages } = await send(served, call(1, 'x'), session)
    expect(JSON.stringify(messages)).toContain(String.raw`\"result\":{}`)
  })

  test('waits for a client that is not there, and is asked on its next stream', async () => {
    const { served, upstreams } = await before({ answer: asking })
    const session = await begin(served, { capabilities })
    void upstreams[0]?.ask(undefined, 'outside', 'sampling/createMessage')
    const stream = await openStream(served, session)
    expect((await stream.next())?.data).toContain('sampling/createMessage')
    stream.leave()
  })
})

describe('bounds', () => {
  test('messages of a server are limited in number, and its answer still arrives', async () => {
    const { served } = await before(
      {
        answer(_request, { onMessage }) {
          for (let data = 0; data < 5_000; data += 1) {
            onMessage({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } })
          }
          return text('done')
        },
      },
      { limits: { messagesWaiting: 100, eventsKept: 50 } },
    )
    const session = await begin(served)
    const { messages } = await send(served, call(1, 'x'), session)
    expect(messages.length).toBeLessThanOrEqual(101)
    expect(messages.at(-1)).toMatchObject({ id: 1, result: text('done') })
  })

  test('a session has a limit of pending requests', async () => {
    const answer = () => new Promise<never>(() => undefined)
    const { served } = await before({ answer }, { limits: { requestsInFlight: 2, streamAfter_ms: 5 } })
    const session = await begin(served)
    const open = [await openStream(served, session, call(1, 'x')), await openStream(served, session, call(2, 'x'))]
    expect((await send(served, call(3, 'x'), session)).status).toBe(429)
    await send(served, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, session)
    expect((await openStream(served, session, call(3, 'x'))).status).toBe(200)
    for (const stream of open) stream.leave()
  })
})
