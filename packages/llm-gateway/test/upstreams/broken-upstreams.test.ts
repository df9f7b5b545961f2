import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dialect, JsonObject } from '../../src/chat/dialect.ts'
import { chatCompletions } from '../../src/chat/openai/dialect.ts'
import { messages } from '../../src/messages/dialect.ts'
import { responses } from '../../src/responses/dialect.ts'
import { dialectHarness } from '../dialect-harness.ts'
import { useBench } from './rig.ts'

const here = useBench()
const SSE = { 'content-type': 'text/event-stream' }
const JSON_TYPE = { 'content-type': 'application/json' }
const whole = JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.'.repeat(500) } }] })
const damaged = (): Buffer => {
  const bytes = gzipSync(whole)
  bytes.fill(0xff, 12)
  return bytes
}

/** How an upstream breaks, by the path of its base address. */
const BREAKS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'damaged-gzip': (response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(damaged()),
  'damaged-gzip-stream': (response) => response.writeHead(200, { ...SSE, 'content-encoding': 'gzip' }).end(damaged()),
  'short-gzip': (response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(whole).subarray(0, 30)),
  'unknown-encoding': (response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'zoo' }).end(whole),
  'head-only': (response) => {
    response.writeHead(200, SSE).flushHeaders()
    setImmediate(() => response.destroy())
  },
  'half-body': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': String(whole.length) }).write(whole.slice(0, 40), () => {
      response.destroy()
    })
  },
  'no-head': (response) => void response.destroy(),
  silent: () => undefined,
  'silent-body': (response) => response.writeHead(200, JSON_TYPE).flushHeaders(),
  redirect: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
}

let server: Server
let port = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    BREAKS[request.url?.split('/')[1] ?? '']?.(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const user = [{ role: 'user', content: 'hello' }]
const DIALECTS: readonly (readonly [string, Dialect, JsonObject])[] = [
  ['chat completions', chatCompletions, { model: 'm', messages: user }],
  ['messages', messages, { model: 'm', max_tokens: 9, messages: user }],
  ['responses', responses, { model: 'm', input: 'hello' }],
]

describe.each(DIALECTS)('%s', (_, dialect, body) => {
  test.each([
    ['damaged-gzip', 502, 'upstream_invalid', 'sent a body that cannot be decoded'],
    ['damaged-gzip-stream', 502, 'upstream_invalid', 'sent a body that cannot be decoded'],
    ['unknown-encoding', 502, 'upstream_invalid', 'sent a body that cannot be decoded'],
    ['short-gzip', 502, 'upstream_failed', 'closed the connection before the response was complete'],
    ['head-only', 502, 'upstream_failed', 'closed the connection before the response was complete'],
    ['half-body', 502, 'upstream_failed', 'closed the connection before the response was complete'],
    ['no-head', 502, 'upstream_failed', 'closed the connection before the response was complete'],
    ['silent', 504, 'upstream_timeout', 'did not respond in time'],
    ['silent-body', 504, 'upstream_timeout', 'did not respond in time'],
    ['redirect', 502, 'upstream_invalid', 'returned a redirect'],
  ])('answers an upstream that breaks (%s) with %i %s', async (path, status, code, words) => {
    for (const stream of path.startsWith('silent') ? [true] : [false, true]) {
      expect(await outcome(path, dialect, { ...body, stream })).toEqual({
        status,
        code,
        message: expect.stringContaining(words),
      })
    }
  })
})

test('an upstream without a connection is 503 model_unavailable', async () => {
  const upstream = { name: 'gone', base_url: 'http://gone.test:1/v1' }
  const tenant = here.rig.tenant([upstream])
  const { call } = dialectHarness(chatCompletions, () => ({ body: '' }), {
    tenant,
    ports: { upstreams: here.rig.upstreams },
  })
  await expect(call({ model: 'm', messages: user })).rejects.toMatchObject({
    code: 'model_unavailable',
    message: 'The upstream "gone" could not be reached.',
  })
})

/** Returns the result for the client, including an error that is thrown to the server. */
async function outcome(path: string, dialect: Dialect, body: JsonObject): Promise<object> {
  const upstream = {
    name: 'odd',
    base_url: `http://odd.test:${port}/${path}`,
    dialect: dialect.upstream,
    timeout_s: path.startsWith('silent') ? 1 : 30,
  }
  const tenant = here.rig.tenant([upstream], `team-${path}`)
  const { call } = dialectHarness(dialect, () => ({ body: '' }), { tenant, ports: { upstreams: here.rig.upstreams } })
  try {
    const answer = await call(body)
    const { error } = (answer.events.at(-1) ?? answer.body) as { error: { code: string; message: string } }
    return { status: answer.status, code: error.code, message: error.message }
  } catch (thrown) {
    const { STATUS } = await import('@gatehouse/http')
    const { code, message } = thrown as { code: keyof typeof STATUS; message: string }
    return { status: STATUS[code], code, message }
  }
}
