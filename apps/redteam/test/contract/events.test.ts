import { setTimeout as wait } from 'node:timers/promises'
import { SseParser } from '@gatehouse/formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { decline, startAgent } from '../agent.ts'
import { bodyOf, read, start, until, untilFinal } from '../runs.ts'
import { makeKey, send, serve, type Served } from '../serve.ts'

let served: Served
beforeAll(async () => {
  served = await serve({ worker: { hold_ms: 100, idle_ms: 50 } })
})
afterAll(() => served.close())

interface Told {
  readonly event: string
  readonly id: string
  readonly data: Record<string, unknown>
}

/** Reads events until the stream ends, or a number of events has arrived. */
async function follow(
  id: string,
  { last, most = Infinity }: { last?: string; most?: number } = {},
): Promise<readonly Told[]> {
  const stop = new AbortController()
  const response = await fetch(`${served.url}/api/run/${id}/events`, {
    headers: last === undefined ? {} : { 'last-event-id': last },
    signal: stop.signal,
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const tolds: Told[] = []
  const parser = new SseParser()
  try {
    for await (const chunk of response.body!) {
      for (const { event = 'message', id: of = '', data } of parser.push(chunk as Uint8Array)) {
        tolds.push({ event, id: of, data: JSON.parse(data) as Record<string, unknown> })
      }
      if (tolds.length >= most) break
    }
  } finally {
    stop.abort()
  }
  return tolds.slice(0, most)
}

proves(
  'redteam:status.events',
  'events tell of each completed attack, of the status and of the end, and go on behind the one that a client had last',
  async () => {
    const agent = await startAgent(decline, { delay_ms: 30 })
    const { id } = await start(served, bodyOf(agent.url, { concurrency: 1, maxAttacksPerCategory: 10 }))
    const first = await follow(id, { most: 5 })
    const rest = await follow(id, { last: first.at(-1)!.id })
    const all = [...first, ...rest]
    const progress = all.filter(({ event }) => event === 'progress')
    expect(progress.map(({ data }) => data['index'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(progress.map(({ data }) => data)).toEqual((await read(served, id)).progress)
    expect(all.some(({ event, data }) => event === 'status' && data['status'] === 'running')).toBe(true)
    expect(rest.at(-1)).toMatchObject({ event: 'end', data: { id, status: 'done', progressTotal: 10 } })
    const lasting = all.filter(({ event }) => event !== 'usage')
    expect(new Set(lasting.map(({ id: one }) => one)).size).toBe(lasting.length)
    // A client that reconnects after the end gets only the end event, without duplicates.
    expect((await follow(id, { last: rest.at(-1)!.id })).map(({ event }) => event)).toEqual(['end'])
    expect((await follow(id, { last: 'x'.repeat(5_000) })).filter(({ event }) => event === 'progress')).toHaveLength(10)
  },
)

test('progress events report usage: requests of the planned number, and the remaining time', async () => {
  const agent = await startAgent(decline, { delay_ms: 60 })
  const config = { concurrency: 1, maxAttacksPerCategory: 25, adaptiveRounds: 0, requestsPerMinute: 60_000 }
  const { id } = await start(served, bodyOf(agent.url, { ...config, budget: { maxRequests: 500 } }))
  const all = await follow(id)
  const told = all.filter(({ event }) => event === 'usage').map(({ data }) => data)
  expect(told.length).toBeGreaterThan(2)
  // A client resumes from any event, also from one that reports only usage.
  const at = all.findIndex(({ event }, index) => event === 'usage' && index > 2)
  const rest = await follow(id, { last: all[at]!.id })
  const positions = (some: readonly Told[]) =>
    some.filter(({ event }) => event === 'progress').map(({ data }) => data['index'])
  expect(positions(rest)).toEqual(positions(all.slice(at)))
  const requests = told.map((item) => Number(item['requests']))
  expect(requests).toEqual(requests.toSorted((a, b) => a - b))
  expect(told.at(-1)).toMatchObject({ maxRequests: 500, requestsPerMinute: 60_000, model: null })
  expect(told.some((item) => Number(item['requestsPlanned']) >= 25 && Number(item['secondsLeft']) < 60)).toBe(true)
  // All that the target has seen is counted.
  const { usage } = await read(served, id)
  expect(usage).toMatchObject({ requests: agent.asked.length })
  expect(all.at(-1)).toMatchObject({ event: 'end', data: { usage } })
})

test('a stream of a deleted run ends, and an unread stream blocks no other', async () => {
  const agent = await startAgent(async (asked) => {
    if (agent.asked.length > 3) await wait(60_000, undefined, { ref: false })
    return decline(asked)
  })
  const { id } = await start(served, bodyOf(agent.url))
  await until(served, id, ({ status }) => status === 'running')
  const stream = follow(id)
  const unread = await fetch(`${served.url}/api/run/${id}/events`)
  await wait(400)
  await send(`${served.url}/api/run/${id}?purge=1`, 'DELETE')
  expect((await stream).every(({ event }) => event !== 'end')).toBe(true)
  await unread.body?.cancel()
})

test('an expired key receives no further events', async () => {
  const own = await serve({
    env: { REDTEAM_AUTH: 'api_key', GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
    worker: { idle_ms: 50 },
  })
  try {
    const { headers } = await makeKey(own.store, 'admin')
    const soon = await makeKey(own.store, 'viewer', { expiresAt: new Date(Date.now() + 3_000) })
    const agent = await startAgent(decline, { delay_ms: 300 })
    const { id } = await start(own, bodyOf(agent.url, { concurrency: 1, maxAttacksPerCategory: 60 }), headers)
    const response = await fetch(`${own.url}/api/run/${id}/events`, { headers: soon.headers })
    let text = ''
    for await (const chunk of response.body!) text += Buffer.from(chunk as Uint8Array).toString()
    expect(text).not.toContain('event: end')
    expect((await send(`${own.url}/api/run/${id}`, 'DELETE', undefined, headers)).status).toBe(200)
    expect((await untilFinal(own, id, headers)).status).toBe('cancelled')
  } finally {
    await own.close()
  }
})
