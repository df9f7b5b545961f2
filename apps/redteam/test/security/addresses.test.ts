import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { startAgent } from '../agent.ts'
import { bodyOf, start, untilFinal } from '../runs.ts'
import { makeKey, send, serve, type Served } from '../serve.ts'

/** Service for remote callers: this machine is not an allowed target. */
let served: Served
let headers: Readonly<Record<string, string>>
beforeAll(async () => {
  served = await serve({
    env: { REDTEAM_AUTH: 'api_key', GATEHOUSE_EGRESS_ALLOW: '127.0.0.2' },
    worker: { idle_ms: 50 },
  })
  headers = (await makeKey(served.store, 'admin')).headers
})
afterAll(() => served.close())

const post = (body: object) => send(`${served.url}/api/run`, 'POST', body, headers)
const OPEN = 'http://127.0.0.2:9'

describe('an address that outbound calls may not reach', () => {
  proves('redteam:target.refused-400', 'is refused before anything is queued, wherever it stands', async () => {
    const private_: [string, object][] = [
      ...[
        'http://127.0.0.1:9',
        'http://localhost:9',
        'http://[::1]:9',
        'http://169.254.169.254',
        'http://10.0.0.1',
        'http://192.168.1.1',
        'http://[fd00::1]',
        'http://[::ffff:127.0.0.1]:9',
        'http://2130706433',
        'http://0x7f.1',
        'http://0',
      ].map((baseUrl): [string, object] => [baseUrl, bodyOf(baseUrl)]),
      ['websocket', bodyOf('ws://127.0.0.1:9', {}, {}, { type: 'websocket_agent' })],
      ['mcp', bodyOf('http://127.0.0.1:9', {}, {}, { type: 'mcp' })],
      [
        'token server',
        bodyOf(
          OPEN,
          {},
          {},
          {
            auth: {
              type: 'oauth2_client_credentials',
              tokenUrl: 'http://10.0.0.1/token',
              clientId: 'a',
              clientSecret: 'b',
            },
          },
        ),
      ],
      ['step', bodyOf(OPEN, {}, {}, { steps: [{ path: 'http://169.254.169.254/latest' }] })],
      ['state probe', bodyOf(OPEN, {}, {}, { stateProbe: { path: 'http://127.0.0.1/state' } })],
    ]
    for (const [what, body] of private_) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status, body: answer } = await post(body)
      expect([what, status, answer['error']]).toEqual([what, 400, 'target_refused'])
    }
    expect((await send(`${served.url}/api/runs`, 'GET', undefined, headers)).text).toBe('[]')
  })

  test('of another scheme, or with an invalid endpoint, is rejected as a target', async () => {
    for (const baseUrl of [
      'file:///etc/passwd',
      'gopher://example.com',
      'javascript:alert(1)',
      'nothing',
      'http://a:b@127.0.0.2',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect([baseUrl, (await post(bodyOf(baseUrl))).status]).toEqual([baseUrl, 400])
    }
    for (const agentEndpoint of ['http://10.0.0.1/x', '//10.0.0.1/x', 'http:\\\\10.0.0.1']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect([agentEndpoint, (await post(bodyOf(OPEN, {}, {}, { agentEndpoint }))).status]).toEqual([
        agentEndpoint,
        400,
      ])
    }
  })

  test('is not reached through a redirect', async () => {
    const own = await serve({ worker: { idle_ms: 50 } })
    try {
      const secret = await startAgent(() => 'the secret of somebody else')
      const agent = await startAgent(
        (_, response) => void response.writeHead(307, { location: `${secret.url}/x` }).end(),
      )
      const { id } = await start(own, bodyOf(agent.url, {}, {}, { retries: 0 }))
      expect(await untilFinal(own, id)).toMatchObject({ status: 'error' })
      expect(secret.asked).toHaveLength(0)
    } finally {
      await own.close()
    }
  })

  test('is not reached through an extracted value', async () => {
    const own = await serve({
      env: { REDTEAM_AUTH: 'api_key', GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
      worker: { idle_ms: 50 },
    })
    try {
      const by = (await makeKey(own.store, 'admin')).headers
      const hidden = await startAgent(() => 'the secret of somebody else', { host: '127.0.0.2' })
      const { port } = new URL(hidden.url)
      const leads = await startAgent(() => `127.0.0.2:${port}`)
      const steps = [
        { path: '/begin', body: '{"message": "hi"}', extract: { host: 'reply' } },
        { path: 'http://{{var:host}}/x', body: '{"message": "hi"}' },
      ]
      const { id } = await start(own, bodyOf(leads.url, {}, {}, { steps, retries: 0 }), by)
      expect(await untilFinal(own, id, by)).toMatchObject({ status: 'error' })
      expect(hidden.asked).toHaveLength(0)
    } finally {
      await own.close()
    }
  })
})
