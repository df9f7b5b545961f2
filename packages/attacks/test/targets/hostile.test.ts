import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { proves } from '../../../../spec/proves.ts'
import { retryAfter } from '../../src/targets/call.ts'
import { isBlockVerdict } from '../../src/targets/guard-block.ts'
import { parseBody } from '../../src/targets/read-answer.ts'
import { type Agent, configOf, json, say, startAgent, targetOf } from './agent-server.ts'

const HTML = '<!doctype html><html><body>Please sign in: I cannot help you.</body></html>'

/** An agent that answers each time the next of these, and the last of them from then on. */
async function answering(
  ...answers: readonly [status: number, value: unknown, headers?: Record<string, string>][]
): Promise<Agent> {
  let at = 0
  return startAgent((_, response) => {
    const [status, value, headers] = answers[Math.min(at, answers.length - 1)]!
    at += 1
    json(response, value, status, headers)
  })
}
async function raw(body: string | Buffer, type = 'application/json', status = 200): Promise<Agent> {
  return startAgent((_, response) => response.writeHead(status, { 'content-type': type }).end(body))
}

describe('an invalid response', () => {
  proves(['redteam:target.errors'], 'is an error, and never a defence', async () => {
    const rows = [
      [401, 'unauthorized'],
      [407, 'unauthorized'],
      [408, 'timeout'],
      [429, 'rate_limited'],
      [500, 'server_error'],
      [502, 'server_error'],
      [503, 'server_error'],
    ] as const
    for (const [status, problem] of rows) {
      const agent = await answering([
        status,
        { error: { code: 'content_filter', message: 'I cannot help with that.' } },
      ])
      expect(await say(targetOf(agent.url, { retries: 0 }))).toMatchObject({
        problem,
        statusCode: status,
        blockedByGuard: false,
      })
    }
  })

  proves(
    ['redteam:target.refusal-defended'],
    'is one where a guard or the agent declines with a status of 4xx',
    async () => {
      const refusals: readonly (readonly [number, unknown])[] = [
        [403, { error: { message: 'no', type: 'guardrail_blocked', code: 'content_filter' }, blocked: true }],
        [400, { error: { code: 'content_policy_violation', message: 'no' } }],
        [400, { error: { code: '400', innererror: { code: 'ResponsibleAIPolicyViolation' } } }],
        [422, { detail: { code: 'PromptInjectionDetected' } }],
        [400, { allowed: false, safe: false, action: 'block', guardrail_results: [] }],
        [400, { error: 'I’m sorry, but I can’t help with that.' }],
        [403, { message: 'Leider kann ich dabei nicht helfen.' }],
      ]
      for (const [status, value] of refusals) {
        const agent = await answering([status, value])
        expect(await say(targetOf(agent.url))).toMatchObject({
          problem: undefined,
          blockedByGuard: true,
          statusCode: status,
        })
      }
    },
  )

  test('is an error for a bad request, regardless of its text', async () => {
    const errors: readonly (readonly [number, unknown])[] = [
      [400, { error: { code: 'invalid_request_error', message: 'messages is required' } }],
      [403, { message: 'Access denied' }],
      [403, { error: 'Forbidden' }],
      [404, { error: 'We cannot find that page.' }],
      [400, { error: { code: 'guardrail_not_found' } }],
      [302, {}],
    ]
    for (const [status, value] of errors) {
      const agent = await answering([status, value])
      expect(await say(targetOf(agent.url))).toMatchObject({ problem: 'client_error', blockedByGuard: false })
    }
    expect((await say(targetOf((await raw(HTML, 'text/html', 403)).url))).problem).toBe('client_error')
  })

  test.each([
    ['nothing', '', 'application/json', 'empty'],
    ['blanks', ' \n', 'text/plain', 'empty'],
    ['half of JSON', '{"reply": ', 'application/json', 'malformed'],
    ['no JSON', '<html>', 'application/json', 'malformed'],
    ['a page', HTML, 'text/html', 'malformed'],
    ['no text', Buffer.from([0xff, 0xfe, 0x80, 0x00, 0xc3]), 'text/plain', 'malformed'],
    ['an empty reply', '{"reply": ""}', 'application/json', 'empty'],
    ['no reply', '{"items": [], "n": {}}', 'application/json', 'no_text'],
    ['depth', '['.repeat(100_000), 'application/json', 'malformed'],
    [
      'depth in arguments',
      `{"tool_calls": [{"name": "x", "result": ${'['.repeat(5_000)}${']'.repeat(5_000)}}]}`,
      'application/json',
      'malformed',
    ],
  ])('%s', async (_, body, type, problem) => {
    expect(await say(targetOf((await raw(body, type)).url))).toMatchObject({ problem, blockedByGuard: false })
  })

  test('is still accepted with a few invalid UTF-8 bytes', async () => {
    const agent = await raw(
      Buffer.concat([Buffer.from('{"reply": "a long enough answer, caf'), Buffer.from([0xe9]), Buffer.from('"}')]),
    )
    expect(await say(targetOf(agent.url))).toMatchObject({
      text: 'a long enough answer, caf\uFFFD',
      problem: undefined,
    })
  })

  test('of any length is bounded in time and memory', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'word ')
    const endless = async (start: string, type: string): Promise<Agent> =>
      startAgent(async (_, response) => {
        response.writeHead(200, { 'content-type': type }).write(start)
        for (let n = 0; n < 50 && !response.destroyed; n += 1) {
          if (!response.write(piece))
            await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
        }
        response.end()
      })
    const text = await say(targetOf((await endless('', 'text/plain')).url))
    expect([text.problem, text.wasCut, text.text.length]).toEqual([undefined, true, 256 * 1024])
    expect((await say(targetOf((await endless('{"reply": "', 'application/json')).url))).problem).toBe('too_large')
    const events = await say(targetOf((await endless('data: ', 'text/event-stream')).url))
    expect(events.problem ?? 'cut').toMatch(/cut|malformed|empty/)
    expect((await say(targetOf((await endless('{"a":"', 'application/x-ndjson')).url))).problem).toBe('too_large')
    const big = await say(targetOf((await raw(JSON.stringify({ reply: 'x'.repeat(1_000_000) }))).url))
    expect([big.wasCut, big.text.length]).toEqual([true, 256 * 1024])
  })
})

