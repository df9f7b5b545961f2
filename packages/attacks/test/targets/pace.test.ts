import { describe, expect, test } from 'vitest'
import { RunRequest } from '@gatehouse/contracts/redteam'
import { createRandom } from '../../src/engine/random.ts'
import { conductRun } from '../../src/run/conduct-run.ts'
import { createPace } from '../../src/targets/pace.ts'
import { prepareRun } from '../../src/run/prepare-run.ts'
import { createTarget } from '../../src/targets/create-target.ts'
import { preflight } from '../../src/targets/preflight.ts'
import type { HttpPort } from '../../src/targets/port.ts'
import { configOf } from './agent-server.ts'

const never = new AbortController().signal

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}

/** Answers each request with the next status; the last one is repeated. */
function portOf(...statuses: readonly number[]): HttpPort & { readonly sent: string[] } {
  const sent: string[] = []
  return {
    sent,
    send: async ({ url }) => {
      const status = statuses[Math.min(sent.length, statuses.length - 1)] ?? 200
      sent.push(new URL(url).pathname)
      const headers = { 'content-type': 'application/json', 'retry-after': '0' }
      return { status, headers, body: bytesOf('{"reply": "Hello.", "access_token": "t", "token_type": "bearer"}') }
    },
  }
}

describe('a pace', () => {
  test.each([
    ['requests per minute', 60, 0, [0, 1_000, 2_000]],
    ['a delay', undefined, 250, [0, 250, 500]],
    ['the longer of both', 60, 250, [0, 1_000, 2_000]],
    ['neither', undefined, 0, [0, 0, 0]],
  ])('spaces requests by %s', async (_name, perMinute, delay_ms, starts) => {
    let now = 0
    const wait = async (ms: number): Promise<void> => void (now += ms)
    const pace = createPace(perMinute, delay_ms, { now: () => now }, wait)
    const seen: number[] = []
    for (let request = 0; request < 3; request += 1) {
      await pace.next(never)
      seen.push(now)
    }
    expect(seen).toEqual(starts)
  })
})

test('every request of a target waits its turn: preflight, steps, tokens and retries', async () => {
  const port = portOf(200, 200, 503, 200)
  let turns = 0
  const config = configOf('http://agent.test', {
    agentEndpoint: '/chat',
    retries: 1,
    steps: [{ path: '/begin' }],
    auth: { type: 'oauth2_client_credentials', tokenUrl: 'http://agent.test/token', clientId: 'a', clientSecret: 'b' },
  })
  const pace = { next: async () => void (turns += 1) }
  await preflight(createTarget(config, { http: port, random: createRandom('one'), pace }), never)
  expect(port.sent.length).toBeGreaterThanOrEqual(4)
  expect(turns).toBe(port.sent.length)
})

test('a run paces each request that it sends', async () => {
  const sentWith = async (delayMs: number): Promise<{ sent: number; asked: number }> => {
    const port = portOf(200)
    let asked = 0
    const clock = { now: () => (asked += 1) * 1_000 }
    const request = RunRequest.parse({
      target: { baseUrl: 'http://agent.test' },
      categories: ['prompt_injection'],
      attackConfig: { seed: 'one', adaptiveRounds: 0, maxAttacksPerCategory: 2, delayMs },
    })
    await conductRun(prepareRun(request), { http: port, clock, signal: never })
    return { sent: port.sent.length, asked }
  }
  const [free, paced] = [await sentWith(0), await sentWith(1)]
  expect(paced.sent).toBe(free.sent)
  expect(paced.asked - free.asked).toBe(paced.sent)
})
