import { setTimeout as delay } from 'node:timers/promises'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, makeTeam, post, send, type Served, serveWithKeys } from '../serve.ts'

const CALLERS = 16
const WRITES = 25
/** docs/spec/guard.md: a write takes effect on every instance within 1 s. */
const EFFECT_MS = 1_000

describe('policies that are written while two instances serve', () => {
  let database: TemporaryDatabase
  let instances: readonly Served[]
  let key: string

  beforeAll(async () => {
    database = await temporaryDatabase()
    instances = await Promise.all([serveWithKeys({ database }), serveWithKeys({ database })])
    const unlimited = { requests_per_minute: null, requests_per_day: null, tokens_per_day: null }
    key = await makeTeam(instances[0]!.url, 'busy', { quota: unlimited })
    await write(0)
  })
  afterAll(async () => {
    for (const instance of instances) await instance.close()
    await database.drop()
  })

  /** Each version blocks a word of its own, and `always` besides. */
  function write(version: number): Promise<Answer> {
    const settings = { blocklist: ['always', `word${version}`] }
    const input_guardrails = { keyword_blocklist: { action: 'block', settings } }
    return send(
      `${instances[version % 2]!.url}/v1/tenant/me/policies`,
      'PUT',
      { input_guardrails, output_guardrails: {} },
      { 'x-api-key': key },
    )
  }

  test('lose no request, leave no moment without a policy, and apply everywhere within a second', async () => {
    const now = { isDone: false }
    let service = 0
    const caller = async (index: number): Promise<Answer[]> => {
      const wrong: Answer[] = []
      while (!now.isDone) {
        const { url } = instances[index % 2]!
        const answer = await post(`${url}/guardrails/input`, { message: 'this is always here' }, { 'x-api-key': key })
        service += 1
        if (answer.status !== 200 || answer.body['safe'] !== false) wrong.push(answer)
      }
      return wrong
    }
    const callers = Array.from({ length: CALLERS }, (_, index) => caller(index))
    const written: number[] = []
    for (let version = 1; version <= WRITES; version += 1) written.push((await write(version)).status)
    await delay(EFFECT_MS)
    for (const { url } of instances) {
      const { body } = await post(`${url}/guardrails/input`, { message: `say word${WRITES}` }, { 'x-api-key': key })
      expect(body['safe']).toBe(false)
    }
    now.isDone = true
    const wrong = (await Promise.all(callers)).flat()
    expect(wrong.map(({ status, text }) => `${status} ${text.slice(0, 200)}`)).toEqual([])
    expect(written).toEqual(Array.from({ length: WRITES }, () => 200))
    expect(service).toBeGreaterThan(100)
  })
})