describe('time', () => {
  proves(['redteam:target.timeout'], 'is up for who is silent, who drips and whose stream never ends', async () => {
    const slow = await startAgent(({ url }, response) => {
      if (url === '/silent') return
      const type = url === '/drip' ? 'application/json' : 'text/event-stream'
      response.writeHead(200, { 'content-type': type })
      const timer = setInterval(() => response.write(url === '/drip' ? ' ' : 'data: {"token":"a"}\n\n'), 20)
      response.on('close', () => clearInterval(timer))
    })
    for (const agentEndpoint of ['silent', 'drip', 'stream']) {
      const reply = await say(targetOf(slow.url, { agentEndpoint, timeoutMs: 300 }))
      expect([agentEndpoint, reply.problem]).toEqual([agentEndpoint, 'timeout'])
    }
    expect([configOf(slow.url).timeoutMs, configOf(slow.url).retries]).toEqual([30_000, 2])
    expect(configOf(slow.url, { timeoutMs: 120_000 }).timeoutMs).toBe(120_000)
    expect(() => configOf(slow.url, { timeoutMs: 120_001 })).toThrow('timeoutMs')
    // No retry after a timeout: the target may still be working.
    expect(slow.asked).toHaveLength(3)
  })

  // The requested delay is longer than the test timeout.
  test('ends when the run is cancelled, wherever it is', { timeout: 25_000 }, async () => {
    const slow = await startAgent(({ url }, response) => {
      if (url === '/busy') response.writeHead(503, { 'retry-after': '30' }).end()
      else if (url !== '/silent') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"token":"a"}\n\n')
      }
    })
    for (const agentEndpoint of ['silent', 'stream', 'busy']) {
      const stop = new AbortController()
      setTimeout(() => stop.abort(new Error('cancelled')), 100)
      await expect(say(targetOf(slow.url, { agentEndpoint }), 'Hello', stop.signal)).rejects.toThrow('cancelled')
    }
  })
})

