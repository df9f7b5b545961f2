import type { IncomingMessage } from 'node:http'
import { createEgress } from '@gatehouse/kernel/egress'
import { patient_ms } from '@gatehouse/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { egressSocketPort } from '../../src/targets/port.ts'
import { converse, json, say, startAgent, targetOf } from './agent-server.ts'
import { startSocketAgent } from './socket-server.ts'

/** Creates a target with the real egress. */
function reach(url: string, more: Parameters<typeof targetOf>[1] = {}, localMode = true) {
  const egress = createEgress({ localMode })
  onTestFinished(() => egress.close())
  const config = { type: 'websocket_agent', timeoutMs: 60_000, retries: 0, ...more } as const
  return targetOf(url, config, { socket: egressSocketPort(egress) })
}
const token = (text: string) => JSON.stringify({ type: 'token', token: text })

describe('a websocket_agent target behind the egress policy', () => {
  proves(['redteam:target.types'], 'is asked in its own template, with credentials in the handshake', async () => {
    const web = await startAgent((_, response) => json(response, { t: 'abc' }, 200, { 'set-cookie': 'in=1' }))
    const seen: IncomingMessage[] = []
    const heard: string[] = []
    const url = await startSocketAgent((text, { request, send }) => {
      seen.push(request)
      heard.push(text)
      for (const item of ['Hel', 'lo ', 'ü']) send(JSON.stringify({ data: { piece: item } }))
      send(JSON.stringify({ type: 'done' }))
    })
    const target = reach(url, {
      agentEndpoint: '/chat?t={{var:t}}',
      auth: { type: 'bearer', token: 'tok' },
      headers: { origin: 'https://a.test' },
      customApiTemplate: { bodyTemplate: '{"type":"ask","text":"{{message}}"}', responsePath: 'data.piece' },
      steps: [{ path: `${web.url}/login`, extract: { t: 't' } }],
    } as never)
    const replies = await converse(target, ['Say "hi"', 'Again'])
    expect(replies.map(({ text, problem }) => [text, problem])).toEqual([
      ['Hello ü', undefined],
      ['Hello ü', undefined],
    ])
    expect(heard).toEqual(['{"type":"ask","text":"Say \\"hi\\""}', '{"type":"ask","text":"Again"}'])
    expect(seen[0]).toBe(seen[1])
    expect(seen[0]!.url).toBe('/chat?t=abc')
    expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer tok', origin: 'https://a.test' })
  })

  test('is not reached if the policy denies it', async () => {
    const url = await startSocketAgent((_, { send }) => send('"Hello"'))
    expect((await say(reach(url, {}, false), 'x')).problem).toBe('network')
    expect((await say(reach(url), 'x')).text).toBe('Hello')
  })

  test.each([
    [401, 'unauthorized'],
    [403, 'client_error'],
    [302, 'client_error'],
    [429, 'rate_limited'],
    [500, 'server_error'],
  ] as const)('with the handshake status %i is an error, and is not defended', async (status, problem) => {
    const url = await startSocketAgent(
      () => {},
      () => status,
    )
    expect(await say(reach(url), 'x')).toMatchObject({ problem, statusCode: status, text: '' })
  })

  test('is retried after a temporary error', async () => {
    let asked = 0
    const url = await startSocketAgent(
      (_, { send }) => send('"Hello"'),
      () => ((asked += 1) < 3 ? 503 : undefined),
    )
    expect((await say(reach(url, { retries: 2, timeoutMs: 60_000 }), 'x')).text).toBe('Hello')
    expect(asked).toBe(3)
  })

  test.each([
    [1000, 'network'],
    [1008, 'unauthorized'],
    [1011, 'server_error'],
    [1013, 'rate_limited'],
    [4401, 'unauthorized'],
    [4429, 'rate_limited'],
    [4999, 'network'],
  ] as const)('with the close code %i before a response is an error', async (code, problem) => {
    const url = await startSocketAgent((_, { end }) => end(code))
    expect((await say(reach(url), 'x')).problem).toBe(problem)
  })

  test('with a close frame after its response is no error', async () => {
    const url = await startSocketAgent((_, { send, end }) => {
      send(token('All of it.'))
      end(1008)
    })
    expect(await say(reach(url), 'x')).toMatchObject({ text: 'All of it.', problem: undefined })
  })
})

describe('a hostile websocket_agent', () => {
  test('with an endless slow reply times out, and the partial text is evidence', async () => {
    const timers: NodeJS.Timeout[] = []
    const url = await startSocketAgent((text, { send }) => {
      if (text.includes('plain')) send(JSON.stringify({ reply: 'plain' }))
      else timers.push(setInterval(() => send(token('more ')), 50))
    })
    onTestFinished(() => timers.forEach((timer) => clearInterval(timer)))
    const [first, second] = await converse(reach(url, { timeoutMs: 1_500 }), ['drip', 'plain'])
    expect(first).toMatchObject({ problem: 'timeout', text: expect.stringMatching(/^more more /) })
    // Later frames belong to the dropped connection.
    expect(second).toMatchObject({ problem: undefined, text: 'plain' })
  })

  test('with an endless reply is read up to a limit, and the rest is not part of the next reply', async () => {
    const isGone: (() => boolean)[] = []
    const url = await startSocketAgent((text, { send, raw, isGone: gone }) => {
      if (text.includes('plain')) {
        send(JSON.stringify({ reply: 'plain' }))
        return
      }
      isGone.push(gone)
      const body = Buffer.from(token('x'.repeat(60_000)))
      const one = Buffer.concat([Buffer.from([0x81, 126, body.length >> 8, body.length & 255]), body])
      const flood = (): void => {
        for (let at = 0; at < 50 && !gone(); at += 1) raw(one)
        if (!gone()) setTimeout(flood, 5)
      }
      flood()
    })
    const [first, second] = await converse(reach(url, { timeoutMs: 60_000 }), ['flood', 'plain'])
    expect(first).toMatchObject({ wasCut: true })
    expect(first!.text.length).toBeLessThanOrEqual(256 * 1024)
    expect(second!.text.slice(0, 20)).toBe('plain')
    await expect.poll(() => isGone.every((gone) => gone()), { timeout: patient_ms(5_000) }).toBe(true)
  })

  test.each([
    ['a giant frame', [0x81, 127, 0, 0, 0, 9, 0, 0, 0, 0], 'too_large'],
    ['invalid UTF-8', [0x81, 2, 0xc3, 0x28], 'malformed'],
    ['what is no frame', [0xff, 0xff, 0xff], 'malformed'],
  ] as const)('sends %s', async (_name, bytes, problem) => {
    const url = await startSocketAgent((_, { raw }) => raw(Buffer.from(bytes)))
    expect(await say(reach(url), 'x')).toMatchObject({ problem, text: '' })
    const half = await startSocketAgent((_, { send, raw }) => {
      send(token('Half of it, and then'))
      raw(Buffer.from(bytes))
    })
    expect(await say(reach(half), 'x')).toMatchObject({ problem, text: 'Half of it, and then' })
  })

  test('is left when the run is cancelled, without an answer', async () => {
    const url = await startSocketAgent(() => {})
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('cancelled')), 50)
    await expect(say(reach(url), 'x', stop.signal)).rejects.toThrow('cancelled')
  })
})
