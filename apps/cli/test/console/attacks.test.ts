import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Area } from '../../src/console/targets.ts'
import { askRaw, cookieOf as sealedCookie, ownPage, serveConsole } from './served.ts'

const seen: IncomingMessage[] = []
let world: Awaited<ReturnType<typeof serveConsole>>

beforeAll(async () => {
  world = await serveConsole((incoming: IncomingMessage, response: ServerResponse) => {
    seen.push(incoming)
    incoming.resume()
    response.writeHead(200, {
      'content-type': 'text/html',
      'set-cookie': 'gatehouse_session=of-the-service',
      location: 'https://elsewhere.example',
      'access-control-allow-origin': '*',
    })
    response.end('<script>alert(1)</script>')
  })
})
beforeEach(() => void (seen.length = 0))

const cookieOf = (area: Area, current: Record<string, string>): string => sealedCookie(world.sessions, area, current)

describe('paths', () => {
  test.each([
    '/api/guard/../appsec/api/users',
    '/api/guard/..',
    '/api/guard/%2e%2e/x',
    '/api/guard/.%2E/x',
    '/api/guard/a%2f..%2f..%2fx',
    '/api/guard/%252e%252e/x',
    '/api/guard/..%5cx',
    '/api/guard/x%00y',
    '/api/guard/x%0d%0aHost:%20evil.example',
    '/api/guard/%',
    '//evil.example/api/guard/x',
    'http://evil.example/api/guard/x',
    '/assets/../secret.key',
    '/assets/%2e%2e/secret.key',
    '/assets/..%2fsecret.key',
  ])('%s is rejected and not forwarded', async (path) => {
    const { status, text } = await world.ask(path)
    expect(status).toBe(400)
    expect(text).not.toContain('not to be served')
    expect(seen).toHaveLength(0)
  })

  test.each([
    '/api',
    '/api/',
    '/api/guard',
    '/api/other/x',
    '/api/guard.evil.example/x',
    '/api/__proto__/x',
    '/api/constructor/x',
  ])('%s names no service', async (path) => {
    expect((await world.ask(path)).status).toBe(404)
    expect(seen).toHaveLength(0)
  })

  test('an escaped slash in a name is forwarded unchanged', async () => {
    expect((await world.ask('/api/guard/v1/tools/a%2Fb?x=1')).status).toBe(200)
    expect(seen[0]!.url).toBe('/v1/tools/a%2Fb?x=1')
  })

  test('an address without end, and a head without end', async () => {
    expect((await world.ask(`/api/guard/${'a'.repeat(9_000)}`)).status).toBe(414)
    expect(await askRaw(world.port, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ${'a'.repeat(30_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
    expect(seen).toHaveLength(0)
  })

  test('no tunnel is opened', async () => {
    expect(await askRaw(world.port, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')).not.toContain(
      '200',
    )
    expect((await world.ask('/api/guard/x', { method: 'TRACE', headers: ownPage(world.port) })).status).toBe(405)
    expect(seen).toHaveLength(0)
  })
})

describe('request origin', () => {
  const change = (headers: Record<string, string>) =>
    world.ask('/api/guard/v1/x', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    })
  const changed = (change_: Record<string, string>, removed: string[] = []): Record<string, string> => {
    const headers = { ...ownPage(world.port), ...change_ }
    for (const name of removed) delete headers[name]
    return headers
  }

  test('our own page may change things', async () => {
    expect((await change(ownPage(world.port))).status).toBe(200)
    expect(seen).toHaveLength(1)
  })

  test('requests from other origins are rejected', async () => {
    const refused = [
      changed({ origin: 'https://evil.example' }),
      changed({ origin: 'null' }),
      changed({ origin: `http://127.0.0.1:${world.port}.evil.example` }),
      changed({ origin: `http://127.0.0.1:${world.port + 1}` }),
      changed({ 'sec-fetch-site': 'cross-site' }),
      changed({ 'sec-fetch-site': 'same-site' }),
      changed({ 'sec-fetch-site': 'none' }),
      changed({}, ['x-gatehouse-console']),
      changed({ 'x-gatehouse-console': '0' }),
      changed({}, ['origin', 'sec-fetch-site']),
    ]
    for (const headers of refused) {
      const { status, text } = await change(headers)
      expect([headers, status, JSON.parse(text)]).toMatchObject([headers, 403, { error: 'origin_refused' }])
    }
    expect(seen).toHaveLength(0)
  })

  test.each(['/session/guard', '/session/appsec', '/session/redteam'])(
    'cross-origin sign-in and sign-out at %s are rejected',
    async (path) => {
      for (const method of ['POST', 'DELETE']) {
        expect((await world.ask(path, { method, body: '{"key":"x"}' })).status).toBe(403)
      }
      expect(seen).toHaveLength(0)
    },
  )

  test('reading from a page of another site is refused as well', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    expect((await world.ask('/api/guard/x', { headers })).status).toBe(403)
    expect((await world.ask('/session', { headers })).status).toBe(403)
  })

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.1'])(
    'the host name %j is rejected',
    async (host) => {
      expect((await world.ask('/', { headers: { host } })).status).toBe(403)
    },
  )
})

describe('credentials', () => {
  test('a sealed key reaches only its own service, and credentials in page headers are dropped', async () => {
    const cookie = `${cookieOf('guard', { key: 'tenant-key-made-up', adminKey: 'admin-key-made-up' })}; other=1`
    const forged = {
      authorization: 'Bearer x',
      'x-api-key': 'x',
      'x-admin-key': 'x',
      forwarded: 'for=x',
    }
    await world.ask('/api/guard/x', { headers: { cookie, ...forged } })
    await world.ask('/api/redteam/x', { headers: { cookie, ...forged } })
    await world.ask('/api/guard/x', { headers: { 'x-forwarded-proto': 'https' } })
    expect(seen[0]!.headers).toMatchObject({ 'x-api-key': 'tenant-key-made-up', 'x-admin-key': 'admin-key-made-up' })
    for (const { headers } of seen) {
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('x-forwarded-proto')
      expect(headers).not.toHaveProperty('forwarded')
    }
    expect(seen[1]!.headers).not.toHaveProperty('x-api-key')
  })

  test('a tampered cookie, a cookie of another service, and a duplicate cookie are rejected', async () => {
    const good = cookieOf('redteam', { key: 'red-team-key-made-up' })
    const [name = '', value = ''] = good.split('=')
    const turned = value.startsWith('B') ? 'C' : 'B'
    const bad = [
      `${name}=${turned}${value.slice(1)}`,
      `${name}=${value.slice(0, -2)}`,
      `${name}=`,
      `${name}=${'A'.repeat(5_000)}`,
      `${good}; ${good}`,
      `gatehouse_console_guard=${value}`,
    ]
    for (const cookie of bad) {
      await world.ask('/api/redteam/x', { headers: { cookie } })
      await world.ask('/api/guard/x', { headers: { cookie } })
    }
    expect(seen).toHaveLength(bad.length * 2)
    for (const { headers } of seen) {
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('x-api-key')
    }
    await world.ask('/api/redteam/x', { headers: { cookie: good } })
    expect(seen.at(-1)!.headers.authorization).toBe('Bearer red-team-key-made-up')
  })

  test('the sealed text does not contain the key', () => {
    const cookie = cookieOf('redteam', { key: 'red-team-key-made-up' })
    expect(Buffer.from(cookie.split('=')[1]!, 'base64url').toString('latin1')).not.toContain('made-up')
  })
})

describe('responses', () => {
  test('of a service are sandboxed and carry neither cookies nor redirects', async () => {
    const { headers } = await world.ask('/api/appsec/x')
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    for (const name of ['set-cookie', 'location', 'access-control-allow-origin'])
      expect(headers).not.toHaveProperty(name)
  })

  test('of the page: a strict policy without inline scripts or styles', async () => {
    for (const path of ['/', '/guard/tenants', '/assets/app.js']) {
      const { status, headers } = await world.ask(path)
      expect(status).toBe(200)
      const policy = String(headers['content-security-policy'])
      for (const part of [
        "default-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'self'",
      ]) {
        expect(policy).toContain(part)
      }
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      })
    }
  })

  test('with files are compressed if accepted, cached if the name has a hash, and 404 if missing', async () => {
    const packed = await world.ask('/assets/app.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed).toMatchObject({ text: 'packed', headers: { 'content-encoding': 'br', vary: 'accept-encoding' } })
    const plain = await world.ask('/assets/app.js', { headers: { 'accept-encoding': 'br;q=0' } })
    expect(plain.text).toBe('export {}')
    expect(plain.headers['cache-control']).toContain('immutable')
    expect((await world.ask('/')).headers['cache-control']).toBe('no-cache')
    const answer = await world.ask('/assets/app.js', { headers: { 'if-none-match': plain.headers.etag ?? '' } })
    expect(answer.status).toBe(304)
    for (const path of ['/assets/none.js', '/secret.key', '/favicon.ico', '/assets/']) {
      expect([path, (await world.ask(path)).status]).toEqual([path, 404])
    }
    expect((await world.ask('/', { method: 'POST', headers: ownPage(world.port) })).status).toBe(405)
  })

  test('an address inside the page may end like a file, as the names of reports do, and shows no file', async () => {
    for (const path of ['/redteam/reports/report-1.json', '/guard/policies/shop-v1.2.css', '/x/secret.key'])
      expect([path, await world.ask(path)]).toEqual([
        path,
        expect.objectContaining({ status: 200, text: expect.stringContaining('<title>page</title>') }),
      ])
  })
})
