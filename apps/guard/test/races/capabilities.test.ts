import { attenuateCapability } from '@gatehouse/guards/capability'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { admin, call, post } from '../serve.ts'
import { type Pair, sharedRedis, START_MS, startPair } from './pair.ts'

const TOKENS = 12
const CALLS = 16

const redis = await sharedRedis()

describe.skipIf(redis.url === undefined)('two processes sharing a database and a Redis', () => {
  let pair: Pair

  beforeAll(async () => {
    pair = await startPair(redis.url!)
  }, START_MS)
  afterAll(async () => {
    await pair.close()
    await redis.close()
  })

  const at = (index: number): string => pair.at(index)
  const mint = async (index: number): Promise<string> => {
    const { body } = await post(`${at(index)}/v1/shield/cap/mint`, { tool: 'mail_*', ttl: 60 })
    return String(body['cap_token'])
  }
  const verify = async (index: number, cap_token: string): Promise<Record<string, unknown>> =>
    (await post(`${at(index)}/v1/shield/cap/verify`, { cap_token, expected_tool: 'mail_send' })).body

  proves('guard:limits.capability-lifetime', 'spend a token once, with all that was narrowed from it', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: TOKENS }, async (_none, index) => {
        const token = await mint(index)
        const family = [token, attenuateCapability(token, { tool: 'mail_send' }), attenuateCapability(token, {})]
        const answers = await Promise.all(
          Array.from({ length: CALLS }, (_also, turn) => verify(turn, family[turn % family.length]!)),
        )
        return answers.map(({ valid, error }) => (valid === true ? 'valid' : String(error)))
      }),
    )
    const counts = outcomes.map((all) => Object.groupBy(all, (item) => item))
    expect(counts.map(({ valid }) => valid?.length)).toEqual(Array.from({ length: TOKENS }, () => 1))
    expect(new Set(outcomes.flat())).toEqual(new Set(['valid', 'nonce_already_used']))
  })

  proves('guard:capability.jwks', 'publish the same keys, and drop revoked ones within a second', async () => {
    const keysAt = async (index: number) => (await call(`${at(index)}/.well-known/jwks.json`)).body
    expect(await keysAt(0)).toEqual(await keysAt(1))
    const token = await mint(1)
    await admin(`${at(0)}/v1/admin/capability-keys/rotate`, 'POST', { revoke: true })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await verify(1, token)).toMatchObject({ valid: false, error: 'unknown_key' })
    expect(await keysAt(1)).toEqual(await keysAt(0))
    expect(await verify(0, await mint(1))).toMatchObject({ valid: true })
  })
})
