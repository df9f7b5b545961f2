import { revokeRedteamKey } from '@gatehouse/store/redteam'
import { expect, test } from 'vitest'
import { decline, startAgent } from '../agent.ts'
import { bodyOf, start } from '../runs.ts'
import { makeKey, send, serve } from '../serve.ts'

/** Follows a run. @returns once the stream has started, with its content at its end */
async function follow(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly all: Promise<string> }> {
  const response = await fetch(url, { headers })
  expect(response.status).toBe(200)
  return { all: response.text() }
}

test('a stream ends when its key is revoked on any instance, and other streams continue', async () => {
  const agent = await startAgent(decline, { delay_ms: 200 })
  const env = { REDTEAM_AUTH: 'api_key', GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' }
  const one = await serve({ env })
  const other = await serve({ env, database: one.database, worker: false })
  try {
    const admin = await makeKey(one.store, 'admin')
    const viewer = await makeKey(one.store, 'viewer')
    const staying = await makeKey(one.store, 'viewer')
    const config = { adaptiveRounds: 0, maxAttacksPerCategory: 500, concurrency: 1 }
    const { id } = await start(one, bodyOf(agent.url, config), admin.headers)
    const events = `${other.url}/api/run/${id}/events`
    const revoked = await follow(events, viewer.headers)
    const stays = await follow(events, staying.headers)
    await revokeRedteamKey(one.store, viewer.id)

    expect(await revoked.all).not.toContain('event: end')
    expect((await send(events, 'GET', undefined, viewer.headers)).status).toBe(401)

    await send(`${other.url}/api/run/${id}`, 'DELETE', undefined, admin.headers)
    expect(await stays.all).toContain('event: end')
  } finally {
    await other.close()
    await one.close()
  }
})
