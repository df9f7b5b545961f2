import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { describe, expect, test } from 'vitest'
import { SESSION_MS, Sessions } from '../../src/console/session.ts'
import { cookieOf, ownPage, serveConsole } from './served.ts'

/** Service that accepts keys with the prefix "good", and whose accounts have one session each. */
const world = await serveConsole((incoming, response) => {
  const key = incoming.headers['x-api-key'] ?? incoming.headers.authorization ?? ''
  incoming.resume()
  if (incoming.url === '/api/auth/login') {
    response.setHeader('set-cookie', `gatehouse_session=fresh-${logins++}; HttpOnly`)
    response.end('{}')
  } else if (incoming.url === '/api/auth/logout') {
    ended.push(incoming.headers.cookie ?? '')
    response.end('{}')
  } else {
    const isTaken = /good/.test(String(key)) || /fresh/.test(incoming.headers.cookie ?? '')
    response.writeHead(isTaken ? 200 : 401, { 'content-type': 'application/json' }).end('{"tenant_id":"t"}')
  }
})
let logins = 0
const ended: string[] = []

const post = (area: string, body: object, cookie = '', method = 'POST') =>
  world.ask(`/session/${area}`, {
    method,
    headers: { ...ownPage(world.port), ...(cookie === '' ? {} : { cookie }) },
    body: JSON.stringify(body),
  })
const cookiesOf = ({ headers }: { headers: IncomingMessage['headers'] }): string[] => headers['set-cookie'] ?? []

describe('sessions', () => {
  test('signing in replaces a planted cookie with a new one', async () => {
    const planted = cookieOf(world.sessions, 'appsec', { key: 'fresh-of-the-attacker' })
    const account = { email: 'ann@example.org', password: 'x' }
    const [first = ''] = cookiesOf(await post('appsec', account, planted))
    const [second = ''] = cookiesOf(await post('appsec', account, planted))
    const read = (line: string) => world.sessions.read(asking(line.split(';')[0]!), 'appsec')
    expect([read(first)?.key, read(second)?.key]).toEqual(['fresh-0', 'fresh-1'])
    expect(first).not.toBe(second)
  })

  test('a wrong key sets no cookie', async () => {
    for (const [area, body] of [
      ['guard', { key: 'wrong' }],
      ['redteam', { key: 'wrong' }],
    ] as const) {
      const answer = await post(area, body)
      expect(answer.status).toBe(401)
      expect(cookiesOf(answer)).toEqual([])
    }
  })

  test('no key can carry a header of its own, be endless, or be no text', async () => {
    for (const key of ['a\r\nx-admin-key: b', 'a b', '', 'é', 'x'.repeat(5_000), 7, null, ['good'], { good: 1 }]) {
      expect([key, (await post('redteam', { key })).status]).toEqual([key, 422])
    }
    expect((await post('guard', { key: 'good', also: 1 })).status).toBe(422)
    expect((await post('guard', { key: 'x'.repeat(20_000) })).status).toBe(413)
  })

  test('signing out drops the cookie and ends the session at the service', async () => {
    const cookie = cookieOf(world.sessions, 'appsec', { key: 'fresh-to-end' })
    const answer = await post('appsec', {}, cookie, 'DELETE')
    expect(cookiesOf(answer)).toEqual(['gatehouse_console_appsec=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0'])
    expect(ended.at(-1)).toBe('gatehouse_session=fresh-to-end')
  })

  test('a credential that the service rejects is removed', async () => {
    const cookie = cookieOf(world.sessions, 'redteam', { key: 'revoked' })
    const answer = await world.ask('/session', { headers: { cookie: cookie } })
    expect(JSON.parse(answer.text)).toMatchObject({ redteam: { signedIn: false } })
    expect(cookiesOf(answer)[0]).toMatch(/^gatehouse_console_redteam=; .*Max-Age=0/)
  })

  test('a cookie expires by the server clock, regardless of its age in the browser', () => {
    const keys = createKeyRing([randomBytes(32)])
    let now = 1_000_000
    const sessions = new Sessions(keys, { now: () => now })
    const cookie = cookieOf(sessions, 'guard', { key: 'good' })
    expect(sessions.read(asking(cookie), 'guard')?.key).toBe('good')
    now += SESSION_MS - 1
    expect(sessions.read(asking(cookie), 'guard')?.key).toBe('good')
    now += 1
    expect(sessions.read(asking(cookie), 'guard')).toBeUndefined()
    // Under another master key it is noise.
    const others = new Sessions(createKeyRing([randomBytes(32)]), { now: () => 0 })
    expect(others.read(asking(cookie), 'guard')).toBeUndefined()
  })

  test('over TLS the cookie requires the __Host- prefix', () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    world.sessions.keep(response, 'guard', { key: 'good' }, true)
    const line = String(response.getHeader('set-cookie'))
    expect(line).toMatch(
      /^__Host-gatehouse_console_guard=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/,
    )
    const tls = { 'x-forwarded-proto': 'https' }
    expect(world.sessions.read(asking(line.split(';')[0]!, tls), 'guard')?.key).toBe('good')
    const plain = cookieOf(world.sessions, 'guard', { key: 'good' })
    expect(world.sessions.read(asking(plain, tls), 'guard')).toBeUndefined()
  })
})

function asking(cookie: string, headers: Readonly<Record<string, string>> = {}): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers: { ...headers, cookie } })
}
