import { randomBytes } from 'node:crypto'
import { attenuateCapability } from '@gatehouse/guards'
import {
  findRedis,
  type RedisServer,
  type RunningGatehouse,
  startGatehouse,
  startRedis,
  type TemporaryDatabase,
  temporaryDatabase,
  type TemporaryFolder,
  temporaryFolder,
} from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { ADMIN_KEY, admin, call, post } from '../serve.ts'

const TOKENS = 12
const CALLS = 16
const START_MS = 60_000

const found = await findRedis(process.env['CACHE_URL'])
const server: RedisServer | undefined = found === undefined ? await startRedis() : undefined
const cacheUrl = found ?? server?.url

describe.skipIf(cacheUrl === undefined)('two processes on one database and one Redis', () => {
  let database: TemporaryDatabase
  let folders: TemporaryFolder[] = []
  let processes: RunningGatehouse[] = []

  beforeAll(async () => {
    database = await temporaryDatabase()
    folders = [temporaryFolder(), temporaryFolder()]
    const env = {
      DATABASE_URL: database.url,
      CACHE_URL: cacheUrl!,
      SHIELD_ADMIN_KEY: ADMIN_KEY,
      GATEHOUSE_MASTER_KEY: randomBytes(32).toString('hex'),
    }
    processes = await Promise.all(folders.map(({ path }) => startGatehouse(path, env)))
  }, START_MS)
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()))
    for (const folder of folders) folder.remove()
    await database.drop()
    await server?.close()
  })

  const at = (index: number): string => processes[index % processes.length]!.url
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
    const counts = outcomes.map((all) => Object.groupBy(all, (one) => one))
    expect(counts.map(({ valid }) => valid?.length)).toEqual(Array.from({ length: TOKENS }, () => 1))
    expect(new Set(outcomes.flat())).toEqual(new Set(['valid', 'nonce_already_used']))
  })

  proves('guard:capability.jwks', 'publish the same keys, and forget revoked ones within a second', async () => {
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
