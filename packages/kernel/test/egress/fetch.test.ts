import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { createEgress, type Egress, parseEgressAllow } from '../../src/egress/index.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const seen: Seen[] = []
const opened: Egress[] = []
let server: Server
let port: number

/** Two names of the one server: two origins. */
const names: Record<string, readonly string[]> = {
  'a.test': ['127.0.0.1'],
  'b.test': ['127.0.0.1'],
  'inside.test': ['10.0.0.7'],
}

function egress(options: Parameters<typeof createEgress>[0] = {}): Egress {
  const created = createEgress({
    allow: parseEgressAllow('a.test b.test'),
    resolve: async (host) => names[host] ?? [],
    ...options,
  })
  opened.push(created)
  return created
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  seen.length = 0
  await Promise.all(opened.splice(0).map((created) => created.close()))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://server')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  seen.push({
    method: request.method ?? '',
    url: url.pathname,
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  })
  const to = url.searchParams.get('to')
  if (to !== null) {
    response.writeHead(Number(url.pathname.slice(1)), { location: to }).end('moved')
  } else if (url.pathname === '/hang') {
    response.flushHeaders()
    response.write('first')
  } else if (url.pathname === '/silent') {
    // Never answered.
  } else if (url.pathname === '/reset') {
    request.socket.resetAndDestroy()
  } else if (url.pathname === '/chunks') {
    for (let index = 0; index < 10; index += 1) response.write('x'.repeat(1000))
    response.end()
  } else if (url.pathname === '/gzip') {
    response.setHeader('content-encoding', 'gzip').end(gzipSync('z'.repeat(1_000_000)))
  } else if (url.pathname === '/odd') {
    response.writeHead(999).end('no programs')
  } else if (url.pathname === '/empty') {
    response.writeHead(204).end()
  } else {
    response.setHeader('content-type', 'text/plain').end('hello')
  }
}

describe('a call', () => {
  test('reaches the checked address under its own name, and answers like fetch', async () => {
    const response = await egress().fetch(`http://a.test:${port}/x?y=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer made-up', host: 'other.test' },
      body: 'body',
    })
    expect([response.status, response.url, await response.text()]).toEqual([
      200,
      `http://a.test:${port}/x?y=1`,
      'hello',
    ])
    expect(seen).toMatchObject([
      { method: 'POST', url: '/x', body: 'body', headers: { host: `a.test:${port}`, authorization: 'Bearer made-up' } },
    ])
  })

  proves('all:egress.pinned', 'resolves once, so that DNS rebinding has no effect', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.7'], ['169.254.169.254']]
    let requested = 0
    const rebinding = egress({ resolve: async () => answers[requested++] ?? [] })
    expect(await (await rebinding.fetch(`http://a.test:${port}/`)).text()).toBe('hello')
    expect(requested).toBe(1)
  })

  proves(
    'all:egress.pinned',
    'a name that turns inside between the check and the call is refused at the call',
    async () => {
      const answers = [['93.184.215.14'], ['127.0.0.1']]
      const rebinding = egress({ allow: parseEgressAllow(''), resolve: async () => answers.shift() ?? [] })
      const url = `http://turns.test:${port}/`
      await rebinding.check(url)
      await expect(rebinding.fetch(url)).rejects.toMatchObject({ code: 'egress_refused' })
      expect(seen).toEqual([])
    },
  )

  test.each(['http://127.0.0.1', 'http://localhost.test', 'http://2130706433', 'http://[::ffff:127.0.0.1]'])(
    '%s is refused before anything is sent',
    async (origin) => {
      const strict = egress({ resolve: async () => ['127.0.0.1'] })
      await expect(strict.fetch(`${origin}:${port}/`)).rejects.toMatchObject({ code: 'egress_refused' })
      expect(seen).toEqual([])
    },
  )

  test('local mode reaches loopback', async () => {
    expect((await egress({ localMode: true }).fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  })

  test('a response without a body has a null body', async () => {
    expect((await egress().fetch(`http://a.test:${port}/empty`)).body).toBeNull()
  })
})

test('an invalid HTTP status is unavailable', async () => {
  await expect(egress().fetch(`http://a.test:${port}/odd`)).rejects.toMatchObject({ code: 'unavailable' })
})