/** The first retry delay is between half of it and all of it. */
const BACKOFF_FIRST_MS = 250

describe('tries', () => {
  proves(
    ['redteam:target.retries'],
    'are made again after 429, 503 and errors of the network, with the pause that is asked for',
    async () => {
      const later = await answering([503, {}], [429, {}, { 'retry-after': '1' }], [200, { reply: 'ok' }])
      const timers = vi.spyOn(globalThis, 'setTimeout')
      expect((await say(targetOf(later.url))).text).toBe('ok')
      const pauses_ms = timers.mock.calls.map(([, ms]) => ms ?? 0)
      timers.mockRestore()
      // The delay after 429 is exactly the requested one; after 503 it is our own.
      expect(pauses_ms.filter((ms) => ms === 1_000)).toHaveLength(1)
      expect(pauses_ms.filter((ms) => ms >= BACKOFF_FIRST_MS / 2 && ms <= BACKOFF_FIRST_MS)).toHaveLength(1)
      expect(later.asked).toHaveLength(3)
      const busy = await answering([429, {}, { 'retry-after': '0' }])
      expect((await say(targetOf(busy.url, { retries: 1 }))).problem).toBe('rate_limited')
      expect(busy.asked).toHaveLength(2)
      // A requested delay of an hour prevents retries.
      const closed = await answering([503, {}, { 'retry-after': '3600' }])
      expect((await say(targetOf(closed.url))).problem).toBe('server_error')
      expect(closed.asked).toHaveLength(1)
      const broken = await answering([500, {}])
      await say(targetOf(broken.url))
      expect(broken.asked).toHaveLength(1)
    },
  )

  test('are repeated after a connection loss before the response, but not during it', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.on('error', () => {})
      socket.once('data', (data) => {
        if (data.toString().startsWith('POST /half')) {
          socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"reply": "')
        } else socket.destroy()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect((await say(targetOf(url))).problem).toBe('network')
    expect(connections).toBe(3)
    expect((await say(targetOf(url, { agentEndpoint: 'half' }))).problem).toBe('network')
    expect(connections).toBe(4)
  })

  test('respect a Retry-After date', () => {
    expect(retryAfter('Wed, 21 Oct 2099 07:28:00 GMT', Date.UTC(2099, 9, 21, 7, 27, 50))).toBe(10_000)
    expect(retryAfter('Wed, 21 Oct 2009 07:28:00 GMT', Date.UTC(2099, 9, 21))).toBe(0)
    expect([retryAfter('7', 0), retryAfter('soon', 0), retryAfter(undefined, 0)]).toEqual([7_000, undefined, undefined])
  })

  test('are not started for a blocked address', async () => {
    expect((await say(targetOf('http://169.254.169.254/latest'))).problem).toBe('network')
  })
})

describe('arbitrary responses', () => {
  const types = ['application/json', 'text/plain', 'text/event-stream', 'application/x-ndjson', 'text/html', '']
  const hearing = { responsePath: undefined, toolCallsPath: undefined }

  test('are parsed safely', () => {
    const bodies = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.array(fc.json()).map((all) => all.map((item) => `data: ${item}\n\n`).join('')),
      fc.array(fc.json()).map((all) => all.join('\n')),
    )
    fc.assert(
      fc.property(bodies, fc.constantFrom(...types), fc.boolean(), (body, type, isWhole) => {
        const { text, problem } = parseBody(body, isWhole, type, hearing)
        expect(text === undefined ? problem : text.isWellFormed()).toBeTruthy()
      }),
    )
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(typeof isBlockVerdict(value)).toBe('boolean')
      }),
    )
  })

  test('are parsed in linear time', () => {
    const effort_ms = startEffort()
    for (const unit of [
      'data: {"token":"a"}\n\n',
      '{"text":"a"}\n',
      'data:\n',
      '{"a":',
      '[',
      '"',
      '\\',
      '{"error":{"code":"guardrail',
    ]) {
      for (const type of types) parseBody(unit.repeat(Math.ceil(100_000 / unit.length)), true, type, hearing)
    }
    expect(effort_ms()).toBeLessThan(12_000)
  })
})
