import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatTeam } from '../contract/chat-team.ts'
import { ask, askSteadily, expectAudited, expectEnded, wholeOf } from './asking.ts'
import { type CuttableService, serveCuttable } from './away.ts'

const CLIENTS = 4
const TEXT = 'The tide comes twice a day, since the water bulges on both sides of the earth. '.repeat(6)

let service: CuttableService
beforeAll(async () => {
  service = await serveCuttable()
})
afterAll(() => service.close())

describe('while the database', () => {
  test.each(['cut', 'freeze'] as const)(
    'is down briefly (%s), requests wait or are refused, and no response is unlogged',
    async (how) => {
      const team = await chatTeam(service, `moment-${how}`, () => ({ text: TEXT, split: 40 }))
      const load = askSteadily(service.url, team.key, CLIENTS)
      await sleep(300)
      service.database[how]()
      await sleep(700)
      service.database.mend()
      await sleep(700)
      const outcomes = await load.stop()
      expectEnded(outcomes, [200, 503])
      await expectAudited(outcomes, team)
      // It recovers automatically.
      expect(await ask(service.url, team.key, false)).toMatchObject({ status: 200, isWhole: true })
      expect(wholeOf(outcomes).length).toBeGreaterThan(CLIENTS)
    },
  )

  test('stays down, streams end with an error, requests are refused, and all output is logged', async () => {
    const team = await chatTeam(service, 'longer', () => ({ text: TEXT, split: 6, tokens_per_s: 30 }))
    let started = 0
    const running = Array.from({ length: CLIENTS }, () => {
      let isBegun = false
      return ask(service.url, team.key, true, () => {
        if (!isBegun) started += 1
        isBegun = true
      })
    })
    // Only a started stream can end with an error; a request without a started stream is rejected, like later requests.
    await expect.poll(() => started, { interval: 5 }).toBe(CLIENTS)
    service.database.cut()
    const late = await Promise.all([ask(service.url, team.key, false), ask(service.url, team.key, true)])
    const streams = await Promise.all(running)
    for (const outcome of late) expect(outcome).toMatchObject({ status: 503, code: 'unavailable', text: '' })
    expect(Number(late[0]?.retryAfter)).toBeGreaterThan(0)
    for (const outcome of streams) expect(outcome).toMatchObject({ status: 200, isWhole: false, code: 'unavailable' })
    for (const { text } of streams) expect(text.length).toBeLessThan(TEXT.length)

    service.database.mend()
    await expect.poll(async () => (await ask(service.url, team.key, false)).status, { timeout: 10_000 }).toBe(200)
    expectEnded([...late, ...streams], [200, 503])
    await expectAudited(streams, team)
  })
})
