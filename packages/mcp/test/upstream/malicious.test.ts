import { BREAKER_FAILURES_MAX, BREAKER_OPEN_MS, systemClock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'

import { UpstreamMemory } from '../../src/upstream/memory.ts'
import { answer, type Evil, malicious, notification, stream } from '../kit/malicious.ts'
import { ask, cleanUp, connecting, QUICK, resultOf, sendJson } from '../kit/upstreams.ts'

const after = cleanUp()
const connect = connecting(after)
const TIGHT = { ...QUICK, firstByte_ms: 150, idle_ms: 150, total_ms: 600, answerBytes: 20_000, messagesPerRequest: 50 }

async function before(evil: Evil, limits = TIGHT) {
  const { url, stop } = await malicious(evil)
  after(stop)
  return connect(url, { limits })
}

const cases: Readonly<Record<string, readonly [Evil, RegExp]>> = {
  'says nothing at all': [() => undefined, /did not respond within 150 ms/],
  'begins and stalls': [
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"jsonrpc":'),
    /sent no data for 150 ms/,
  ],
  'sends comments for ever': [
    (response) => {
      stream(response)
      const timer = setInterval(() => response.write(': alive\n\n'), 20)
      response.on('close', () => clearInterval(timer))
    },
    /did not finish within 600 ms/,
  ],
  'answers with more than allowed': [
    (response, body) => sendJson(response, 200, answer(body, { text: 'x'.repeat(30_000) })),
    /larger than 20000 bytes/,
  ],
  'streams without end': [
    (response) => {
      const say = stream(response)
      const timer = setInterval(() => say(notification('y'.repeat(5_000))), 1)
      response.on('close', () => clearInterval(timer))
    },
    /larger than 20000 bytes/,
  ],
  'sends one event without end': [
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write(`data: ${'z'.repeat(4_000)}\n`), 1)
      response.on('close', () => clearInterval(timer))
    },
    /larger than 20000 bytes|too large/,
  ],
  'floods with messages': [
    (response) => {
      const say = stream(response)
      for (let n = 0; n < 60; n += 1) say(notification(n))
    },
    /too many messages/,
  ],
  'answers another request': [
    (response) => sendJson(response, 200, answer({ id: 999_999 })),
    /sent a response to a request that was not sent/,
  ],
  'answers another request on a stream': [
    (response) => stream(response)(answer({ id: 999_999 })),
    /sent a response to a request that was not sent/,
  ],
  'answers without an id': [
    (response) => sendJson(response, 200, { jsonrpc: '2.0', result: {} }),
    /invalid JSON-RPC message/,
  ],
  'answers with a notification': [(response) => sendJson(response, 200, notification()), /an invalid response/],
  'answers with both result and error': [
    (response, body) => sendJson(response, 200, { ...answer(body), error: { code: 1, message: '' } }),
    /invalid JSON-RPC message/,
  ],
  'answers with no JSON': [
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
    /invalid JSON/,
  ],
  'answers with a page': [
    (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    /neither JSON nor an event stream/,
  ],
  'answers with a batch': [(response, body) => sendJson(response, 200, [answer(body)]), /invalid JSON-RPC message/],
  'nests without end': [
    (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"jsonrpc":"2.0","id":1,"result":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
    /nested deeper than 128/,
  ],
  'sends bytes that are no UTF-8': [
    (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(
          Buffer.concat([
            Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"a":"'),
            Buffer.from([0xc3, 0x28]),
            Buffer.from('"}}'),
          ]),
        ),
    /not UTF-8/,
  ],
  redirects: [(response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(), /redirect/],
  'takes the call and says nothing': [(response) => void response.writeHead(202).end(), /returned no response/],
  'closes the socket': [(response) => void response.socket?.destroy(), /dropped the connection|could not be reached/],
  'ends its stream before the answer': [
    (response) => {
      stream(response)(notification())
      response.end()
    },
    /closed the connection before responding/,
  ],
  'is broken': [(response) => void response.writeHead(500).end('oops'), /returned HTTP 500/],
}

describe('a server that', () => {
  test.each(Object.entries(cases))('%s ends in a failure that names it', async (_, [evil, sentence]) => {
    const connection = await before(evil)
    const thrown: unknown = await ask(connection, 'tools/call', { name: 'x' }).catch((error: unknown) => error)
    expect(thrown).toMatchObject({ name: 'Failure', code: 'unavailable', message: expect.stringMatching(sentence) })
    expect(String(thrown)).toMatch(/The tool server "tools"/)
    expect(String(thrown)).not.toMatch(/127\.0\.0\.1/)
  })

  test('answers twice has its second answer ignored', async () => {
    const connection = await before((response, body) => {
      const say = stream(response)
      say(answer(body, { first: true }))
      say(answer(body, { second: true }))
    })
    expect(resultOf(await ask(connection, 'tools/call', { name: 'x' }))).toEqual({ first: true })
    expect(resultOf(await ask(connection, 'tools/call', { name: 'x' }))).toEqual({ first: true })
  })

  test('breaks its stream is asked for the rest of it, and its answer is not lost', async () => {
    const resumed: unknown[] = []
    const connection = await before((response, _, { method, headers }) => {
      const say = stream(response)
      if (method === 'GET') {
        resumed.push(headers['last-event-id'])
        say(notification('two'), 'e2')
        say({ jsonrpc: '2.0', id: 1, result: { late: true } }, 'e3')
        return
      }
      say(notification('one'), 'e1')
      response.end()
    })
    const reported = await ask(connection, 'tools/call', { name: 'x' })
    expect(resumed).toEqual(['e1'])
    expect(resultOf(reported)).toEqual({ late: true })
    expect(reported.messages).toEqual([notification('one'), notification('two')])
  })

  test('breaks its stream repeatedly is abandoned', async () => {
    let tries = 0
    const connection = await before((response, _, { method }) => {
      if (method === 'GET') tries += 1
      stream(response)('', 'e1')
      response.end()
    }, QUICK)
    await expect(ask(connection, 'tools/call', { name: 'x' })).rejects.toThrow(
      'closed the connection before responding',
    )
    expect(tries).toBe(QUICK.resumeTries)
  })

  test('fails repeatedly is skipped for a time, then probed by one request', async () => {
    let now_ms = systemClock.now()
    let requested = 0
    let isBroken = true
    const { url, stop } = await malicious((response, body) => {
      requested += 1
      if (isBroken) response.writeHead(500).end()
      else sendJson(response, 200, answer(body))
    })
    after(stop)
    const remembered = new UpstreamMemory({ now: () => now_ms }).of('one')
    const connection = await connect(url, { limits: TIGHT, remembered })
    for (let n = 0; n < BREAKER_FAILURES_MAX; n += 1) {
      await expect(ask(connection, 'tools/list')).rejects.toThrow('HTTP 500')
    }
    await expect(ask(connection, 'tools/list')).rejects.toMatchObject({ retryAfter_s: BREAKER_OPEN_MS / 1_000 })
    expect(requested).toBe(BREAKER_FAILURES_MAX)
    now_ms += BREAKER_OPEN_MS
    isBroken = false
    await ask(connection, 'tools/list')
    await ask(connection, 'tools/list')
    expect(requested).toBe(BREAKER_FAILURES_MAX + 2)
  })

  test('is left by its caller is not blamed for it', async () => {
    const remembered = new UpstreamMemory(systemClock).of('one')
    const { url, stop } = await malicious(() => undefined)
    after(stop)
    const connection = await connect(url, { remembered })
    for (let n = 0; n <= BREAKER_FAILURES_MAX; n += 1) {
      const signal = AbortSignal.timeout(5)
      await expect(ask(connection, 'tools/list', {}, { signal })).rejects.toThrow(/timeout/)
    }
    expect(remembered.breaker.state()).toBe('closed')
  })
})