proves.group('all:egress.redirects', 'redirects', () => {
  const redirect = (status: number, to: string) => `http://a.test:${port}/${status}?to=${encodeURIComponent(to)}`

  test.each([
    ['to a private name', 'http://inside.test/'],
    ['to the metadata service', 'http://169.254.169.254/latest'],
    ['to another scheme', 'file:///etc/passwd'],
    ['to an odd spelling of loopback', 'http://0x7f000001/'],
    ['to what is not a URL', 'http://['],
  ])('%s are refused', async (_title, to) => {
    await expect(egress().fetch(redirect(302, to))).rejects.toMatchObject({ code: 'egress_refused' })
    expect(seen).toHaveLength(1)
  })

  test('headers are preserved within an origin, and only safe headers are sent to another', async () => {
    const headers = { authorization: 'Bearer made-up', cookie: 'a=b', 'x-api-key': 'made-up', accept: 'text/plain' }
    await egress().fetch(redirect(302, '/same'), { headers })
    await egress().fetch(redirect(302, `http://b.test:${port}/other`), { headers })
    expect(seen[1]).toMatchObject({ url: '/same', headers })
    expect(seen[3]).toMatchObject({ url: '/other', headers: { accept: 'text/plain' } })
    expect(Object.keys(seen[3]!.headers)).not.toEqual(expect.arrayContaining(['authorization']))
    expect(JSON.stringify(seen[3])).not.toMatch(/made-up|a=b/)
  })

  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', 'body'],
    [307, 'POST', 'POST', 'body'],
    [308, 'POST', 'POST', 'body'],
  ])('%d turns %s into %s', async (status, before, after, body) => {
    await egress().fetch(redirect(status, '/end'), { method: before, body: 'body' })
    expect(seen[1]).toMatchObject({ method: after, url: '/end', body })
  })

  test('are counted', async () => {
    const twice = redirect(302, redirect(302, '/end'))
    expect((await egress().fetch(twice, { maxRedirects: 2 })).url).toBe(`http://a.test:${port}/end`)
    await expect(egress().fetch(twice, { maxRedirects: 1 })).rejects.toThrow('exceeds 1 redirects')
  })

  test('are handed over when the caller wants them', async () => {
    const response = await egress().fetch(redirect(302, 'http://169.254.169.254/'), { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://169.254.169.254/'])
  })
})

proves.group('all:egress.bounded', 'bounds', () => {
  test.each([
    ['announced by its length', '/', 4],
    ['in chunks', '/chunks', 9999],
    ['after decompression', '/gzip', 100_000],
  ])('a body too large, %s, is refused', async (_title, path, maxBytes) => {
    const read = async () => (await egress().fetch(`http://a.test:${port}${path}`, { maxBytes })).text()
    await expect(read()).rejects.toMatchObject({
      code: 'egress_refused',
      message: `the response from a.test exceeds ${maxBytes} bytes`,
    })
  })

  test('a body of just the limit passes, decompressed', async () => {
    const response = await egress().fetch(`http://a.test:${port}/gzip`, { maxBytes: 1_000_000 })
    expect([(await response.text()).length, response.headers.get('content-encoding')]).toEqual([1_000_000, null])
  })

  test.each(['/silent', '/hang'])('%s ends at the deadline', async (path) => {
    const read = async () => (await egress().fetch(`http://a.test:${port}${path}`, { timeout_ms: 80 })).text()
    await expect(read()).rejects.toMatchObject({ code: 'unavailable', message: 'a.test did not respond within 80 ms' })
  })

  test('a name that is not resolved in time ends at the deadline too', async () => {
    const stuck = egress({ resolve: async () => new Promise(() => {}) })
    await expect(stuck.fetch('http://a.test/', { timeout_ms: 80 })).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('a reset connection and a closed port are unavailable', async () => {
    await expect(egress().fetch(`http://a.test:${port}/reset`)).rejects.toMatchObject({ code: 'unavailable' })
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const free = (closed.address() as AddressInfo).port
    await new Promise((resolve) => closed.close(resolve))
    await expect(egress().fetch(`http://a.test:${free}/`)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('an abort of the caller keeps its reason', async () => {
    const own = new AbortController()
    const call = egress().fetch(`http://a.test:${port}/silent`, { signal: own.signal })
    const reason = new Error('enough')
    setTimeout(() => own.abort(reason), 20)
    await expect(call).rejects.toBe(reason)
  })
})
