import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatService, chatTeam, serveChat } from '../contract/chat-team.ts'
import { ask, entriesOf, expectAudited, expectEnded } from './asking.ts'

const TEXT = 'The shipment left on 14 March and should have arrived by the end of that week. '.repeat(8)
const CLIENTS = 8

let service: ChatService
beforeAll(async () => {
  service = await serveChat()
})
afterAll(() => service.close())

describe('an upstream that', () => {
  test.each([
    ['breaks off in the middle of a frame', { text: TEXT, split: 20, truncateAfter: 4_321 }],
    ['breaks off behind a frame', { text: TEXT, split: 20, wireBytes: 64, truncateAfter: 6_400 }],
    ['breaks off before its first word', { text: TEXT, truncateAfter: 40 }],
  ])('%s leaves streams with an error and no end of an answer', async (how, reply) => {
    const team = await chatTeam(service, `dies-${reply.truncateAfter}`, () => reply)
    const outcomes = await Promise.all(Array.from({ length: CLIENTS }, () => ask(service.url, team.key, true)))
    expectEnded(outcomes, [200])
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ isWhole: false, code: 'upstream_failed' })
      expect(TEXT.startsWith(outcome.text)).toBe(true)
    }
    await expectAudited(outcomes, team)
    const entries = await entriesOf(team)
    const cut = entries.filter(
      ({ action, details }) => action === 'guard.output' && details['cut'] === 'upstream_failed',
    )
    expect(cut).toHaveLength(CLIENTS)
  })

  test('breaks off complete answers causes a 502 without any of their content', async () => {
    const team = await chatTeam(service, 'whole', () => ({ text: TEXT, truncateAfter: 200 }))
    const outcomes = await Promise.all(Array.from({ length: CLIENTS }, () => ask(service.url, team.key, false)))
    expectEnded(outcomes, [502])
    for (const { text } of outcomes) expect(text).toBe('')
  })

  test.each(['resets every connection', 'takes requests and says nothing'])(
    '%s is aborted within its timeout',
    async (how) => {
      const dead = await deadServer(how.startsWith('resets'))
      const { port } = dead.address() as { port: number }
      const team = await chatTeam(service, how.startsWith('resets') ? 'resets' : 'silent', [])
      const upstream = { name: 'dead', base_url: `http://127.0.0.1:${port}/v1`, api_key: null, models: ['*'] }
      await team.call('PUT', '/v1/tenant/me/model-upstreams', {
        upstreams: [{ ...upstream, timeout_s: 1, retries: 0 }],
      })
      const outcomes = await Promise.all([false, true].map((stream) => ask(service.url, team.key, stream)))
      for (const outcome of outcomes) {
        expect(outcome.status).toBeGreaterThanOrEqual(502)
        expect(outcome).toMatchObject({ text: '', took_ms: expect.toSatisfy((ms: number) => ms < 5_000) })
      }
      dead.close()
    },
  )
})

/** Something that listens and is no model: it resets connections, or reads and never answers. */
async function deadServer(resets: boolean): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (resets) socket.resetAndDestroy()
    else socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
