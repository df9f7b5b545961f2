import { expect, test } from 'vitest'

import type { JsonRpcRequest, JsonRpcResponse } from '../../src/index.ts'
import { atStage } from '../kit/at-stage.ts'
import { gateways } from '../kit/before.ts'
import { begin, call, initializeBody, send, stateless } from '../kit/http.ts'
import { text } from '../kit/scripted-upstream.ts'

const before = gateways()

/** Creates an interceptor that admits selected requests. */
function doorkeeper(lets: (request: JsonRpcRequest) => boolean) {
  const requests: string[] = []
  const interceptor = atStage('admission', ({ message }) => {
    const request = message as JsonRpcRequest
    requests.push(request.method)
    const error = { code: -32_000, message: 'Not now.' }
    const response: JsonRpcResponse = { jsonrpc: '2.0', id: request.id, error }
    return lets(request) ? { kind: 'pass', message } : { kind: 'answer', response }
  })
  return { asked: requests, interceptor }
}

test('a rejected request opens no connection, in either era', async () => {
  const { asked, interceptor } = doorkeeper(() => false)
  const { served, upstreams } = await before({}, { interceptor })
  expect((await send(served, initializeBody())).messages[0]).toMatchObject({ id: 0, error: { message: 'Not now.' } })
  const discover = stateless('server/discover')
  const discovered = await send(served, discover.body, discover.headers)
  expect(discovered.messages[0]).toMatchObject({ id: 1, error: { message: 'Not now.' } })
  const called = stateless('tools/call', { name: 'x', arguments: {} })
  expect((await send(served, called.body, called.headers)).messages[0]).toMatchObject({
    error: { message: 'Not now.' },
  })
  expect(asked).toEqual(['initialize', 'server/discover', 'tools/call'])
  expect(upstreams).toEqual([])
  expect(served.gateway.open).toEqual({ sessions: 0, connections: 0 })
})

test('each request of a session is admitted separately', async () => {
  const { interceptor } = doorkeeper(({ params }) => params?.['name'] !== 'late')
  const { served, upstreams } = await before({ answer: () => text('done') }, { interceptor })
  const session = await begin(served)
  expect((await send(served, call(1, 'soon'), session)).messages[0]).toMatchObject({ result: text('done') })
  expect((await send(served, call(2, 'late'), session)).messages[0]).toMatchObject({ id: 2, error: { code: -32_000 } })
  expect(upstreams[0]?.requests.map(({ params }) => params?.['name'])).toEqual(['soon'])
})

test('the interceptor is notified of requests answered with a request for input', async () => {
  const messages: unknown[] = []
  const interceptor = atStage('inputRequired', (interceptedMessage) => {
    if ('request' in interceptedMessage && 'result' in interceptedMessage.message) {
      messages.push([interceptedMessage.request.params?.['name'], interceptedMessage.message.result['requestState']])
    }
    return { kind: 'pass', message: interceptedMessage.message }
  })
  const asking = { resultType: 'input_required', requestState: 's', inputRequests: {} }
  const answer = ({ params }: JsonRpcRequest) => (params?.['name'] === 'asks' ? asking : text('done'))
  const { served } = await before({ era: 'stateless', answer }, { interceptor })
  for (const name of ['asks', 'answers']) {
    const { body, headers } = stateless('tools/call', { name, arguments: {} })
    // oxlint-disable-next-line no-await-in-loop -- one client
    await send(served, body, headers)
  }
  expect(messages).toEqual([['asks', 's']])
})
