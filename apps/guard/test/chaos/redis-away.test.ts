import { setTimeout as sleep } from 'node:timers/promises'
import { type CuttableProxy, type RedisServer, startCuttableProxy, startRedis } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatTeam } from '../contract/chat-team.ts'
import { ask, askSteadily, expectAudited, expectEnded, wholeOf } from './asking.ts'
import { type CuttableService, serveCuttable } from './away.ts'

const TEXT = 'Two suppliers were compared, and the cheaper one needs eight weeks. '.repeat(6)
const UNLIMITED = { requests_per_minute: null, requests_per_day: null, tokens_per_day: null }

const redis: RedisServer | undefined = await startRedis()

/** Returns a rate limiter that counts in Redis, with its behavior during an outage. */
function rateLimiter(on_error: 'open' | 'closed'): object {
  const rate_limiter = { enabled: true, action: 'block', on_error, settings: { limit: 10_000, window_seconds: 60 } }
  return { input_guardrails: { rate_limiter } }
}

describe.skipIf(redis === undefined)('while Redis', () => {
  let line: CuttableProxy
  let service: CuttableService
  beforeAll(async () => {
    line = await startCuttableProxy({ path: redis!.url.replace('unix://', '') })
    service = await serveCuttable({ CACHE_URL: `redis://127.0.0.1:${line.port}` })
  })
  afterAll(async () => {
    line.mend()
    await service.close()
    await line.close()
    await redis!.close()
  })

  test.each(['cut', 'freeze'] as const)('is away (%s), quotas are not exceeded for want of a count', async (how) => {
    const team = await chatTeam(service, `quota-${how}`, () => ({ text: TEXT }))
    const load = askSteadily(service.url, team.key, 4)
    await sleep(300)
    line[how]()
    await sleep(1_000)
    const away = await ask(service.url, team.key, false)
    line.mend()
    await expect.poll(async () => (await ask(service.url, team.key, false)).status, { timeout: 10_000 }).toBe(200)
    const outcomes = await load.stop()
    expect(away).toMatchObject({ status: 503, code: 'unavailable', text: '' })
    expectEnded(outcomes, [200, 503])
    await expectAudited(outcomes, team)
    expect(wholeOf(outcomes).length).toBeGreaterThan(4)
  })

  test('is away, a guard that counts there refuses, unless its tenant chose otherwise', async () => {
    const reply = () => ({ text: TEXT })
    const closed = await chatTeam(service, 'closed', reply, { quota: UNLIMITED, ...rateLimiter('closed') })
    const open = await chatTeam(service, 'open', reply, { quota: UNLIMITED, ...rateLimiter('open') })
    const plain = await chatTeam(service, 'plain', reply, { quota: UNLIMITED })
    for (const { key } of [closed, open, plain]) expect((await ask(service.url, key, false)).status).toBe(200)
    line.cut()
    const [refused, passed, unlimited] = await Promise.all(
      [closed, open, plain].map(({ key }) => ask(service.url, key, true)),
    )
    line.mend()
    expect(refused).toMatchObject({ status: 403, text: '' })
    expect(passed).toMatchObject({ status: 200, isWhole: true, text: TEXT })
    expect(unlimited).toMatchObject({ status: 200, isWhole: true, text: TEXT })
    const [entry] = (await open.entries()).filter(({ request_id }) => request_id === passed?.id)
    expect(JSON.stringify(entry)).toContain('rate_limiter')
  })
})
