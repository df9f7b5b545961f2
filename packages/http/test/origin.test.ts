import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { browserCheckFor } from '../src/origin.ts'
import { authenticate, call, open, postJson, start, type Started } from './support.ts'

let keyless: Started
let keyed: Started
beforeAll(async () => {
  keyless = await start({ authenticate: { ...authenticate, authEnabled: false }, allowedHosts: ['guard.example'] })
  keyed = await start()
})
afterAll(() => Promise.all([keyless.server.close(), keyed.server.close()]))

/** Returns the status code of a GET /health with these fields. */
async function status(port: number, fields: readonly string[], line = 'GET /health HTTP/1.1'): Promise<number> {
  const connection = open(port)
  connection.socket.write([line, ...fields, 'connection: close', '', ''].join('\r\n'))
  const received = await connection.until((_text, closed) => closed)
  return Number(received.split(' ')[1])
}

describe('a web page and a service without keys', () => {
  const home = 'host: localhost:4000'
  test.each([
    ['a loopback name', [home], 200],
    ['a loopback address', ['host: 127.0.0.1:4000'], 200],
    ['another loopback address', ['host: 127.9.8.7'], 200],
    ['the loopback address of IPv6', ['host: [::1]:4000'], 200],
    ['a name below localhost', ['host: guard.localhost'], 200],
    ['an allowed name in capitals', ['host: GUARD.example:443'], 200],
    ['a name rebound to loopback', ['host: evil.example:4000'], 403],
    ['a name that only begins like one', ['host: localhost.evil.example'], 403],
    ['a name that only begins like an address', ['host: 127.0.0.1.evil.example'], 403],
    ['user information before it', ['host: localhost@evil.example'], 403],
    ['an empty name', ['host: '], 403],
    ['a page of this machine', [home, 'origin: http://localhost:4300'], 200],
    ['a page of an allowed site', [home, 'origin: https://guard.example'], 200],
    ['a page of another site', [home, 'origin: https://evil.example'], 403],
    ['a page without an origin of its own', [home, 'origin: null'], 403],
    ['a page of an extension', [home, 'origin: chrome-extension://abc'], 403],
    [
      'an image of another site',
      [home, 'sec-fetch-site: cross-site', 'sec-fetch-mode: no-cors', 'sec-fetch-dest: image'],
      403,
    ],
    [
      'a frame of another site',
      [home, 'sec-fetch-site: cross-site', 'sec-fetch-mode: navigate', 'sec-fetch-dest: iframe'],
      403,
    ],
    [
      'a link on another site',
      [home, 'sec-fetch-site: cross-site', 'sec-fetch-mode: navigate', 'sec-fetch-dest: document'],
      200,
    ],
    [
      'an address typed by hand',
      [home, 'sec-fetch-site: none', 'sec-fetch-mode: navigate', 'sec-fetch-dest: document'],
      200,
    ],
  ])('%s', async (_title, fields, expected) => {
    expect(await status(keyless.port, fields)).toBe(expected)
  })

  test('a form of another site cannot post', async () => {
    const answer = await postJson(`${keyless.url}/v1/echo`, { message: 'x' }, { origin: 'https://evil.example' })
    expect([answer.status, answer.body['error']]).toEqual([403, 'origin_refused'])
  })

  test('unknown paths are covered too', async () => {
    expect((await call(`${keyless.url}/nowhere`, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  })

  test.each([
    ['localhost', 'loopback'],
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['0.0.0.0', 'same-origin'],
    ['::', 'same-origin'],
    ['192.168.1.5', 'same-origin'],
  ] as const)('bound to %s the check is %s', (host, check) => {
    expect([browserCheckFor(host, false), browserCheckFor(host, true)]).toEqual([check, 'none'])
  })

  test.each([
    ['any host', ['host: guard.lan:4000'], 200],
    ['its own page', ['host: guard.lan:4000', 'origin: http://guard.lan:4000'], 200],
    ['a page on another port', ['host: guard.lan:4000', 'origin: http://guard.lan'], 403],
    ['a page of another site', ['host: guard.lan:4000', 'origin: https://evil.example'], 403],
    ['an image of another site', ['host: guard.lan', 'sec-fetch-site: cross-site', 'sec-fetch-mode: no-cors'], 403],
  ])('on an open address: %s', async (_title, fields, expected) => {
    const opened = await start({ authenticate: { ...authenticate, authEnabled: false }, browserCheck: 'same-origin' })
    expect(await status(opened.port, fields)).toBe(expected)
    await opened.server.close()
  })

  test('a service with keys has no need of this', async () => {
    expect(await status(keyed.port, ['host: guard.internal', 'origin: https://app.example'])).toBe(200)
  })
})
