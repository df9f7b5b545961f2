import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, makeTeam, post } from '../serve.ts'
import { type Pair, sharedRedis, START_MS, startPair } from './pair.ts'

const LIMIT = 40
const CALLS = 120
/** Allows for a rate-limit window that ends during the calls. */

const redis = await sharedRedis()

describe.skipIf(redis.url === undefined)('keys and quotas in two concurrent processes', () => {
  let pair: Pair

  beforeAll(async () => {
    pair = await startPair(redis.url!, { SHIELD_AUTH_ENABLED: 'true' })
  }, START_MS)
  afterAll(async () => {
    await pair.close()
    await redis.close()
  })

  const at = (index: number): string => pair.at(index)
  const screen = (index: number, key: string) =>
    post(`${at(index)}/guardrails/input`, { message: 'hello' }, { 'x-api-key': key })

  test('share the requests of a minute exactly', async () => {
    // A name of its own: the Redis that is found may have seen an earlier run.
    const id = `q${randomBytes(6).toString('hex')}`
    const key = await makeTeam(at(0), id, { quota: { requests_per_minute: LIMIT } })
    const answers = await Promise.all(Array.from({ length: CALLS }, (_none, index) => screen(index, key)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(CALLS - LIMIT)
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ error: 'quota_exceeded', tenant_id: id })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('reject a revoked key at the next request on either process', async () => {
    const id = `r${randomBytes(6).toString('hex')}`
    const key = await makeTeam(at(0), id, { plan: 'enterprise' })
    const now = { isRevoked: false, isDone: false }
    const early: number[] = []
    const late: number[] = []
    const caller = async (index: number): Promise<void> => {
      while (!now.isDone) {
        const wasRevoked = now.isRevoked
        const { status } = await screen(index, key)
        // Sent after the revocation was answered: nothing but a refusal will do.
        const when = wasRevoked ? late : early
        when.push(status)
      }
    }
    const callers = Array.from({ length: 8 }, (_none, index) => caller(index))
    await sleep(300)
    const revoked = await admin(`${at(1)}/v1/admin/tenants/${id}/api-keys`, 'DELETE', { api_key: key })
    expect(revoked.status).toBe(200)
    now.isRevoked = true
    await sleep(300)
    now.isDone = true
    await Promise.all(callers)
    expect(new Set(early).difference(new Set([200, 401]))).toEqual(new Set())
    expect(early).toContain(200)
    expect(late.length).toBeGreaterThan(8)
    expect(new Set(late)).toEqual(new Set([401]))
  })
})
