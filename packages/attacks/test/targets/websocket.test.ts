import { afterEach, describe, expect, test, vi } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import type { SocketPort } from '../../src/targets/port.ts'
import { configOf, converse, json, say, startAgent, targetOf } from './agent-server.ts'
import { createTarget } from '../../src/targets/create-target.ts'
import { createRandom } from '../../src/engine/random.ts'
import { platformSockets, startSocketAgent } from './socket-server.ts'

const open = (url: string, more: Parameters<typeof targetOf>[1] = {}) =>
  targetOf(url, { type: 'websocket_agent', timeoutMs: 4_000, ...more }, { socket: platformSockets })

afterEach(() => vi.useRealTimers())

describe('a target of type websocket_agent', () => {
  proves(
    ['redteam:target.types'],
    'holds one conversation in each connection, and says its reply in one frame',
    async () => {
      let connections = 0
      const seen = new Set<unknown>()
      const url = await startSocketAgent((text, { send, request }) => {
        if (!seen.has(request)) connections += 1
        seen.add(request)
        send(JSON.stringify({ reply: `${connections}: ${(JSON.parse(text) as { message: string }).message}` }))
      })
      // A complete answer needs no timer.
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      expect((await converse(open(url), ['a', 'b'])).map(({ text }) => text)).toEqual(['1: a', '1: b'])
      expect((await say(open(url.replace('ws:', 'http:')), 'c')).text).toBe('2: c')
    },
  )

  test('sends its reply in chunks until an end message or silence', async () => {
    const url = await startSocketAgent((text, { send, end }) => {
      for (const token of ['Hi ', 'you']) send(JSON.stringify({ type: 'token', token }))
      if (text.includes('done')) send(JSON.stringify({ type: 'done' }))
      if (text.includes('close')) end()
    })
    // No time passes until the agent is silent.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    expect((await say(open(url), 'done')).text).toBe('Hi you')
    expect((await say(open(url), 'close')).text).toBe('Hi you')
    vi.useRealTimers()
    const [first, second] = await converse(open(url), ['silent', 'silent'])
    expect([first?.text, second?.text]).toEqual(['Hi you', 'Hi you'])
  })

  test('is an error, never a defense, after silence, a close or an error message', async () => {
    const url = await startSocketAgent((text, { send, end }) => {
      if (text.includes('close')) end()
      if (text.includes('error')) send(JSON.stringify({ type: 'error', error: { message: 'overloaded' } }))
    })
    expect((await say(open(url, { timeoutMs: 200 }), 'x')).problem).toBe('timeout')
    expect((await say(open(url), 'close')).problem).toBe('network')
    expect((await say(open(url), 'error')).problem).toBe('server_error')
    expect((await say(open('ws://127.0.0.1:9'), 'x')).problem).toBe('network')
    // A dropped session reconnects.
    const again = await converse(open(url, { timeoutMs: 300 }), ['close', 'error'])
    expect(again.map(({ problem }) => problem)).toEqual(['network', 'server_error'])
  })

  test('ends when the run is cancelled, without an answer', async () => {
    const url = await startSocketAgent(() => {})
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('cancelled')), 50)
    await expect(say(open(url), 'x', stop.signal)).rejects.toThrow('cancelled')
  })

  test('receives cookies and extracted values of the setup steps in the handshake', async () => {
    const web = await startAgent((_, response) => json(response, { t: 'abc' }, 200, { 'set-cookie': 'in=1' }))
    const asked: Parameters<SocketPort['open']>[0][] = []
    const socket: SocketPort = {
      open: async (request) => {
        asked.push(request)
        throw new Error('enough')
      },
    }
    const config = {
      type: 'websocket_agent',
      agentEndpoint: 'chat?t={{var:t}}',
      auth: { type: 'bearer', token: 'tok' },
      headers: { origin: 'https://a.test' },
      session: { madeBy: 'client', send: { in: 'header', name: 'X-Conv' } },
      steps: [{ path: '/login', extract: { t: 't' } }],
    } as const
    expect((await say(targetOf(web.url, config as never, { socket }))).problem).toBe('network')
    expect(asked[0]?.url).toBe(`${web.url.replace('http', 'ws')}/chat?t=abc`)
    expect(asked[0]?.headers).toEqual({
      authorization: 'Bearer tok',
      origin: 'https://a.test',
      cookie: 'in=1',
      'x-conv': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const ports = { http: { send: () => Promise.reject(new Error('never')) }, random: createRandom('s') }
    expect(() => createTarget(configOf('ws://a.test', { type: 'websocket_agent' }), ports)).toThrow(
      'are not supported here',
    )
  })
})
